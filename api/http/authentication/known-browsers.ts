import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { base62, type Random } from '../../../kit/random.ts';
import { sha256 } from '../../../kit/signing.ts';
import { textKey } from '../../../kit/text-key.ts';
import { cookieName, cookieOf } from './session-cookie.ts';

/** A browser is forgotten after half a year without a sign-in. */
export const KNOWN_DAYS = 180;
const ID_LENGTH = 22; // 128 bits in base62
const WHO_LENGTH = 16;
const COOKIE = /^([0-9A-Za-z]{22})\.([\w-]{16})\.([\w-]{43})$/;

/** A browser with which somebody has signed in before. */
export interface KnownBrowser {
  readonly id: string;
  /** Whether this person was the last to sign in with it. */
  isOf(email: string): boolean;
}

/**
 * Tells browsers that somebody has signed in with from the browsers of a stranger who guesses (OWASP, “Slow down online guessing attacks
 * with device cookies”). So the failures of others do not lock a person's own browser out. The cookie gives no access, and the server
 * stores nothing about it.
 */
export interface KnownBrowsers {
  /** The known browser of a request; null = the request carries no valid browser cookie. */
  of(request: Pick<FastifyRequest, 'headers' | 'protocol' | 'host' | 'socket'>): KnownBrowser | null;
  /** The cookie value for a browser with which this person has just signed in. */
  remember(email: string): string;
}

export function createKnownBrowsers(secret: Uint8Array, random: Random): KnownBrowsers {
  const seal = (id: string, who: string): string =>
    createHmac('sha256', secret).update(`${id}.${who}`).digest('base64url');
  const isSealed = (given: string, id: string, who: string): boolean =>
    timingSafeEqual(Buffer.from(given), Buffer.from(seal(id, who)));
  return {
    of(request) {
      const [, id = '', who = '', given = ''] =
        COOKIE.exec(cookieOf(request, browserCookie(request)) ?? '') ?? [];
      if (id === '' || !isSealed(given, id, who)) return null;
      return { id, isOf: (email) => whoOf(email) === who };
    },
    remember(email) {
      const [id, who] = [base62(random, ID_LENGTH), whoOf(email)];
      return `${id}.${who}.${seal(id, who)}`;
    },
  };
}

/** The name of the cookie. */
export function browserCookie(request: Parameters<KnownBrowsers['of']>[0]): string {
  return cookieName(request, '-known');
}

function whoOf(email: string): string {
  return sha256(textKey(email.trim())).slice(0, WHO_LENGTH);
}
