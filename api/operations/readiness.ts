import { type Clock, delay } from '../../kit/clock.ts';
import { Fault, messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';

/** One condition of the server's readiness. */
export interface ReadinessCheck {
  readonly name: string;
  /** @throws an error with the reason */
  check(): Promise<void> | void;
  /** A remark in plain words, although the check passed; null = none. It is called after the check has passed. */
  readonly notice?: () => string | null;
}

export interface Readiness {
  readonly ready: boolean;
  /** `ok`, or the remark in plain words, by check. */
  readonly checks: Readonly<Record<string, string>>;
}

/** A check that takes longer has failed. Probes of orchestrators wait a second or two. */
const CHECK_MS = 1_000;

/** Runs all checks in parallel. The log gets the whole reason of a failure. */
export async function examineReadiness(
  checks: readonly ReadinessCheck[],
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<Readiness> {
  const results = await Promise.all(
    checks.map(async ({ name, check, notice }) => {
      const over = new AbortController();
      try {
        const late = delay(clock, CHECK_MS, over.signal).then(() => {
          throw new Fault('unavailable', `no answer within ${CHECK_MS} ms`);
        });
        // The check that loses the race may reject later, which must not end the process.
        late.catch(() => undefined);
        await Promise.race([Promise.resolve().then(check), late]);
        return { name, isFit: true, says: notice?.() ?? 'ok' };
      } catch (error) {
        log.warn({ check: name, error: messageOf(error) }, 'the server is not ready');
        // Anybody may call this, so only texts meant for callers are shown.
        return { name, isFit: false, says: error instanceof Fault ? error.detail : 'failed' };
      } finally {
        over.abort();
      }
    }),
  );
  return {
    ready: results.every(({ isFit }) => isFit),
    checks: Object.fromEntries(results.map(({ name, says }) => [name, says])),
  };
}
