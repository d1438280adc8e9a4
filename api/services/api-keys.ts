import type { ApiKeyId } from '../../contracts/ids.ts';
import { RATE_LIMIT_RANGE, type Scope, type Tier } from '../../contracts/scopes.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import type { IdSource, Random } from '../../kit/random.ts';
import type { Store } from '../../store/ports/store.ts';
import { displayApiKey, hashApiKey, newApiKeyText } from '../http/api-key-text.ts';

export interface ApiKeyRequest {
  readonly organisationId: number;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly tier: Tier;
  /** Requests a minute instead of the tier's; null = the tier's. */
  readonly rateLimitOverride: number | null;
  /** Epoch milliseconds; null = never. */
  readonly expiresAt: number | null;
}

/**
 * Makes an API key. `key` is its text, which nothing can show again: only its SHA-256 is stored. A sandbox organisation gets
 * `sgk_test_…`. @throws Fault not_found without such an organisation, unprocessable for a limit or expiry out of range
 */
export async function createApiKey(
  tools: {
    readonly store: Pick<Store, 'transaction'>;
    readonly clock: Clock;
    readonly ids: IdSource;
    readonly random: Random;
  },
  request: ApiKeyRequest,
): Promise<{ readonly id: ApiKeyId; readonly key: string }> {
  const { store, clock, ids, random } = tools;
  const now = clock.now();
  check(request, now);
  return await store.transaction(async (tx) => {
    const organisation = await tx.organisations.get(request.organisationId);
    if (organisation === null) throw new Fault('not_found', 'There is no such organisation.');
    const key = newApiKeyText(random, organisation.kind === 'sandbox' ? 'test' : 'live');
    const id = ids.next('key');
    await tx.apiKeys.create(
      { ...request, id, ouPath: null, ipAllowList: [], revokedAt: null, createdAt: now },
      {
        slot: 'primary',
        hash: hashApiKey(key),
        display: displayApiKey(key),
        createdAt: now,
        expiresAt: null,
      },
    );
    tx.wake({ kind: 'api_keys' });
    return { id, key };
  });
}

function check({ scopes, rateLimitOverride, expiresAt }: ApiKeyRequest, now: number): void {
  const { min, max } = RATE_LIMIT_RANGE;
  if (scopes.length === 0) throw new Fault('unprocessable', 'A key has at least one scope.');
  if (rateLimitOverride !== null && !(rateLimitOverride >= min && rateLimitOverride <= max))
    throw new Fault('unprocessable', `A key’s own limit is from ${min} to ${max} requests a minute.`);
  if (expiresAt !== null && expiresAt <= now)
    throw new Fault('unprocessable', 'The key would have expired already.');
}
