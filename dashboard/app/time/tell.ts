import { facts } from '../client/facts.ts';
import { language } from '../words/language.ts';
import { locale } from '../words/numbers.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** `10:42`, in the school's zone; `10:42:05` with seconds. */
export function clockTime(iso: string, { seconds = false }: { readonly seconds?: boolean } = {}): string {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return seconds
    ? format('seconds', { ...options, second: '2-digit' }).format(new Date(iso))
    : format('clock', options).format(new Date(iso));
}

/** `Tue 24 Nov`; with the year when that is not this one. */
export function day(iso: string): string {
  const at = new Date(iso);
  const options = { weekday: 'short', day: 'numeric', month: 'short' } as const;
  const text =
    yearOf(at) === yearOf(new Date())
      ? format('day', options).format(at)
      : format('day of a year', { ...options, year: 'numeric' }).format(at);
  return text.replace(',', '');
}

/** `Tue 24 Nov, 10:42`. */
export function dayAndTime(iso: string): string {
  return `${day(iso)}, ${clockTime(iso)}`;
}

/** The whole moment with its zone, for those who hover or listen: `Tue 24 Nov, 10:42:05 (Europe/Madrid)`. */
export function wholeMoment(iso: string): string {
  return `${day(iso)}, ${clockTime(iso, { seconds: true })} (${zoneName()})`;
}

/** `3 h`, `12 min`, `5 s`, `2 days`: the greatest unit alone, rounded down. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min`;
  if (whole < 2 * 86_400) return `${Math.floor(whole / 3_600)} h`;
  const days = Math.floor(whole / 86_400);
  return language() === 'es' ? `${days} días` : `${days} days`;
}

/** The school's zone by its name: `Europe/Madrid`. */
export function zoneName(): string {
  return facts.timeZone;
}

function yearOf(at: Date): string {
  return format('year', { year: 'numeric' }).format(at);
}

function format(kind: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language()} ${kind}`;
  let known = formats.get(key);
  if (known === undefined) {
    known = new Intl.DateTimeFormat(locale(), { ...options, timeZone: facts.timeZone });
    formats.set(key, known);
  }
  return known;
}
