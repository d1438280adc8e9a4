import { normaliseHost } from '../../../contracts/policy/host.ts';
import type { Question } from '../judge.ts';

/** Longer addresses are not explained, nor asked for (characters). */
const MAX_URL_LENGTH = 2_048;

/** What somebody asks about. */
export interface AskedAddress {
  readonly host: string;
  readonly url: string | null;
}

/**
 * The question to the judge: only plain http shows more than its host.
 * @param uid of the socket by which somebody asks, as in `Question`
 */
export function questionOf({ host, url }: AskedAddress, uid: number | null): Question {
  return { host, url: url?.startsWith('http://') === true ? url : null, app: null, via: 'proxy', uid };
}

/** What somebody typed, as an address. */
export function addressOf(text: string): AskedAddress | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > MAX_URL_LENGTH) return null;
  const written = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(written)) return null;
  const host = normaliseHost(new URL(written).hostname);
  return host === null ? null : { host, url: urlWithin(written, host) };
}

/** An address of a host, without what could be secret in it; null when it is none of that host's. */
export function urlWithin(text: string, host: string): string | null {
  if (text.length > MAX_URL_LENGTH || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (normaliseHost(url.hostname) !== host) return null;
  url.username = '';
  url.password = '';
  url.hash = '';
  return url.href;
}
