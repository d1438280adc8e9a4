import type { ApiKeyUsage } from '../../../../sdk/node/index.ts';
import { locale } from '../../../app/words/numbers.ts';

const DAY_MS = 86_400_000;

export interface UsageDay {
  /** A UTC day, `2026-11-20`. */
  readonly date: string;
  readonly requests: number;
  readonly errors: number;
}

/** Each day of the report, also those without a request. */
export function byDay({ from, to, days }: ApiKeyUsage): readonly UsageDay[] {
  const sums = new Map<string, UsageDay>();
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) {
    const date = new Date(at).toISOString().slice(0, 10);
    sums.set(date, { date, requests: 0, errors: 0 });
  }
  for (const { date, requests, errors } of days) {
    const sum = sums.get(date) ?? { date, requests: 0, errors: 0 };
    sums.set(date, { date, requests: sum.requests + requests, errors: sum.errors + errors });
  }
  return [...sums.values()];
}

/** The days of the report are UTC days: they are named as such. */
export function dayName(date: string): string {
  return new Intl.DateTimeFormat(locale(), { timeZone: 'UTC', day: 'numeric', month: 'short' }).format(
    new Date(`${date}T00:00:00Z`),
  );
}
