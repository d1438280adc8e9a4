/** How many changes are kept for streams that come back. */
const KEPT = 5_000;
/** A stream that has missed more than this is told to read everything again: it costs less. */
const MOST_MISSED = 200;

/** The things that changed, by their ids, in the order of the changes. */
export interface ChangedThings {
  /** The place of the last change, for `Last-Event-ID`. */
  place(): string;
  /** @returns the place of each change */
  append(ids: readonly string[]): readonly string[];
  /** What has changed since a place, each thing once; null = it cannot be told, or is too much. */
  since(place: string): readonly string[] | null;
}

/** @param epoch names this list: places of another one, such as that of an earlier process, are unknown */
export function createChangedThings(epoch: string): ChangedThings {
  /** `kept[i]` is the change number `first + i`. */
  let kept: string[] = [];
  let first = 1;

  const last = (): number => first + kept.length - 1;
  const placeOf = (number: number): string => `${epoch}-${number}`;
  return {
    place: () => placeOf(last()),
    append(ids) {
      const from = last() + 1;
      kept.push(...ids);
      if (kept.length > 2 * KEPT) {
        first += kept.length - KEPT;
        kept = kept.slice(-KEPT);
      }
      return ids.map((_id, index) => placeOf(from + index));
    },
    since(place) {
      const [, of, digits = ''] = /^(\w+)-(\d{1,15})$/.exec(place) ?? [];
      const number = Number(digits);
      if (of !== epoch || number < first - 1 || number > last()) return null;
      const missed = new Set(kept.slice(number - first + 1));
      return missed.size > MOST_MISSED ? null : [...missed];
    },
  };
}
