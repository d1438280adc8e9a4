/** Identifiers: a prefix, `_`, and 26 lower-case Crockford base32 characters of a UUIDv7 (TypeID 0.3). They sort by creation time. */
export const ID_PREFIXES = [
  'dev',
  'usr',
  'ou',
  'pol',
  'rul',
  'ovr',
  'log',
  'alt',
  'act',
  'rpt',
  'cls',
  'whk',
  'evt',
  'dlv',
  'cmd',
  'bat',
  'key',
  'req',
  'enr',
  'cam',
  'aud',
  'acc',
  'erq',
  'sug',
  'ses',
  'acr',
] as const;

export type IdPrefix = (typeof ID_PREFIXES)[number];
export type Id<P extends IdPrefix> = `${P}_${string}`;
export type DeviceId = Id<'dev'>;
export type CommandId = Id<'cmd'>;
export type EventId = Id<'evt'>;
export type WebhookId = Id<'whk'>;
export type DeliveryId = Id<'dlv'>;
export type ApiKeyId = Id<'key'>;
export type OuId = Id<'ou'>;
export type CampusId = Id<'cam'>;
export type EnrollmentTokenId = Id<'enr'>;
export type EnrollmentRequestId = Id<'erq'>;
export type CategorySuggestionId = Id<'sug'>;
export type UserId = Id<'usr'>;
export type PolicyId = Id<'pol'>;
export type RuleId = Id<'rul'>;
export type OverrideId = Id<'ovr'>;
export type AlertId = Id<'alt'>;
export type ClassroomSessionId = Id<'cls'>;
export type AuditId = Id<'aud'>;
export type AccountId = Id<'acc'>;
export type SessionId = Id<'ses'>;
export type BatchId = Id<'bat'>;
export type AccessRequestId = Id<'acr'>;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const SUFFIX = '[0-7][0-9a-hjkmnp-tv-z]{25}';

/** The regular expression source that an id of this prefix fits, for schemas. The first character is 0–7: 128 bits fill 26 characters. */
export function idPattern(prefix: IdPrefix): string {
  return `^${prefix}_${SUFFIX}$`;
}

const PATTERNS = new Map(ID_PREFIXES.map((prefix) => [prefix, new RegExp(idPattern(prefix))]));

/** Whether a text is a well-formed id of this prefix. The thing itself need not exist. */
export function isId<P extends IdPrefix>(prefix: P, text: string): text is Id<P> {
  return PATTERNS.get(prefix)?.test(text) ?? false;
}

/** Writes 16 bytes (a UUIDv7, RFC 9562 section 5.7) as an id. */
export function encodeId<P extends IdPrefix>(prefix: P, uuid: Uint8Array): Id<P> {
  if (uuid.length !== 16) throw new RangeError(`an id is made of 16 bytes, not ${uuid.length}`);
  let value = 0n;
  for (const byte of uuid) value = (value << 8n) | BigInt(byte);
  let suffix = '';
  for (let at = 0; at < 26; at++) {
    suffix = ALPHABET.charAt(Number(value & 31n)) + suffix;
    value >>= 5n;
  }
  return `${prefix}_${suffix}`;
}
