import { type TSchema, Type } from 'typebox';
import { idPattern } from '../ids.ts';

/**
 * The types of the members of MQTT messages. Each has a maximum that the store can keep and the server can show, because a device may send
 * anything and valid messages are stored. `test/unit/contracts/message-bounds.test.ts` refuses a member without a maximum.
 */

/** A text of at most this many characters (Unicode code points). */
export const Text = (maxLength: number) => Type.String({ maxLength });
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** The last millisecond of the year 9999. RFC 3339 writes a year with four digits, and JavaScript throws at the time 9e15. */
const LAST_MOMENT_MS = 253_402_300_799_999;
/** Epoch milliseconds. */
export const DeviceTime = Type.Integer({ minimum: 0, maximum: LAST_MOMENT_MS });

/** An integer from `minimum` on. Above 2^53 − 1 JavaScript's integers are not exact; SQLite ends at 2^63 − 1. */
const countFrom = (minimum: number) => Type.Integer({ minimum, maximum: Number.MAX_SAFE_INTEGER });
/** A count that never goes back. */
export const Counter = countFrom(0);
/** The count of changes of the organisation's policies, or of a device's target state. 0 = none yet. */
export const PolicyVersion = countFrom(0);
/** A number from 1 on, for sequence numbers and versions. */
export const Ordinal = countFrom(1);

export const Percent = Type.Integer({ minimum: 0, maximum: 100 });

/** A hundred years; no computer runs so long. */
const MAX_SECONDS = 3_155_760_000;
export const Seconds = Type.Integer({ minimum: 0, maximum: MAX_SECONDS });
/** Seconds within one day. */
export const SecondsOfDay = Type.Integer({ minimum: 0, maximum: 86_400 });

/** Made by the device and unique within it. A repeated id is the same record. */
export const RecordId = Type.String({ pattern: '^[A-Za-z0-9_-]{8,40}$' });
/** SHA-256, base64url without padding. */
export const Sha256 = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' });
export const IdText = (prefix: Parameters<typeof idPattern>[0]) =>
  Type.String({ pattern: idPattern(prefix) });

/** Any number; whole numbers are within the range that JavaScript keeps exactly and SQLite holds. */
const Figure = Type.Number({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });
/** Names of facts. TypeBox does not limit the length of a record's keys, so a pattern does. `.` would not match a line break. */
const FactName = Type.String({ pattern: '^[\\s\\S]{1,40}$' });
/** More than any event of an agent has. */
const MAX_FACTS = 64;
const Fact = Type.Union([Text(2_048), Figure, Type.Boolean(), Type.Null()]);

/** Flat facts by name. */
export const Facts = Type.Record(FactName, Fact, { maxProperties: MAX_FACTS, additionalProperties: false });

/** Diagnostics nest three levels deep. Each level doubles the compiled check. */
const MAX_NESTING = 5;
/** Longest list of things that a device found, such as the networks in reach. */
const MAX_LISTED = 1_000;
const MAX_MEMBERS = 200;

/** JSON of bounded size. @param levels how deep lists and objects may nest in it */
function boundedJson(levels: number): TSchema {
  const scalars = [Text(8_192), Figure, Type.Boolean(), Type.Null()];
  if (levels === 0) return Type.Union(scalars);
  const inner = boundedJson(levels - 1);
  return Type.Union([...scalars, Type.Array(inner, { maxItems: MAX_LISTED }), membersOf(inner)]);
}

function membersOf(schema: TSchema) {
  const options = { maxProperties: MAX_MEMBERS, additionalProperties: false };
  return Type.Record(FactName, schema, options);
}

/** Nested facts: the parameters of a command, and its result. */
export const NestedFacts = Type.Unsafe<Record<string, unknown>>(membersOf(boundedJson(MAX_NESTING - 1)));
