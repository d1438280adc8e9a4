import { type Static, Type } from 'typebox';
import type { CampusState } from '../device/campus.ts';
import { BYPASS_KINDS, type BypassKind } from '../policy/bypass.ts';
import { VERDICT_REASONS } from '../policy/model.ts';
import { closed, IdOf, Nullable, OneOf, Timestamp } from './resources.ts';

const Line = (maxLength: number) => Type.String({ maxLength });
const Count = (minimum: number) => Type.Integer({ minimum, maximum: Number.MAX_SAFE_INTEGER });

/** Where a device can be. */
export const CAMPUS_STATES = ['on-campus', 'off-campus', 'unknown'] as const satisfies readonly CampusState[];

/** Kinds of activity, beside decided requests. */
export const ACTIVITY_KINDS = ['visit', 'search', 'video', 'app', 'signin'] as const;

/** The reason of a verdict: a reason of the policies, or `protection`, when the filter stopped an attempt to bypass it. */
export const LOG_REASONS = [...VERDICT_REASONS, 'protection'] as const;
export type LogReason = (typeof LOG_REASONS)[number];

/** Whether only the record itself names the person. */
const Unproven = Type.Boolean({
  'x-extension': true,
  description:
    'True when the device did not tell that `user` was signed in there at that time: the name is the word of this record alone. It is in no report, and no alert names that person for it.',
});

export const LogEntry = Type.Object(
  {
    id: IdOf('log'),
    timestamp: Timestamp,
    deviceId: IdOf('dev'),
    user: Nullable(Line(254)),
    /** The unit of the device when the entry arrived. A renamed unit is renamed here too. */
    ou: Line(1_000),
    /** Null unless the organisation keeps full addresses. */
    url: Nullable(Line(2_048)),
    domain: Nullable(Line(253)),
    category: Nullable(Line(64)),
    action: OneOf(['allow', 'block'] as const),
    reason: OneOf(LOG_REASONS),
    policyId: Nullable(Line(64)),
    policyVersion: Nullable(Count(0)),
    ruleId: Nullable(Line(64)),
    campus: OneOf(CAMPUS_STATES),
    /** The number of equal requests of a minute that the entry stands for. */
    count: Count(1),
    bypass: Nullable(
      Type.Unsafe<BypassKind>({
        type: 'string',
        enum: [...BYPASS_KINDS],
        maxLength: 40,
        'x-extension': true,
        description: 'Where `reason` is `protection`: the way round the filter that was tried.',
      }),
    ),
    app: Nullable(
      Type.String({
        maxLength: 120,
        'x-extension': true,
        description:
          'Program that asked, where the device could tell; a name can be changed. `(unknown)`: a rule for programs made the device look, and it did not find the program. Null: it did not look, or cannot tell programs.',
      }),
    ),
    unproven: Unproven,
  },
  { $id: 'LogEntry', ...closed },
);
export type LogEntry = Static<typeof LogEntry>;

export const Activity = Type.Object(
  {
    id: IdOf('act'),
    timestamp: Timestamp,
    user: Nullable(Line(254)),
    deviceId: IdOf('dev'),
    ou: Line(1_000),
    kind: OneOf(ACTIVITY_KINDS),
    /** The title of the page or video, the words of a search, or the name of a program. */
    title: Nullable(Line(300)),
    url: Nullable(Line(2_048)),
    domain: Nullable(Line(253)),
    category: Nullable(Line(64)),
    durationSeconds: Nullable(Type.Integer({ minimum: 0, maximum: 86_400 })),
    flagged: Type.Boolean(),
    unproven: Unproven,
  },
  { $id: 'Activity', ...closed },
);
export type Activity = Static<typeof Activity>;

export const RECORD_SCHEMAS = { LogEntry, Activity } as const;
