import { type Clock, delay } from '../../kit/clock.ts';
import { Fault, messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';

/** One thing without which the server is of no use. */
export interface ReadinessCheck {
  readonly name: string;
  /** @throws with the reason */
  check(): Promise<void> | void;
  /** What is to be said though all is well enough, in words for anybody; null = nothing. Asked once the check has passed. */
  readonly notice?: () => string | null;
}

export interface Readiness {
  readonly ready: boolean;
  /** `ok`, or what is to be said in words for anybody; by check. */
  readonly checks: Readonly<Record<string, string>>;
}

/** A check that takes longer has failed: probes of orchestrators wait a second or two. */
const CHECK_MS = 1_000;

/** Runs all checks beside one another; the log has the whole reason of a failure. */
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
        // Whoever loses the race must not end the process.
        late.catch(() => undefined);
        await Promise.race([Promise.resolve().then(check), late]);
        return { name, isFit: true, says: notice?.() ?? 'ok' };
      } catch (error) {
        log.warn({ check: name, error: messageOf(error) }, 'the server is not ready');
        // Anybody may ask: only what was written for callers is told.
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
