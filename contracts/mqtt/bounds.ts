import { type TSchema, Type } from 'typebox';
import { idPattern } from '../ids.ts';

/**
 * The types that the members of MQTT messages are made of. Each has a maximum that the store can keep and the server can show: a device may
 * send anything, and what passes here is written. `test/unit/contracts/message-bounds.test.ts` refuses a member without one.
 */

/** At most so many characters (Unicode code points). */
export const Text = (maxLength: number) => Type.String({ maxLength });
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** The last millisecond of the year 9999: RFC 3339 writes a year with four digits, and JavaScript throws at the time 9e15. */
const LAST_MOMENT_MS = 253_402_300_799_999;
/** Epoch milliseconds. */
export const DeviceTime = Type.Integer({ minimum: 0, maximum: LAST_MOMENT_MS });

/** Above 2^53 − 1 JavaScript's integers are not exact, and above 2^63 − 1 SQLite has none. */
const countFrom = (minimum: number) => Type.Integer({ minimum, maximum: Number.MAX_SAFE_INTEGER });
/** Whatever is counted and never goes back. */
export const Counter = countFrom(0);
/** Counts changes of the organisation's policies, and of a device's target state. 0 = none yet. */
export const PolicyVersion = countFrom(0);
/** Counts from 1: sequence numbers, and versions of what exists. */
export const Ordinal = countFrom(1);

export const Percent = Type.Integer({ minimum: 0, maximum: 100 });

/** A hundred years, which no computer is up for. */
const MAX_SECONDS = 3_155_760_000;
export const Seconds = Type.Integer({ minimum: 0, maximum: MAX_SECONDS });
/** What lasts a day at most. */
export const SecondsOfDay = Type.Integer({ minimum: 0, maximum: 86_400 });

/** Made by the device, unique within it: a repeat is the same record. */
export const RecordId = Type.String({ pattern: '^[A-Za-z0-9_-]{8,40}$' });
/** SHA-256, base64url without padding. */
export const Sha256 = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' });
export const IdText = (prefix: Parameters<typeof idPattern>[0]) =>
  Type.String({ pattern: idPattern(prefix) });

/** Any number that JavaScript and SQLite keep exactly when it is whole. */
const Figure = Type.Number({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });
/** Names of facts. TypeBox does not hold the keys of a record to a length; a pattern does, and `.` would let a line break pass. */
const FactName = Type.String({ pattern: '^[\\s\\S]{1,40}$' });
/** More than any event of an agent has. */
const MAX_FACTS = 64;
const Fact = Type.Union([Text(2_048), Figure, Type.Boolean(), Type.Null()]);

/** Flat facts by name. */
export const Facts = Type.Record(FactName, Fact, { maxProperties: MAX_FACTS, additionalProperties: false });

/** Diagnostics nest three deep; each level doubles the compiled check. */
const MAX_NESTING = 5;
/** A list of everything that a device found, such as the networks in reach. */
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

/** Facts that nest: what a command asks for, and what came of it. */
export const NestedFacts = Type.Unsafe<Record<string, unknown>>(membersOf(boundedJson(MAX_NESTING - 1)));
