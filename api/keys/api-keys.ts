import type { ApiKeyId } from '../../contracts/ids.ts';
import { DEFAULT_GRACE_SECONDS, MAX_GRACE_SECONDS } from '../../contracts/rest/keys.ts';
import { RATE_LIMIT_RANGE } from '../../contracts/scopes.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import type { IdSource, Random } from '../../kit/random.ts';
import type { ApiKeyDetails, ApiKeyRecord, KeySecret } from '../../store/ports/api-keys.ts';
import type { Repositories, Store, Transaction } from '../../store/ports/store.ts';
import { toApiKey } from '../../store/views/api-key.ts';
import { displayApiKey, hashApiKey, newApiKeyText } from '../http/authentication/api-key-text.ts';
import { notFound } from '../input/field-fault.ts';

/** The properties of a new key. */
export type ApiKeyRequest = Pick<
  ApiKeyRecord,
  'organisationId' | 'name' | 'scopes' | 'tier' | 'rateLimitOverride' | 'expiresAt'
> &
  Partial<Pick<ApiKeyRecord, 'ouPath' | 'ipAllowList'>>;

interface KeyTools {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: Random;
}

/** A key and the text of its newest secret, which cannot be shown again. */
export interface IssuedKey {
  readonly key: ApiKeyDetails;
  readonly text: string;
}

/**
 * Makes an API key in its own transaction, for the command line. `key` is its text, which cannot be shown again: the store has only its
 * SHA-256.
 * @throws Fault not_found without such an organisation, unprocessable for a limit or expiry out of range
 */
export async function createApiKey(
  tools: KeyTools & { readonly store: Pick<Store, 'transaction'> },
  request: ApiKeyRequest,
): Promise<{ readonly id: ApiKeyId; readonly key: string }> {
  const { key, text } = await tools.store.transaction(async (tx) => {
    const issued = await issueKey(tx, tools, request);
    await noteByCommand(tx, tools.clock.now(), { action: 'key.created', after: issued.key });
    return issued;
  });
  return { id: key.id, key: text };
}

/** Writes an audit entry for a change of a key by a server command. */
export async function noteByCommand(
  tx: Transaction,
  at: number,
  {
    action,
    before,
    after,
  }: { readonly action: string; readonly before?: ApiKeyDetails; readonly after: ApiKeyDetails },
): Promise<void> {
  await tx.audit.append({
    organisationId: after.organisationId,
    at,
    actor: 'cli',
    action,
    target: after.id,
    ...(before === undefined ? {} : { before: toApiKey(before) }),
    after: toApiKey(after),
  });
}

/**
 * Makes an API key. A sandbox organisation gets `sgk_test_…`.
 * @throws Fault not_found without such an organisation, unprocessable for a limit or expiry out of range
 */
export async function issueKey(
  tx: Transaction,
  { clock, ids, random }: KeyTools,
  request: ApiKeyRequest,
): Promise<IssuedKey> {
  const now = clock.now();
  check(request, now);
  const text = await newText(tx, random, request.organisationId);
  const id = ids.next('key');
  await tx.apiKeys.create(
    { ouPath: null, ipAllowList: [], ...request, id, revokedAt: null, createdAt: now },
    secretOf(text, { slot: 'primary', now }),
  );
  tx.wake({ kind: 'api_keys' });
  return { key: await keyOf(tx, request.organisationId, id), text };
}

/**
 * Puts a new secret into the key's idle slot. The other secret ends after the grace. Id, scopes, tier and counters stay. While two secrets
 * are valid no slot is idle: then only `graceSeconds: 0`, which ends both, is possible.
 * @throws Fault not_found, conflict for a revoked or expired key or a grace that still runs, unprocessable for a grace out of range
 */
export async function rotateKey(
  tx: Transaction,
  { clock, random }: Pick<KeyTools, 'clock' | 'random'>,
  {
    organisationId,
    id,
    graceSeconds = DEFAULT_GRACE_SECONDS,
  }: { readonly organisationId: number; readonly id: string; readonly graceSeconds?: number | undefined },
): Promise<IssuedKey> {
  if (!(graceSeconds >= 0 && graceSeconds <= MAX_GRACE_SECONDS))
    throw new Fault('unprocessable', `The grace is from 0 to ${MAX_GRACE_SECONDS} seconds.`);
  const now = clock.now();
  const known = await keyOf(tx, organisationId, id);
  if (known.revokedAt !== null) throw new Fault('conflict', 'The key is revoked: make a new one.');
  if (known.expiresAt !== null && known.expiresAt <= now)
    throw new Fault('conflict', 'The key has expired: change its expiry first, or make a new one.');
  const slot = slotForRotation(known, now);
  if (slot.busy && graceSeconds > 0)
    throw new Fault(
      'conflict',
      'Two secrets of this key are valid until the grace of the last rotation ends. Rotate after it, or with graceSeconds 0, which ends both now.',
    );
  const text = await newText(tx, random, organisationId);
  const key = await tx.apiKeys.rotate(organisationId, id, {
    secret: secretOf(text, { slot: slot.name, now }),
    otherEndsAt: now + graceSeconds * 1_000,
  });
  if (key === null) throw notFound('API key');
  tx.wake({ kind: 'api_keys' });
  return { key, text };
}

/** The idle slot; if none is idle, the slot of the secret that ends first. */
function slotForRotation(
  { primary, secondary }: ApiKeyDetails,
  now: number,
): { readonly name: KeySecret['slot']; readonly busy: boolean } {
  const ended = (secret: KeySecret): boolean => secret.expiresAt !== null && secret.expiresAt <= now;
  if (secondary === null || ended(secondary)) return { name: 'secondary', busy: false };
  if (ended(primary)) return { name: 'primary', busy: false };
  const primaryEndsFirst =
    (primary.expiresAt ?? Number.POSITIVE_INFINITY) <= (secondary.expiresAt ?? Number.POSITIVE_INFINITY);
  return { name: primaryEndsFirst ? 'primary' : 'secondary', busy: true };
}

/** @throws Fault not_found when there is none, or it is revoked already */
export async function revokeKey(
  tx: Transaction,
  { organisationId, id, now }: { readonly organisationId: number; readonly id: string; readonly now: number },
): Promise<void> {
  const known = await keyOf(tx, organisationId, id);
  if (known.revokedAt !== null) throw notFound('API key that is not revoked');
  await tx.apiKeys.revoke(organisationId, id, now);
  tx.wake({ kind: 'api_keys' });
}

/** @throws Fault not_found */
export async function keyOf(
  { apiKeys }: Pick<Repositories, 'apiKeys'>,
  organisationId: number,
  id: string,
): Promise<ApiKeyDetails> {
  const key = await apiKeys.get(organisationId, id);
  if (key === null) throw notFound('API key');
  return key;
}

async function newText(tx: Transaction, random: Random, organisationId: number): Promise<string> {
  const organisation = await tx.organisations.get(organisationId);
  if (organisation === null) throw new Fault('not_found', 'There is no such organisation.');
  return newApiKeyText(random, organisation.kind === 'sandbox' ? 'test' : 'live');
}

function secretOf(
  text: string,
  { slot, now }: { readonly slot: KeySecret['slot']; readonly now: number },
): KeySecret {
  return { slot, hash: hashApiKey(text), display: displayApiKey(text), createdAt: now, expiresAt: null };
}

function check({ scopes, rateLimitOverride, expiresAt }: ApiKeyRequest, now: number): void {
  const { min, max } = RATE_LIMIT_RANGE;
  if (scopes.length === 0) throw new Fault('unprocessable', 'A key has at least one scope.');
  if (rateLimitOverride !== null && !(rateLimitOverride >= min && rateLimitOverride <= max))
    throw new Fault('unprocessable', `A key’s own limit is from ${min} to ${max} requests a minute.`);
  if (expiresAt !== null && expiresAt <= now)
    throw new Fault('unprocessable', 'The key would have expired already.');
}
