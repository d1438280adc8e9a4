import { type Static, Type } from 'typebox';
import { COMMAND_TYPES } from '../device/command.ts';
import { RemovalVerifier } from '../device/removal.ts';
import { BYPASS_KINDS } from '../policy/bypass.ts';
import {
  Counter,
  DeviceTime,
  Facts,
  IdText,
  NestedFacts,
  Nullable,
  Ordinal,
  Percent,
  PolicyVersion,
  RecordId,
  Seconds,
  SecondsOfDay,
  Sha256,
  Text,
} from './bounds.ts';

/**
 * The payloads of the MQTT topics, JSON in UTF-8. Times are epoch milliseconds of the device's best knowledge of server time; the server
 * keeps its own receive time beside them. Unknown members are ignored by a receiver (a newer agent may send more), so that these schemas
 * are open; what is stored is only what they name.
 */

/** Largest bundle (bytes of JSON). It fits 500 policies with long lists of hosts; a longer list belongs in a category. */
export const MAX_BUNDLE_BYTES = 33_554_432;
/** Largest index (bytes), some 20 million names. */
export const MAX_INDEX_BYTES = 268_435_456;

export const StatusMessage = Type.Object({
  state: Type.Union([Type.Literal('online'), Type.Literal('offline')]),
  /** Grows by one with each connection of this enrollment. */
  epoch: Counter,
  /** `stopped` when the agent stops cleanly; absent in a last will. */
  reason: Type.Optional(Type.Literal('stopped')),
});
export type StatusMessage = Static<typeof StatusMessage>;

const LOCK_REPORTS = ['unlocked', 'locked'] as const;
export const PROTECTION_STATES = ['enforcing', 'stale', 'unprotected', 'unknown'] as const;
export type ProtectionState = (typeof PROTECTION_STATES)[number];

export const HeartbeatMessage = Type.Object({
  at: DeviceTime,
  /** Signed-in account as the system names it (`ana` or `ana@x.example`); null = nobody. */
  user: Nullable(Text(254)),
  battery: Nullable(Percent),
  charging: Nullable(Type.Boolean()),
  campus: Type.Object({
    state: Type.Union([Type.Literal('on-campus'), Type.Literal('off-campus'), Type.Literal('unknown')]),
    campusId: Nullable(IdText('cam')),
  }),
  policy: Type.Object({ version: PolicyVersion, hash: Nullable(Text(128)) }),
  target: Type.Object({ version: Counter }),
  /** The category index in use; null = none, absent from agents before bundles. */
  categories: Type.Optional(Nullable(Type.Object({ version: Counter, hash: Text(64) }))),
  /** The lock by command. The lock of a classroom session is reported in `classroom`. */
  lock: Type.Object({
    state: Type.Enum(LOCK_REPORTS),
    commandId: Nullable(IdText('cmd')),
    since: Nullable(DeviceTime),
    until: Nullable(DeviceTime),
  }),
  protection: Type.Object({
    state: Type.Enum(PROTECTION_STATES),
    since: Nullable(DeviceTime),
  }),
  agentVersion: Text(40),
  osVersion: Text(80),
  uptimeSeconds: Seconds,
  /** Records dropped because the outbox was full, counted since enrollment. */
  droppedRecords: Counter,
  observe: Type.Boolean(),
  /** The classroom session in force, and whether it locks the screens now; null = none, absent from agents before classroom sessions. */
  classroom: Type.Optional(
    Nullable(
      Type.Object({
        sessionId: IdText('cls'),
        locked: Type.Boolean(),
        since: DeviceTime,
        until: DeviceTime,
      }),
    ),
  ),
});
export type HeartbeatMessage = Static<typeof HeartbeatMessage>;

const ACTIVITY_KINDS = ['request', 'visit', 'search', 'video', 'app', 'signin'] as const;
const VERDICT_REASONS = [
  'crisis_allow',
  'locked_block',
  'locked_allow',
  'override',
  'classroom',
  'allow',
  'block',
  'default',
  // The reason is no policy: the filter itself stopped an attempt to bypass it.
  'protection',
] as const;

/** One decided request (`kind: request`, becomes a log entry) or one activity (`visit`, `search`, …). */
export const ActivityRecord = Type.Object({
  id: RecordId,
  at: DeviceTime,
  kind: Type.Enum(ACTIVITY_KINDS),
  user: Nullable(Text(254)),
  domain: Nullable(Text(253)),
  url: Type.Optional(Nullable(Text(2_048))),
  title: Type.Optional(Nullable(Text(300))),
  category: Type.Optional(Nullable(Text(64))),
  action: Type.Optional(Type.Union([Type.Literal('allow'), Type.Literal('block')])),
  reason: Type.Optional(Type.Enum(VERDICT_REASONS)),
  policyId: Type.Optional(Nullable(Text(64))),
  policyVersion: Type.Optional(Nullable(PolicyVersion)),
  ruleId: Type.Optional(Nullable(Text(64))),
  campus: Type.Optional(
    Type.Union([Type.Literal('on-campus'), Type.Literal('off-campus'), Type.Literal('unknown')]),
  ),
  durationSeconds: Type.Optional(Nullable(SecondsOfDay)),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** The attempted bypass, where `reason` is `protection`. */
  bypass: Type.Optional(Nullable(Type.Enum(BYPASS_KINDS))),
  /**
   * The program that asked, if the system tells it. It is only evidence, because a name can be changed. `(unknown)` = the program was
   * looked for and not found.
   */
  app: Type.Optional(Nullable(Text(120))),
});
export type ActivityRecord = Static<typeof ActivityRecord>;

export const ActivityMessage = Type.Object({
  records: Type.Array(ActivityRecord, { minItems: 1, maxItems: 500 }),
});
export type ActivityMessage = Static<typeof ActivityMessage>;

const DEVICE_EVENT_KINDS = [
  'lock_released',
  'refused',
  'tamper',
  'self_test',
  'protection',
  'violation',
  'game',
  'bypass',
  'repair',
  'portal',
  'access_request',
  'fault',
] as const;
export const DeviceEvent = Type.Object({
  id: RecordId,
  at: DeviceTime,
  kind: Type.Enum(DEVICE_EVENT_KINDS),
  /** Flat facts of the event, e.g. for `lock_released` {commandId, by: pin | timer}, for `refused` {what, code, commandId?}. */
  details: Facts,
});
export type DeviceEvent = Static<typeof DeviceEvent>;

export const EventsMessage = Type.Object({ events: Type.Array(DeviceEvent, { minItems: 1, maxItems: 100 }) });
export type EventsMessage = Static<typeof EventsMessage>;

export const ResultMessage = Type.Object({
  id: RecordId,
  commandId: IdText('cmd'),
  state: Type.Union([Type.Literal('acknowledged'), Type.Literal('succeeded'), Type.Literal('failed')]),
  at: DeviceTime,
  /** The outcome of the command. The API shows it as `result`. */
  result: Type.Optional(Nullable(NestedFacts)),
  error: Type.Optional(Nullable(Type.Object({ code: Text(64), detail: Text(1_000) }))),
});
export type ResultMessage = Static<typeof ResultMessage>;

const PinHashSchema = Type.Object({
  salt: Text(64),
  hash: Text(128),
  cost: Type.Integer({ minimum: 2, maximum: 1_048_576 }),
  blockSize: Type.Integer({ minimum: 1, maximum: 32 }),
  parallelization: Type.Integer({ minimum: 1, maximum: 16 }),
});

/** The lock that the device should have. `sequence` orders it among all lock and unlock commands of this device. */
export const LockTarget = Type.Object({
  wanted: Type.Boolean(),
  /** The command that asked for this state; null = never locked. */
  commandId: Nullable(IdText('cmd')),
  sequence: Counter,
  message: Nullable(Text(500)),
  until: Nullable(DeviceTime),
  /** The lock lasts this long from the moment of locking on the device. */
  durationMinutes: Nullable(Type.Integer({ minimum: 1, maximum: 10_080 })),
  pin: Nullable(PinHashSchema),
});
export type LockTarget = Static<typeof LockTarget>;

const CampusTarget = Type.Object({
  id: IdText('cam'),
  name: Text(120),
  cidrs: Type.Array(Text(64), { maxItems: 200 }),
  gatewayMacs: Type.Array(Text(17), { maxItems: 200 }),
  bssids: Type.Array(Text(17), { maxItems: 2_000 }),
  ssids: Type.Array(Text(32), { maxItems: 50 }),
});

/** A classroom session that claims the device or its signed-in person; half-open from `startsAt` to `endsAt`. */
const SessionTarget = Type.Object({
  id: IdText('cls'),
  /** The text on the lock screen. */
  name: Text(120),
  mode: Type.Enum(['open', 'focus', 'locked']),
  allowedUrls: Type.Array(Text(2_048), { maxItems: 200 }),
  startsAt: DeviceTime,
  endsAt: DeviceTime,
  /** The addresses, in lower case, of the claimed students on this device; null = anybody who is signed in. */
  students: Nullable(Type.Array(Text(254), { maxItems: 20 })),
});
export type SessionTarget = Static<typeof SessionTarget>;

/** A temporary allow of a site and all below it; half-open from `startsAt` to `expiresAt`. */
const OverrideTarget = Type.Object({
  id: IdText('ovr'),
  site: Text(253),
  scope: Type.Union([
    Type.Object({ type: Type.Literal('device'), deviceId: Text(64) }),
    Type.Object({ type: Type.Literal('student'), user: Text(254) }),
    Type.Object({ type: Type.Literal('ou'), path: Text(1_000) }),
    Type.Object({ type: Type.Literal('session'), sessionId: Text(64) }),
  ]),
  startsAt: DeviceTime,
  expiresAt: DeviceTime,
});
export type OverrideTarget = Static<typeof OverrideTarget>;

/** What the school answered to a request for access from this device. It is kept here for a day. */
const AnswerTarget = Type.Object({
  id: IdText('acr'),
  host: Text(253),
  /** Who asked, in lower case; null = nobody known. */
  user: Nullable(Text(254)),
  state: Type.Enum(['allowed', 'refused']),
  words: Nullable(Text(300)),
  at: DeviceTime,
});
export type AnswerTarget = Static<typeof AnswerTarget>;

/** The policy bundle that the device should enforce (contracts/policy/bundle.ts): by its hash, and whole when it is small. */
const PolicyTarget = Type.Object({
  /** The organisation's count of policy changes at this bundle. The device reports it as `policy.version` when it enforces the bundle. */
  version: PolicyVersion,
  /** SHA-256 of the bundle's JSON bytes, before gzip. */
  hash: Sha256,
  /** Length of those bytes. */
  bytes: Type.Integer({ minimum: 1, maximum: MAX_BUNDLE_BYTES }),
  /** The bytes, gzip (RFC 1952) in base64. Absent = the device has them already, or fetches `GET /agent/v1/bundles/{hash}`. */
  inline: Type.Optional(Text(131_072)),
});
export type PolicyTarget = Static<typeof PolicyTarget>;

/** The category index that the device should use (docs/category-index.md): `GET /agent/v1/categories/{hash}`, with `?from={hash it has}` for a delta. */
const CategoriesTarget = Type.Object({
  /** Grows with each index of this server. */
  version: Ordinal,
  /** SHA-256 of the file. */
  hash: Sha256,
  bytes: Type.Integer({ minimum: 32, maximum: MAX_INDEX_BYTES }),
});
export type CategoriesTarget = Static<typeof CategoriesTarget>;

/** A person who is or was signed in to the device, with the data of the roster. */
const PersonTarget = Type.Object({
  /** E-mail address in lower case. */
  user: Text(254),
  ouPath: Text(1_000),
});

/** The payload of the signed target state (a compact JWS on `target`). */
export const TargetState = Type.Object({
  kind: Type.Literal('target'),
  deviceId: IdText('dev'),
  /** Grows with every change for this device. A device refuses an older version and ignores an equal one. */
  version: Ordinal,
  issuedAt: DeviceTime,
  /** The device must not accept the state after this moment. A state that it accepted before stays in force. */
  expiresAt: DeviceTime,
  lock: LockTarget,
  settings: Type.Object({
    heartbeatSeconds: Type.Integer({ minimum: 5, maximum: 3_600 }),
    organisation: Text(120),
    helpLine: Nullable(Text(200)),
    campuses: Type.Array(CampusTarget, { maxItems: 200 }),
    /** Completes a bare account name to the e-mail form; absent from servers before classroom sessions. */
    accountDomain: Type.Optional(Text(253)),
    /** Path of the device's unit; absent from servers before bundles, like what follows. */
    ouPath: Type.Optional(Text(1_000)),
    /** The people of this device whose units are known, the latest signed in first. For other people the device's unit counts. */
    people: Type.Optional(Type.Array(PersonTarget, { maxItems: 50 })),
  }),
  policy: Type.Optional(PolicyTarget),
  categories: Type.Optional(CategoriesTarget),
  /** Running and coming classroom sessions, by start; absent = none. The latest start wins. The device starts and ends them by itself. */
  sessions: Type.Optional(Type.Array(SessionTarget, { maxItems: 100 })),
  /** Temporary allows; absent = none. */
  overrides: Type.Optional(Type.Array(OverrideTarget, { maxItems: 500 })),
  /** Answers to requests for access, the latest first; absent = none. */
  answers: Type.Optional(Type.Array(AnswerTarget, { maxItems: 20 })),
  /** The verifier of this enrollment's removal code; absent from servers without removal codes. */
  removal: Type.Optional(RemovalVerifier),
});
export type TargetState = Static<typeof TargetState>;

/** The payload of a signed command (a compact JWS on `commands`). */
export const CommandMessage = Type.Object({
  kind: Type.Literal('command'),
  deviceId: IdText('dev'),
  commandId: IdText('cmd'),
  /** Grows by one with each command for the device. */
  sequence: Ordinal,
  type: Type.Enum(COMMAND_TYPES),
  params: NestedFacts,
  /** Only for `lock` and `unlock`. */
  lock: Type.Optional(LockTarget),
  issuedAt: DeviceTime,
  expiresAt: DeviceTime,
});
export type CommandMessage = Static<typeof CommandMessage>;

/** Upward payloads over this size (bytes) are sent gzipped. A receiver recognises them by the gzip magic 1f 8b (RFC 1952, 2.3.1). */
export const GZIP_OVER_BYTES = 1_024;

/** Largest upward payload after unpacking (bytes), so that a decompression bomb is refused before it fills the memory. */
export const MAX_UNPACKED_BYTES = 2_097_152;

/** Types of the JWS header `typ`, so that a signature for one purpose never serves another. */
export const JWS_TYPES = {
  target: 'schoolgate-target+jws',
  command: 'schoolgate-command+jws',
  enrollment: 'schoolgate-enrollment+jws',
  reEnrollment: 'schoolgate-re-enrollment+jws',
  removal: 'schoolgate-removal+jws',
} as const;

/** Audience of the JWT that is the MQTT password. */
export const MQTT_AUDIENCE = 'schoolgate-mqtt';
/**
 * Audience of the JWT by which a device proves itself to `GET /agent/v1/…`, as `Authorization: Bearer <JWT>`. It is made like the MQTT
 * password (EdDSA, issuer and subject = device id, `jti` of 16 random bytes, at most `MQTT_PASSWORD_SECONDS`), without the epoch. It is
 * good for several requests.
 */
export const HTTP_AUDIENCE = 'schoolgate-http';
/** The MQTT password is good for this long after it was made (seconds). */
export const MQTT_PASSWORD_SECONDS = 60;
/** How far a device's estimate of the server time may be off (seconds). The device asks `GET /agent/v1/time` first. */
export const CLOCK_TOLERANCE_SECONDS = 120;
