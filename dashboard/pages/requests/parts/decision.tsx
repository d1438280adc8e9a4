import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { AccessRequestDecision, AccessRequestDetail } from '../../../../sdk/node/index.ts';
import { Kbd } from '../../../ui/kbd.tsx';
import { later } from '../../../ui/later.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { requestsWords } from '../words.ts';
import { AlsoHosts } from './also-hosts.tsx';
import { HOUR_MINUTES } from './duration.ts';
import { LockedNotice } from './locked-notice.tsx';
import type { Asker } from './use-asker.ts';
import { useDecision } from './use-decision.ts';
import { useKeys } from './use-keys.ts';

const AllowForm = later(async () => (await import('./allow-form.tsx')).AllowForm);
const RefuseForm = later(async () => (await import('./refuse-form.tsx')).RefuseForm);

interface DecisionProps {
  readonly detail: AccessRequestDetail;
  readonly asker: Asker;
  readonly onDecide: () => void;
}

/** Allow for an hour, choose, or refuse with words. */
export function Decision({ detail, asker, onDecide }: DecisionProps): ReactNode {
  const w = requestsWords.read();
  const decide = useDecision(detail);
  const [panel, setPanel] = useState<'allow' | 'refuse' | null>(null);
  const [alsoHosts, setAlsoHosts] = useState<readonly string[]>([]);
  const isLocked = detail.verdict?.reason === 'locked_block';
  const send = (decision: AccessRequestDecision): void => {
    if (decide.isPending) return;
    onDecide();
    decide.mutate(decision);
  };
  const allowNow = (): void =>
    send({
      decision: 'allow',
      for: asker.isKnown ? 'student' : 'device',
      ttlMinutes: HOUR_MINUTES,
      ...(alsoHosts.length === 0 ? {} : { alsoHosts }),
    });
  const choose = (): void => setPanel('allow');
  const refuse = (): void => setPanel('refuse');
  useKeys({
    a: isLocked ? undefined : allowNow,
    'shift+a': isLocked ? undefined : choose,
    r: refuse,
  });

  return (
    <section className="requests-decision" aria-label={w.decide}>
      {isLocked && <LockedNotice verdict={detail.verdict} />}
      {!isLocked && <AlsoHosts refused={detail.alsoRefused ?? []} chosen={alsoHosts} choose={setAlsoHosts} />}
      <Group gap={8}>
        <Button disabled={isLocked} loading={decide.isPending} rightSection={<Kbd>A</Kbd>} onClick={allowNow}>
          {w.allowHourFor(asker.isKnown ? asker.name : asker.laptop)}
        </Button>
        <Button
          variant="default"
          disabled={isLocked}
          aria-expanded={panel === 'allow'}
          rightSection={<Kbd>⇧A</Kbd>}
          onClick={choose}
        >
          {w.choose}
        </Button>
        <Button
          variant="default"
          aria-expanded={panel === 'refuse'}
          rightSection={<Kbd>R</Kbd>}
          onClick={refuse}
        >
          {w.refuseOpen}
        </Button>
      </Group>
      {panel === 'allow' && !isLocked && (
        <AllowForm
          detail={detail}
          asker={asker}
          busy={decide.isPending}
          allow={(chosen) => send({ ...chosen, ...(alsoHosts.length === 0 ? {} : { alsoHosts }) })}
          onClose={() => setPanel(null)}
        />
      )}
      {panel === 'refuse' && (
        <RefuseForm
          others={detail.alsoAsking.length}
          busy={decide.isPending}
          refuse={send}
          onClose={() => setPanel(null)}
        />
      )}
      <Problem error={decide.error} />
    </section>
  );
}
