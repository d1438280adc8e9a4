import { Type } from 'typebox';
import { closed, OneOf } from './resources.ts';

/** The kinds of things that live messages show. */
const LIVE_TYPES = [
  'device',
  'command',
  'alert',
  'access-request',
  'classroom-session',
  'override',
  'policy',
] as const;

/** One message of the live stream. `data` is sent as JSON. */
const LiveMessage = Type.Object(
  {
    id: Type.Optional(
      Type.String({ maxLength: 40, description: 'The place of the change, for `Last-Event-ID`.' }),
    ),
    event: OneOf([
      'ready',
      ...LIVE_TYPES,
      'removed',
      'many',
      'counters',
      'heartbeat',
      'reset',
      'session-ended',
    ] as const),
    data: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'The thing itself; `{type, id}` of what was removed; `{type}` of `many`; `{devices, policyVersion, openAlerts}` of `counters`, without what the caller may not read; `{at}` of `ready`, `heartbeat` and `session-ended`.',
    }),
  },
  { $id: 'LiveMessage', ...closed },
);

/** The schemas by their names in the OpenAPI document. */
export const LIVE_SCHEMAS = { LiveMessage } as const;
