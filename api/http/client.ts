import type { FastifyRequest } from 'fastify';
import { cookieOf, sessionCookie } from './authentication/session-cookie.ts';
import { SESSION_HOURS } from './authentication/sessions.ts';
import type { Client } from './route.ts';

const MAX_USER_AGENT = 200;

/** What is known of the program at the other end of a request. */
export function clientOf(request: FastifyRequest): Client {
  return {
    address: request.ip,
    userAgent: userAgentOf(request),
    sessionSecret: cookieOf(request),
    sessionCookie: (secret) =>
      sessionCookie(request, secret ?? '', secret === null ? 0 : SESSION_HOURS * 3_600),
  };
}

/** The header, cut to what is kept of it. */
export function userAgentOf(request: Pick<FastifyRequest, 'headers'>): string | null {
  return request.headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null;
}
