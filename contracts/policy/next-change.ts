import type { CompiledBundle } from './match.ts';

/**
 * The first moment after `at` (epoch milliseconds) at which the verdict of an equal question may change, because a schedule, an override or
 * a session begins or ends. Null = never. Verdicts may be cached until then.
 */
export function nextBundleChange(compiled: CompiledBundle, at: number): number | null {
  let next = Number.POSITIVE_INFINITY;
  for (const { schedule } of compiled.policies) next = Math.min(next, schedule?.nextChange(at) ?? next);
  for (const moment of bounds(compiled)) if (moment > at && moment < next) next = moment;
  return next === Number.POSITIVE_INFINITY ? null : next;
}

/** All such moments after `from` and before `to` (epoch milliseconds), in order, each once. */
export function bundleChanges(
  compiled: CompiledBundle,
  { from, to }: { readonly from: number; readonly to: number },
): readonly number[] {
  const moments = new Set<number>();
  for (const { schedule } of compiled.policies) {
    if (schedule === null) continue;
    for (let at = schedule.nextChange(from); at !== null && at < to; at = schedule.nextChange(at))
      moments.add(at);
  }
  for (const moment of bounds(compiled)) if (moment > from && moment < to) moments.add(moment);
  return [...moments].sort((a, b) => a - b);
}

/**
 * The situation of a bundle at a moment, as a text: everything that the verdicts depend on in time. At two moments with the same situation,
 * equal questions get equal verdicts.
 */
export function situationAt({ policies, overrides, sessions }: CompiledBundle, at: number): string {
  const on = policies.map(({ schedule }) => (schedule === null || schedule.isActive(at) ? 1 : 0));
  const open = overrides.map(({ startsAt, expiresAt }) => (at >= startsAt && at < expiresAt ? 1 : 0));
  const running = sessions.map(({ session }) => (at >= session.startsAt && at < session.endsAt ? 1 : 0));
  return `${on.join('')};${open.join('')};${running.join('')}`;
}

function* bounds({ overrides, sessions }: CompiledBundle): Generator<number> {
  for (const { startsAt, expiresAt } of overrides) yield* [startsAt, expiresAt];
  for (const { session } of sessions) yield* [session.startsAt, session.endsAt];
}
