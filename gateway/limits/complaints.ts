import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { Counters, Refusal } from './stats.ts';

/** The same complaint about the same peer is logged again after this long. */
const WINDOW_MS = 600_000;

/** How many complaints are remembered. Above it all are forgotten: an attacker with many names then causes more log lines, but takes no memory. */
const MAX_REMEMBERED = 10_000;

/** Who is complained about: a device by its id, a stranger by its network address. */
export type Culprit = { readonly deviceId: string } | { readonly address: string };

/** Counts every refusal, and logs each once for a peer and reason within ten minutes. */
export interface Complaints {
  report(reason: Refusal, culprit: Culprit, error?: unknown): void;
}

export function createComplaints({
  clock,
  log,
  counters,
}: {
  readonly clock: Clock;
  readonly log: Log;
  readonly counters: Counters;
}): Complaints {
  const loggedAt = new Map<string, number>();
  return {
    report(reason, culprit, error) {
      counters.refused.set(reason, (counters.refused.get(reason) ?? 0) + 1);
      const key = `${reason} ${'deviceId' in culprit ? culprit.deviceId : culprit.address}`;
      const now = clock.monotonic();
      const last = loggedAt.get(key);
      if (last !== undefined && now - last < WINDOW_MS) return;
      if (loggedAt.size >= MAX_REMEMBERED) loggedAt.clear();
      loggedAt.set(key, now);
      const cause = error instanceof Error ? { error: error.message } : {};
      log.warn({ reason, ...culprit, ...cause }, 'refused by the gateway');
    },
  };
}
