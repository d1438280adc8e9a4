import { Fault } from '../../kit/fault.ts';
import { networkOf } from '../../kit/networks.ts';
import { sha256 } from '../../kit/signing.ts';
import { textKey } from '../../kit/text-key.ts';
import type { FailureCount } from '../../store/ports/accounts.ts';
import type { Repositories } from '../../store/ports/store.ts';
import type { KnownBrowser } from '../http/authentication/known-browsers.ts';

/**
 * Slows guessing down. A failure counts three times: for the typed name from one network, for the name from everywhere, and for the
 * network. A name counts whether or not such an account exists. The counts are in the store, so a restart does not reset them. An attempt
 * counts as failed before it is checked, so that parallel attempts do not count as one. An attacker locks nobody else out: a browser that
 * the person has signed in with before is counted by itself, and a name without failures is let through whatever its network has tried.
 */
interface Limit {
  /** This many failures cause no delay. */
  readonly free: number;
}

/** A person mistypes a few times. OWASP ASVS 2.2.1 allows 100 an hour; this limit lets some 10 pass. */
const NAME_HERE_LIMIT: Limit = { free: 5 };
/**
 * Attempts at one name from many networks are an attack, but a few failures elsewhere must not lock its owner out. Still within the 100 an
 * hour of OWASP ASVS 2.2.1.
 */
const NAME_LIMIT: Limit = { free: 50 };
/** A whole school may share one address. */
const ADDRESS_LIMIT: Limit = { free: 30 };
/** The first delay; each further failure doubles it. */
const FIRST_DELAY_MS = 30_000;
const MAX_DELAY_MS = 900_000;
/** All failures are forgotten after this long without a new one. */
const FORGET_MS = 3_600_000;

/** How long attempts are refused after this many failures (milliseconds). */
export function delayAfter(failures: number, { free }: Limit): number {
  return failures < free ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - free));
}

/** The name, network and browser of an attempt. */
export interface AttemptFacts {
  /** The name as it was typed. */
  readonly name: string;
  readonly address: string;
  /** The browser, if somebody has signed in with it before. */
  readonly browser: KnownBrowser | null;
  readonly now: number;
  /** Each purpose is counted apart. Default: a sign-in. */
  readonly purpose?: Purpose;
}

type Purpose = 'sign-in' | 'password reset';

const REFUSALS: Readonly<Record<Purpose, string>> = {
  'sign-in': 'Too many failed sign-ins; wait before the next one.',
  'password reset': 'Too many new passwords were asked for; look into your mailbox, or wait.',
};

/** An attempt that may be checked. */
export interface Attempt {
  /** Call it after a success: the attempt does not count, and the name starts afresh from this network. */
  succeeded(repositories: Pick<Repositories, 'signInFailures'>): Promise<void>;
  /** Call it after an attempt that neither failed nor succeeded: it does not count, and all others do. */
  withdrawn(repositories: Pick<Repositories, 'signInFailures'>): Promise<void>;
}

/**
 * Admits an attempt and counts it as failed for now. Run it in a transaction of its own, before the password is checked.
 * @throws Fault rate_limited with the time to wait
 */
export async function beginAttempt(
  { signInFailures }: Pick<Repositories, 'signInFailures'>,
  { name, address, browser, now, purpose = 'sign-in' }: AttemptFacts,
): Promise<Attempt> {
  const [network, who] = [networkOf(address), sha256(textKey(name))];
  const kind = purpose === 'sign-in' ? '' : 'reset ';
  const ofName = `${kind}name ${who}`;
  const ofNetwork = `${kind}address ${network}`;
  const buckets =
    browser?.isOf(name) === true
      ? [{ bucket: `${kind}browser ${browser.id}`, limit: NAME_HERE_LIMIT }]
      : [
          { bucket: `${kind}name ${who} ${network}`, limit: NAME_HERE_LIMIT },
          { bucket: ofName, limit: NAME_LIMIT },
          { bucket: ofNetwork, limit: ADDRESS_LIMIT },
        ];
  await signInFailures.purge(now - FORGET_MS);
  const known = await Promise.all(
    buckets.map(async ({ bucket, limit }) => ({ bucket, limit, count: await signInFailures.get(bucket) })),
  );
  const hasFailed = known.some(({ bucket, count }) => bucket === ofName && (count?.failures ?? 0) > 0);
  const waitMs = Math.max(
    ...known
      .filter(({ bucket }) => hasFailed || bucket !== ofNetwork)
      .map(({ count, limit }) => waitOf(count, limit, now)),
  );
  if (waitMs > 0)
    throw new Fault('rate_limited', REFUSALS[purpose], {
      extras: { retryAfterSeconds: Math.ceil(waitMs / 1_000) },
    });
  for (const { bucket, count } of known)
    await signInFailures.put(bucket, { failures: (count?.failures ?? 0) + 1, lastAt: now });
  const [here, ...shared] = buckets.map(({ bucket }) => bucket);
  return {
    async succeeded(repositories) {
      if (here !== undefined) await repositories.signInFailures.delete(here);
      // Failures by others, for the name or from the network, stay counted.
      for (const bucket of shared) await takeBack(repositories, bucket, null);
    },
    async withdrawn(repositories) {
      for (const { bucket, count } of known) await takeBack(repositories, bucket, count);
    },
  };
}

/** One failure less. @param before what the bucket was before the attempt: if nobody failed since, no time has to be waited for the attempt either */
async function takeBack(
  { signInFailures }: Pick<Repositories, 'signInFailures'>,
  bucket: string,
  before: FailureCount | null,
): Promise<void> {
  const count = await signInFailures.get(bucket);
  if (count === null) return;
  const failures = Math.max(0, count.failures - 1);
  const lastAt = before?.failures === failures ? before.lastAt : count.lastAt;
  await signInFailures.put(bucket, { failures, lastAt });
}

/** Never longer than the delay itself, even if the clock was set back. */
function waitOf(count: FailureCount | null, limit: Limit, now: number): number {
  if (count === null) return 0;
  const delay = delayAfter(count.failures, limit);
  return Math.min(delay, Math.max(0, count.lastAt + delay - now));
}
