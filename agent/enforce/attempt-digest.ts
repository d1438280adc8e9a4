import type { EgressAttempt } from '../ports/filter-control.ts';

/**
 * Addresses that one reading names. A program that means it tries a few; whoever sends packets to thousands wants the log full of them, and each would be a record that
 * pushes an older one out of a full outbox.
 */
const MAX_NAMED = 20;
/** Of one record (contracts/mqtt/messages.ts). */
const MAX_COUNT = 1_000_000;

/** What the firewall saw, as the log is to have it: by user and address, the most frequent first; beyond the limit by user and kind alone. No attempt goes uncounted. */
export function digestAttempts(seen: readonly EgressAttempt[]): readonly EgressAttempt[] {
  const byAddress = new Map<string, EgressAttempt>();
  for (const { kind, address, port, uid, count } of seen) add(byAddress, { kind, address, port, uid, count });
  const all = [...byAddress.values()].sort((a, b) => b.count - a.count);
  const rest = new Map<string, EgressAttempt>();
  for (const { kind, uid, count } of all.slice(MAX_NAMED))
    add(rest, { kind, address: null, port: null, uid, count });
  return [...all.slice(0, MAX_NAMED), ...rest.values()];
}

function add(known: Map<string, EgressAttempt>, attempt: EgressAttempt): void {
  const key = JSON.stringify([attempt.kind, attempt.address, attempt.port, attempt.uid]);
  const count = (known.get(key)?.count ?? 0) + attempt.count;
  known.set(key, { ...attempt, count: Math.min(count, MAX_COUNT) });
}
