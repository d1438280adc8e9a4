import { isIP } from 'node:net';
import type { SchoolHours } from '../contracts/policy/bundle.ts';
import { WEEKDAYS, type Weekday } from '../contracts/policy/model.ts';
import { clockMinutes } from '../contracts/policy/schedule.ts';
import type { Reader } from './setting-readers.ts';

const HOURS = /^([a-z]{3})(?:\s*-\s*([a-z]{3}))?\s+(\d{2}:\d{2})\s*-\s*(\d{2}:\d{2})$/;
/** The same limit as in a policy's schedule. */
const MAX_HOURS = 50;
/** A device asks them one after the other. */
const MAX_UPSTREAMS = 8;
const MAX_URL_LENGTH = 300;

/** Windows such as “mon-fri 07:00-17:00”; null for an empty list: lessons are always. */
export const readSchoolHours: Reader<readonly SchoolHours[] | null> = (value) => {
  const windows = itemsOf(value, MAX_HOURS).map((item) => {
    const window = windowOf(item);
    if (window === null)
      throw new RangeError(`must hold hours such as "mon-fri 07:00-17:00", not ${JSON.stringify(item)}`);
    return window;
  });
  return windows.length === 0 ? null : windows;
};

/** Resolvers: addresses, or `https://…` for DNS over https (RFC 8484). */
export const readUpstreams: Reader<readonly string[]> = (value) =>
  itemsOf(value, MAX_UPSTREAMS).map((item) => {
    if (isIP(item) !== 0 || isUrl(item, 'https:')) return item;
    throw new RangeError(
      `must hold addresses or such as "https://dns.school.example/dns-query", not ${JSON.stringify(item)}`,
    );
  });

/** An address by plain http: a captive portal would have to forge a certificate for any other. */
export const readConnectivityUrl: Reader<string> = (value) => {
  if (typeof value === 'string' && isUrl(value.trim(), 'http:')) return value.trim();
  throw new RangeError(`must be an address that begins with "http://", not ${JSON.stringify(value)}`);
};

function itemsOf(value: unknown, most: number): readonly string[] {
  const items = typeof value === 'string' ? value.split(',').filter((item) => item.trim() !== '') : value;
  if (!Array.isArray(items) || !items.every((item) => typeof item === 'string'))
    throw new RangeError(`must be a list of texts, not ${JSON.stringify(value)}`);
  if (items.length > most) throw new RangeError(`must hold at most ${most}`);
  return items.map((item) => item.trim());
}

function windowOf(text: string): SchoolHours | null {
  const [, first, last, from, to] = HOURS.exec(text.toLowerCase()) ?? [];
  const days = daysOf(first, last ?? first);
  if (days === null || from === undefined || to === undefined) return null;
  return clockMinutes(from) === null || clockMinutes(to) === null || from === to ? null : { days, from, to };
}

/** `fri-mon` goes over the end of the week. */
function daysOf(first: string | undefined, last: string | undefined): Weekday[] | null {
  const names: readonly string[] = WEEKDAYS;
  const from = names.indexOf(first ?? '');
  const to = names.indexOf(last ?? '');
  if (from === -1 || to === -1) return null;
  const count = ((to - from + WEEKDAYS.length) % WEEKDAYS.length) + 1;
  return [...WEEKDAYS, ...WEEKDAYS].slice(from, from + count);
}

function isUrl(text: string, protocol: 'http:' | 'https:'): boolean {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text)) return false;
  const url = new URL(text);
  return url.protocol === protocol && url.username === '' && url.password === '' && url.hash === '';
}
