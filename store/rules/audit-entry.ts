import { createHash } from 'node:crypto';
import type { AuditChanges, AuditRecord, NewAuditEntry } from '../ports/audit.ts';

/** The previous hash of a chain's first entry. */
export const GENESIS_HASH = 'genesis';

/** Members whose value is a secret wherever they stand. */
const SECRET_NAMES =
  /^(?:secrets?|password|passphrase|pin|pinHash|token|apiKey|privateKey|authorization|cookie|credential)$/i;
/** Texts that are secrets by their form: API keys, webhook secrets, enrollment tokens. */
const SECRET_TEXTS =
  /sgk_(?:live|test)_[0-9A-Za-z]{38}|whsec_[A-Za-z0-9+/=_-]{16,}|sget_[0-9A-Za-z]{32}[A-Za-z0-9_-]*/g;
const MASK = '••••';

/** Longer texts of user agents are cut. */
const MAX_USER_AGENT = 300;
/** Characters of one entry's changes: a policy of some hundred rules. Larger ones keep only the names of what changed. */
const MAX_CHANGES = 65_536;
/** Left out of the changes: the entry has a time of its own. */
const OWN_TIME = 'updatedAt';

/** The entry that follows another in its chain. */
export function auditEntry(
  entry: NewAuditEntry,
  { id, sequence, previousHash }: Pick<AuditRecord, 'id' | 'sequence' | 'previousHash'>,
): AuditRecord {
  const unsigned = {
    id,
    organisationId: entry.organisationId,
    sequence,
    at: entry.at,
    actor: entry.actor,
    action: entry.action,
    target: entry.target,
    ip: entry.ip ?? null,
    userAgent: entry.userAgent?.slice(0, MAX_USER_AGENT) ?? null,
    requestId: entry.requestId ?? null,
    changes: auditChanges(entry.before, entry.after),
    previousHash,
  };
  return { ...unsigned, hash: auditHash(unsigned) };
}

/** SHA-256, base64url, over the canonical JSON of an entry: members in order of their names, at every depth. */
export function auditHash({
  id,
  organisationId,
  sequence,
  at,
  actor,
  action,
  target,
  ip,
  userAgent,
  requestId,
  changes,
  previousHash,
}: Omit<AuditRecord, 'hash'>): string {
  const hashed = {
    id,
    organisationId,
    sequence,
    at,
    actor,
    action,
    target,
    ip,
    userAgent,
    requestId,
    changes,
    previousHash,
  };
  return createHash('sha256').update(canonicalJson(hashed)).digest('base64url');
}

/** JSON with the members of every object in one order. */
export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_name, inner: unknown) =>
      isPlain(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
    ) ?? 'null'
  );
}

/**
 * The difference between two states of an object, as JSON, with secrets masked. Objects are compared by member, all else whole. A missing side stays missing: a
 * created object has only `after`, a deleted one only `before`.
 */
export function auditChanges(before: unknown, after: unknown): AuditChanges {
  const from = asObject(before);
  const to = asObject(after);
  if (from === null && to === null) return {};
  const both = from !== null && to !== null;
  const changes: AuditChanges = both
    ? { before: difference(from, to), after: difference(to, from) }
    : { ...(from === null ? {} : { before: from }), ...(to === null ? {} : { after: to }) };
  if (both && isEmpty(changes.before) && isEmpty(changes.after)) return {};
  return bounded(changes);
}

type Members = Readonly<Record<string, unknown>>;

function isEmpty(members: Members | undefined): boolean {
  return members === undefined || Object.keys(members).length === 0;
}

/** The value as it is read from the store: plain JSON, without secrets. */
function asObject(value: unknown): Members | null {
  if (value === undefined || value === null) return null;
  const plain: unknown = JSON.parse(
    JSON.stringify(value, (name, inner: unknown) => {
      if (SECRET_NAMES.test(name) && inner !== null && inner !== undefined) return MASK;
      return typeof inner === 'string' ? inner.replaceAll(SECRET_TEXTS, MASK) : inner;
    }),
  );
  return isPlain(plain) ? plain : { value: plain };
}

/** The members of one side that are missing or different on the other. */
function difference(one: Members, other: Members): Members {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(one)) {
    if (name === OWN_TIME) continue;
    const beside = other[name];
    if (canonicalJson(value) === canonicalJson(beside) && Object.hasOwn(other, name)) continue;
    kept[name] = isPlain(value) && isPlain(beside) ? difference(value, beside) : value;
  }
  return kept;
}

function bounded(changes: AuditChanges): AuditChanges {
  if (JSON.stringify(changes).length <= MAX_CHANGES) return changes;
  const names = (members: Members | undefined): Members => ({
    tooLarge: true,
    members: Object.keys(members ?? {}).slice(0, 100),
  });
  return {
    ...(changes.before === undefined ? {} : { before: names(changes.before) }),
    ...(changes.after === undefined ? {} : { after: names(changes.after) }),
  };
}

function isPlain(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
