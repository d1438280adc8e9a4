import type { CompiledBundle } from '../../../contracts/policy/match.ts';
import { bundleChanges, situationAt } from '../../../contracts/policy/next-change.ts';
import { createNumbering } from './numbering.ts';

/**
 * Cuts a time into stretches in which nothing begins or ends, and numbers their situations: moments with the same number are alike for all bundles.
 * @returns the number of a moment within the time; fast when moments come in their order
 */
export function createTimeStates(
  bundles: readonly CompiledBundle[],
  range: { readonly from: number; readonly to: number },
): (at: number) => number {
  const changes = bundles.flatMap((bundle) => bundleChanges(bundle, range));
  const starts = [...new Set([range.from, ...changes])].sort((a, b) => a - b);
  const numbering = createNumbering<string>();
  const states = starts.map((start) =>
    numbering.of(bundles.map((bundle) => situationAt(bundle, start)).join('|')),
  );
  let current = 0;
  const holds = (index: number, at: number): boolean =>
    at >= (starts[index] ?? Number.POSITIVE_INFINITY) && at < (starts[index + 1] ?? Number.POSITIVE_INFINITY);
  return (at) => {
    if (!holds(current, at)) current = lastNotAfter(starts, at);
    return states[current] ?? 0;
  };
}

/** Index of the last start that is not after a moment; 0 when all are. */
function lastNotAfter(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? Number.POSITIVE_INFINITY) <= at) low = middle;
    else high = middle;
  }
  return low;
}
