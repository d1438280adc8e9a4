import { BlockList, isIPv6 } from 'node:net';
import type { ErrorCode } from '../../contracts/errors.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import type { ApiKeyRecord, KeySecret } from '../../store/ports/api-keys.ts';
import type { Store } from '../../store/ports/store.ts';
import { hashApiKey, isApiKeyText } from './api-key-text.ts';
import type { Caller } from './route.ts';

/** Who a request comes from, or why that is not known. */
export type Identification =
  | { readonly kind: 'key'; readonly caller: Caller }
  | { readonly kind: 'refused'; readonly fault: Fault };

export interface Authentication {
  /** Reads `Authorization: Bearer <key>` (RFC 6750). Never throws for bad keys. */
  identify(header: string | undefined, address: string): Promise<Identification>;
  start(): void;
  stop(): void;
}

interface CacheEntry {
  readonly found: { readonly key: ApiKeyRecord; readonly secret: KeySecret; readonly caller: Caller } | null;
  readonly at: number;
}

/** A revocation made by another process is noticed within this time; one of this process at once, by its wake-up. */
const CACHE_MS = 5_000;
/** Keys in use at a time: a district has dozens. Invented keys with a right checksum fill it too, so it is bounded. */
const CACHE_ENTRIES = 1_000;

const BEARER = /^Bearer +([^\s]+) *$/i;

export function createAuthentication({
  store,
  clock,
}: {
  readonly store: Store;
  readonly clock: Clock;
}): Authentication {
  const cache = new Map<string, CacheEntry>();
  /** Grows with every change of keys: what was looked up before it must not be kept after it. */
  let generation = 0;
  let unsubscribe: (() => void) | null = null;

  const find = async (hash: string): Promise<CacheEntry['found']> => {
    const known = cache.get(hash);
    const now = clock.monotonic();
    if (known !== undefined && now - known.at < CACHE_MS) return known.found;
    const askedIn = generation;
    const match = await store.apiKeys.byHash(hash);
    const organisation = match === null ? null : await store.organisations.get(match.key.organisationId);
    const found =
      match === null || organisation === null
        ? null
        : {
            ...match,
            caller: {
              actor: match.key.id,
              credential: { kind: 'key' as const, key: match.key },
              scopes: match.key.scopes,
              ouPath: match.key.ouPath,
              organisationId: organisation.id,
              timezone: organisation.timezone,
              plan: organisation.plan,
            },
          };
    // An unknown key is not kept: it may be made the next moment, and invented ones would push the real ones out.
    if (found === null || askedIn !== generation) return found;
    const oldest = cache.keys().next();
    if (cache.size >= CACHE_ENTRIES && oldest.done !== true) cache.delete(oldest.value);
    cache.set(hash, { found, at: now });
    return found;
  };

  return {
    async identify(header, address) {
      if (header === undefined || header.trim() === '') {
        return refused('missing_api_key', 'Send the header "Authorization: Bearer <API key>".');
      }
      const text = BEARER.exec(header)?.[1];
      if (text === undefined || !isApiKeyText(text))
        return refused('invalid_api_key', 'This is not an API key of Schoolgate.');
      const found = await find(hashApiKey(text));
      if (found === null) return refused('invalid_api_key', 'There is no such API key.');
      const fault = stateFault(found.key, found.secret, clock.now()) ?? addressFault(found.key, address);
      return fault === null ? { kind: 'key', caller: found.caller } : { kind: 'refused', fault };
    },
    start() {
      unsubscribe ??= store.bus.subscribe((wakeUp) => {
        if (wakeUp.kind !== 'api_keys') return;
        generation += 1;
        cache.clear();
      });
    },
    stop() {
      unsubscribe?.();
      unsubscribe = null;
    },
  };
}

function refused(code: ErrorCode, detail: string): Identification {
  return { kind: 'refused', fault: new Fault(code, detail) };
}

function stateFault(key: ApiKeyRecord, secret: KeySecret, now: number): Fault | null {
  if (key.revokedAt !== null) return new Fault('revoked_api_key', 'This API key was revoked.');
  if (key.expiresAt !== null && key.expiresAt <= now)
    return new Fault('expired_api_key', 'This API key has expired.');
  if (secret.expiresAt !== null && secret.expiresAt <= now) {
    return new Fault('expired_api_key', 'This secret was rotated and its grace is over; use the new one.');
  }
  return null;
}

function addressFault(key: ApiKeyRecord, address: string): Fault | null {
  if (key.ipAllowList.length === 0) return null;
  const allowed = new BlockList();
  for (const network of key.ipAllowList) {
    const [base = '', bits] = network.split('/');
    const family = isIPv6(base) ? 'ipv6' : 'ipv4';
    if (bits === undefined) allowed.addAddress(base, family);
    else allowed.addSubnet(base, Number(bits), family);
  }
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address;
  if (allowed.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')) return null;
  return new Fault('ip_not_allowed', 'This API key may not be used from this address.');
}
