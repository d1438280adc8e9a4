import { Type } from 'typebox';
import { ROLES } from '../../contracts/roles.ts';
import { Fault } from '../../kit/fault.ts';
import { defineRoute, type RouteTools } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import type { LiveFeed } from './live-feed.ts';

export interface LiveTools extends RouteTools {
  readonly live: Pick<LiveFeed, 'open'>;
}

/** The endpoint of live changes. */
export const LIVE_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v1/live',
    operationId: 'followChanges',
    summary: 'Follow what changes, as server-sent events',
    description:
      'A stream of `text/event-stream` (WHATWG HTML, section 9.2) that stays open. It shows what the caller may read by the `GET` of each thing, in the caller’s reach: messages `device`, `command`, `alert`, `access-request`, `classroom-session`, `override` and `policy` hold the whole thing as it is now, `removed` its type and id. `many` names a type of which too much has changed at once: read it again. `counters` has the summary of devices, the policy version that each should enforce, and the open alerts by severity: at the beginning, and at most every 10 seconds when something has changed. `ready` begins the stream, and a `heartbeat` comes every 15 seconds. A client that comes back sends `Last-Event-ID`, and hears what it has missed, or `reset`: read everything again. `session-ended` is the last message of a session that is over. An account has 12 streams at most: one more ends the oldest. Being read counts as no use of the session.',
    tag: 'Live',
    scope: null,
    roles: ROLES,
    extension: true,
    stream: true,
    query: Type.Object({}),
    quota: { name: 'live', perMinute: 60 },
    view: { action: 'live.viewed' },
    responses: { 200: ref('LiveMessage') },
    faults: ['unavailable'],
    async handle({ caller, client, gone, lastEventId }, { live }: LiveTools) {
      const { sessionSecret } = client;
      if (sessionSecret === undefined) throw new Fault('session_ended', 'Sign in to the dashboard.');
      const stream = await live.open({ caller, sessionSecret, lastEventId });
      // Also when the answer is not sent, such as to HEAD.
      if (gone.aborted) stream.body.destroy();
      gone.addEventListener('abort', () => void stream.body.destroy(), { once: true });
      return { status: 200, body: stream.body };
    },
  }),
];
