import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Explanation } from '../../../../sdk/node/index.ts';
import { categoryName } from '../../../../words/categories.ts';
import { useMay } from '../../../app/client/session.ts';
import { dayAndTime } from '../../../app/time/tell.ts';
import { language } from '../../../app/words/language.ts';
import { listed } from '../../../app/words/numbers.ts';
import { Block } from '../../../ui/block.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Pill } from '../../../ui/status.tsx';
import { oneDevice } from '../queries.ts';
import { isPlace } from '../search.ts';
import { explainWords } from '../words.ts';
import { AllowHour } from './allow-hour.tsx';
import { Ladder } from './ladder.tsx';
import { usePolicies } from './use-policies.ts';
import { policyIdsOf, ruleReason, verdictSentence } from './verdict.ts';

interface AnswerCardProps {
  readonly explanation: Explanation;
  readonly title: string;
  /** Whether it is about this moment: then it can be allowed from here. */
  readonly current: boolean;
}

/** Blocked or allowed first, then why, then how it was decided. */
export function AnswerCard({ explanation, title, current }: AnswerCardProps): ReactNode {
  const w = explainWords.read();
  const { policies, settled } = usePolicies(policyIdsOf(explanation.chain));
  if (!settled) return null;
  const { action, input, chain } = explanation;
  const reason = ruleReason(policies, explanation);
  return (
    <Block title={title}>
      <div className="explain-answer">
        <p className="explain-verdict">
          <Pill tone={action === 'block' ? 'bad' : 'good'}>{action === 'block' ? w.blocked : w.allowed}</Pill>{' '}
          <strong className="explain-host">{input.host}</strong>
        </p>
        <p className="explain-sentence">{verdictSentence(explanation, policies)}</p>
        {reason !== null && (
          <figure className="explain-reason">
            <figcaption className="text-meta quiet">{w.studentReads}</figcaption>
            <blockquote>{reason}</blockquote>
          </figure>
        )}
        {current && <AllowHour explanation={explanation} />}
        <h3 className="text-label">{w.howDecided}</h3>
        <p className="text-meta quiet">{w.ladderText}</p>
        <Ladder chain={chain} policies={policies} words={w} />
        <h3 className="text-label">{w.facts}</h3>
        <AskedFacts explanation={explanation} />
      </div>
    </Block>
  );
}

function AskedFacts({ explanation: { input } }: { readonly explanation: Explanation }): ReactNode {
  const w = explainWords.read();
  const may = useMay();
  const id = input.deviceId ?? '';
  const laptop = useQuery({ ...oneDevice(id), enabled: id !== '' && may('getDevice') });
  const categories = input.categories.map((one) => categoryName(one, language()));
  return (
    <Facts
      items={[
        { label: w.user, value: input.user ?? w.nobody },
        ...(id === '' ? [] : [{ label: w.device, value: laptop.data?.name ?? id }]),
        { label: w.unit, value: input.ou },
        ...(input.app === null ? [] : [{ label: w.app, value: input.app }]),
        { label: w.place, value: isPlace(input.campus) ? w.places[input.campus] : input.campus },
        { label: w.at, value: dayAndTime(input.at) },
        { label: w.categories, value: categories.length === 0 ? w.noCategory : listed(categories) },
      ]}
    />
  );
}
