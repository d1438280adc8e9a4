import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../kit/clock.ts';
import type { Random } from '../../../kit/random.ts';
import { MAX_NOTE_LENGTH } from './ask-part.ts';

/** A student asks for a page. */
export interface AccessRequest {
  readonly host: string;
  /** Whole address, where it is known. */
  readonly url: string | null;
  readonly ruleId: string | null;
  readonly policyId: string | null;
  /** What the student wrote, at most 300 characters, without control characters; may be empty. */
  readonly note: string;
  /** Epoch milliseconds, server time as the device knows it. */
  readonly at: number;
  readonly user: string | null;
}

/** How long a form can be sent after it was shown: a lesson may pass (milliseconds). */
const TOKEN_LIFE_MS = 3_600_000;
/** Most requests of one person in this time (milliseconds), so that a class that plays with the button does not flood its teacher. */
const MOST_REQUESTS = 5;
const PERIOD_MS = 600_000;

/** `again`: this person asked for this host just now. `busy`: too many requests of theirs. */
export type AskLimit = 'fine' | 'again' | 'busy';

/** Guards the form: it counts only when it was shown for that host within the hour. */
export interface AccessRequests {
  tokenFor(host: string): string;
  isValid(token: string, host: string): boolean;
  /** Counts a request when it is `fine`. Each person is counted apart, so that nobody keeps another from asking. */
  admit(host: string, user: string | null): AskLimit;
}

/** Tokens hold for this run of the worker only: HMAC-SHA256 over host and time with a key that is made here. */
export function createAccessRequests({
  clock,
  random,
}: {
  readonly clock: Clock;
  readonly random: Random;
}): AccessRequests {
  const key = random.bytes(32);
  let admitted: readonly {
    readonly host: string;
    readonly user: string | null;
    readonly at: number;
  }[] = [];

  const sign = (host: string, at: string): Buffer =>
    createHmac('sha256', key).update(`${at}\n${host}`).digest().subarray(0, 16);
  return {
    tokenFor(host) {
      const at = Math.floor(clock.monotonic()).toString(36);
      return `${at}.${sign(host, at).toString('base64url')}`;
    },
    isValid(token, host) {
      const [at = '', mark = ''] = token.split('.', 2);
      const given = Buffer.from(mark, 'base64url');
      const right = sign(host, at);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return false;
      const age = clock.monotonic() - Number.parseInt(at, 36);
      return age <= TOKEN_LIFE_MS;
    },
    admit(host, user) {
      const now = clock.monotonic();
      admitted = admitted.filter(({ at }) => now - at < PERIOD_MS);
      const own = admitted.filter((request) => request.user === user);
      if (own.some((request) => request.host === host)) return 'again';
      if (own.length >= MOST_REQUESTS) return 'busy';
      admitted = [...admitted, { host, user, at: now }];
      return 'fine';
    },
  };
}

/** What was written into a form, as a request carries it. */
export function noteOf(text: string): string {
  return Array.from(text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim())
    .slice(0, MAX_NOTE_LENGTH)
    .join('')
    .trim();
}
