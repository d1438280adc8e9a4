import type { ReactNode } from 'react';
import type { AccessRequest } from '../../../../sdk/node/index.ts';
import { dayAndTime } from '../../../app/time/tell.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useActor } from '../../overrides/parts/use-actor.ts';
import { requestsWords } from '../words.ts';
import { Permission } from './permission.tsx';
import type { Asker } from './use-asker.ts';

interface OutcomeProps {
  readonly request: AccessRequest;
  readonly asker: Asker;
}

/** How a request ended, and what became of the permission. */
export function Outcome({ request, asker }: OutcomeProps): ReactNode {
  const w = requestsWords.read();
  const { status, decidedAt, decidedBy, expiresAt, words } = request;
  const actor = useActor(decidedBy ?? 'system', w.actors);
  if (status === 'expired')
    return <Notice kind="quiet">{w.ranOut(dayAndTime(decidedAt ?? expiresAt))}</Notice>;
  const at = dayAndTime(decidedAt ?? request.updatedAt);
  return (
    <section className="requests-outcome" aria-label={w.outcome}>
      {status === 'allowed' && <Permission request={request} asker={asker} />}
      <p>{status === 'allowed' ? w.allowedBy(actor, at) : w.refusedBy(actor, at)}</p>
      {words !== null && <p>{w.toldWords(words)}</p>}
    </section>
  );
}
