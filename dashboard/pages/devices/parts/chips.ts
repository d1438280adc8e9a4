import { duration } from '../../../app/time/tell.ts';
import type { DevicesSearch, ListName } from '../search.ts';
import { devicesWords } from '../words.ts';

/** One condition of the address, as a person reads it, and the address without it. */
export interface Chip {
  readonly key: string;
  readonly text: string;
  readonly without: DevicesSearch;
}

/** The conditions but for the search text and the order, which have places of their own. */
export function chipsOf({ q, sort, ...conditions }: DevicesSearch): readonly Chip[] {
  return Object.entries(conditions).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const values = [value].flat() as readonly (string | number)[];
    return values.map((one) => {
      const rest = values.filter((other) => other !== one);
      return {
        key: `${name} ${one}`,
        text: chipText(name, one),
        without: { q, sort, ...conditions, [name]: rest.length === 0 ? undefined : rest } as DevicesSearch,
      };
    });
  });
}

/** The values of a list that the API names. */
export function valuesOf(name: string): Readonly<Record<string, string>> {
  const w = devicesWords.read();
  const known: Partial<Record<ListName, Readonly<Record<string, string>>>> = {
    status: w.statuses,
    protection: w.protections,
    lock: w.locks,
    campus: w.campuses,
    platform: w.platforms,
  };
  return known[name as ListName] ?? {};
}

const AGE = /^(\d+)(m|h|d)$/;
const SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400 };

function chipText(name: string, value: string | number): string {
  const { filters, ago } = devicesWords.read();
  const [, count, unit] = AGE.exec(String(value)) ?? [];
  const label = filters[name as keyof typeof filters] ?? name;
  if (name.endsWith('Before') && count !== undefined)
    return `${label}: ${ago(duration(Number(count) * (SECONDS[unit ?? ''] ?? 0)))}`;
  return `${label}: ${valuesOf(name)[value] ?? value}`;
}
