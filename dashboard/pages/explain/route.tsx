import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { dayAndTime } from '../../app/time/tell.ts';
import { Block } from '../../ui/block.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { AnswerCard } from './parts/answer.tsx';
import { QuestionForm } from './parts/question-form.tsx';
import { type Answer, answerTo } from './queries.ts';
import { type ExplainSearch, explainSearch } from './search.ts';
import { explainWords } from './words.ts';
import './explain.css';

const here = getRouteApi('/frame/explain');

/** What happens to an address and why. The address of the page holds the question. */
export function ExplainPage(): ReactNode {
  const w = explainWords.read();
  const search = here.useSearch();
  const navigate = here.useNavigate();
  const query = useQuery(answerTo(search));
  const asked = search.url !== undefined && (search.user ?? search.device) !== undefined;

  const ask = (next: ExplainSearch): void => {
    if (JSON.stringify(explainSearch({ ...next })) === JSON.stringify(explainSearch({ ...search })))
      void query.refetch();
    else void navigate({ to: '/explain', search: next });
  };

  return (
    <Page title={w.title} heading={w.heading}>
      <Block label={w.question}>
        <QuestionForm search={search} busy={query.isLoading} ask={ask} />
      </Block>
      <div aria-live="polite">
        {!asked && <Empty title={w.waits}>{w.waitsText}</Empty>}
        {asked && <Loaded query={query}>{(answer) => <Answers answer={answer} />}</Loaded>}
      </div>
    </Page>
  );
}

function Answers({ answer: { asked, now } }: { readonly answer: Answer }): ReactNode {
  const w = explainWords.read();
  if (now === null) return <AnswerCard explanation={asked} title={w.answer} current />;
  const changed = asked.action !== now.action || asked.reason !== now.reason || asked.ruleId !== now.ruleId;
  return (
    <>
      <p className="explain-changed">{changed ? w.changed : w.same}</p>
      <div className="explain-beside">
        <AnswerCard explanation={asked} title={w.atThen(dayAndTime(asked.input.at))} current={false} />
        <AnswerCard explanation={now} title={w.now} current />
      </div>
    </>
  );
}
