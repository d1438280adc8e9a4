import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Fault } from '../../kit/fault.ts';
import { sha256 } from '../../kit/signing.ts';
import type { FailureCount } from '../../store/ports/accounts.ts';
import type { Repositories } from '../../store/ports/store.ts';
import { textKey } from '../../store/rules/text-key.ts';

/**
 * Slows guessing down. Failures are counted for the name that was typed (whether or not there is such an account) and for the address, in the
 * store, so that a restart forgives nothing. An attempt counts as failed before it is checked: many at once are not one.
 */
interface Limit {
  /** So many failures cost nothing. */
  readonly free: number;
}

/** A person mistypes a few times; OWASP ASVS 2.2.1 allows 100 an hour, this lets some 10 pass. */
const NAME_LIMIT: Limit = { free: 5 };
/** A whole school may sit behind one address. */
const ADDRESS_LIMIT: Limit = { free: 30 };
/** The first delay; each further failure doubles it. */
const FIRST_DELAY_MS = 30_000;
const MAX_DELAY_MS = 900_000;
/** After this long without a failure all is forgotten. */
const FORGET_MS = 3_600_000;

/** How long nothing more is accepted after so many failures (milliseconds). */
export function delayAfter(failures: number, { free }: Limit): number {
  return failures < free ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - free));
}

/** An attempt that was let through. */
export interface Attempt {
  /** It succeeded: it does not count, and the name starts afresh. */
  succeeded(repositories: Pick<Repositories, 'signInFailures'>): Promise<void>;
}

/**
 * Lets an attempt through, counted as failed for now. Give it in a transaction of its own, before the password is checked.
 * @throws Fault rate_limited with the time to wait
 */
export async function beginAttempt(
  { signInFailures }: Pick<Repositories, 'signInFailures'>,
  { name, address, now }: { readonly name: string; readonly address: string; readonly now: number },
): Promise<Attempt> {
  const buckets = [
    { bucket: `name ${sha256(textKey(name))}`, limit: NAME_LIMIT },
    { bucket: `address ${networkOf(address)}`, limit: ADDRESS_LIMIT },
  ] as const;
  await signInFailures.purge(now - FORGET_MS);
  const known = await Promise.all(
    buckets.map(async ({ bucket, limit }) => ({ bucket, limit, count: await signInFailures.get(bucket) })),
  );
  const waitMs = Math.max(...known.map(({ count, limit }) => waitOf(count, limit, now)));
  if (waitMs > 0)
    throw new Fault('rate_limited', 'Too many failed sign-ins; wait before the next one.', {
      extras: { retryAfterSeconds: Math.ceil(waitMs / 1_000) },
    });
  for (const { bucket, count } of known)
    await signInFailures.put(bucket, { failures: (count?.failures ?? 0) + 1, lastAt: now });
  return {
    async succeeded(repositories) {
      await repositories.signInFailures.delete(buckets[0].bucket);
      const count = await repositories.signInFailures.get(buckets[1].bucket);
      if (count !== null)
        await repositories.signInFailures.put(buckets[1].bucket, {
          ...count,
          failures: Math.max(0, count.failures - 1),
        });
    },
  };
}

/** Never longer than the delay itself, also when the clock was set back. */
function waitOf(count: FailureCount | null, limit: Limit, now: number): number {
  if (count === null) return 0;
  const delay = delayAfter(count.failures, limit);
  return Math.min(delay, Math.max(0, count.lastAt + delay - now));
}

/** One household of IPv6 has 2^64 addresses: they count as one. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
}
