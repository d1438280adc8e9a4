import type { FastifyRequest } from 'fastify';
import { browserCookie, KNOWN_DAYS, type KnownBrowsers } from './authentication/known-browsers.ts';
import { cookieOf, cookieText, sessionCookie } from './authentication/session-cookie.ts';
import { SESSION_HOURS } from './authentication/sessions.ts';
import type { Client } from './route.ts';

const MAX_USER_AGENT = 200;

/** The program that sent a request. */
export function clientOf(request: FastifyRequest, browsers: KnownBrowsers): Client {
  return {
    address: request.ip,
    userAgent: userAgentOf(request),
    sessionSecret: cookieOf(request),
    get browser() {
      return browsers.of(request);
    },
    sessionCookie: (secret) =>
      sessionCookie(request, secret ?? '', secret === null ? 0 : SESSION_HOURS * 3_600),
    signedInCookies: ({ secret, session }) => [
      sessionCookie(request, secret, SESSION_HOURS * 3_600),
      cookieText(request, {
        name: browserCookie(request),
        value: browsers.remember(session.account.email),
        maxAgeSeconds: KNOWN_DAYS * 86_400,
        sameSite: 'Strict',
      }),
    ],
  };
}

/** The `User-Agent` header, cut to the stored length. */
export function userAgentOf(request: Pick<FastifyRequest, 'headers'>): string | null {
  return request.headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null;
}
