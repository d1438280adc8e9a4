import type { Place } from './parts/device-table.tsx';
import { NONE, type Selected } from './parts/use-selection.ts';

/** How somebody left the list, so that Back finds it so. */
export interface Kept {
  readonly place: Place;
  readonly selected: Selected;
}

export const FRESH: Kept = { place: { offset: 0, active: 0 }, selected: NONE };

/** Entries of the history that are remembered; the oldest are forgotten. */
const MOST = 30;

const kept = new Map<string, Kept>();

/** @param entry the history's key of the address */
export function recall(entry: string): Kept {
  return kept.get(entry) ?? FRESH;
}

export function remember(entry: string, state: Kept): void {
  kept.delete(entry);
  kept.set(entry, state);
  const [oldest] = kept.keys();
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
}
