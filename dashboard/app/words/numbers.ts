import { language } from './language.ts';

const numbers = new Map<string, Intl.NumberFormat>();
const lists = new Map<string, Intl.ListFormat>();

/** `12,480` in English, `12.480` in Spanish. */
export function number(n: number): string {
  return format('number', { useGrouping: 'always', maximumFractionDigits: 1 }).format(n);
}

/** `0.5` is 50 %. What is neither none nor all is never rounded to either. */
export function percent(fraction: number): string {
  const whole = format('percent', { style: 'percent', maximumFractionDigits: 0 });
  if (fraction > 0 && fraction < 0.01) return `< ${whole.format(0.01)}`;
  if (fraction > 0.99 && fraction < 1) return whole.format(0.99);
  return whole.format(fraction);
}

/** "a, b and c". */
export function listed(items: readonly string[]): string {
  let list = lists.get(language());
  if (list === undefined) {
    list = new Intl.ListFormat(locale(), { type: 'conjunction', style: 'long' });
    lists.set(language(), list);
  }
  return list.format(items);
}

/** English by the British usage: a day before its month, and no comma before "and". */
export function locale(): string {
  return language() === 'es' ? 'es' : 'en-GB';
}

function format(kind: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language()} ${kind}`;
  let known = numbers.get(key);
  if (known === undefined) {
    known = new Intl.NumberFormat(locale(), options);
    numbers.set(key, known);
  }
  return known;
}
