import type { FastifyRequest } from 'fastify';
import { Fault } from '../../../kit/fault.ts';

type RequestPart = Pick<FastifyRequest, 'headers' | 'protocol' | 'host'> & {
  readonly socket: { readonly localPort?: number | undefined };
};

/**
 * `__Host-` ties a cookie to this host over TLS (RFC 6265bis); browsers accept it on https only. Cookies are shared between ports, so the
 * port in the name keeps two servers on one machine from ending each other's sessions.
 */
export function cookieName(request: RequestPart, purpose = ''): string {
  return `${request.protocol === 'https' ? '__Host-' : ''}schoolgate${purpose}-${request.socket.localPort ?? 0}`;
}

/** The `Set-Cookie` of a session; an age of 0 removes the cookie. Pages of other sites cannot make a browser send it. */
export function sessionCookie(request: RequestPart, secret: string, maxAgeSeconds: number): string {
  return cookieText(request, { name: cookieName(request), value: secret, maxAgeSeconds, sameSite: 'Strict' });
}

export function cookieText(
  request: RequestPart,
  cookie: {
    readonly name: string;
    readonly value: string;
    readonly maxAgeSeconds: number;
    readonly sameSite: 'Strict' | 'Lax';
  },
): string {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  return `${cookie.name}=${cookie.value}; Path=/; Max-Age=${cookie.maxAgeSeconds}; HttpOnly; SameSite=${cookie.sameSite}${secure}`;
}

/** The value of a cookie that the request carries; the session's by default. */
export function cookieOf(request: RequestPart, name = cookieName(request)): string | undefined {
  const wanted = `${name}=`;
  return request.headers.cookie
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(wanted))
    ?.slice(wanted.length);
}

/**
 * Refuses a request that a page of another site made the browser send (Fetch Metadata; the Origin for browsers without it).
 * @throws Fault csrf_refused
 */
export function refuseForeign(request: RequestPart): void {
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin;
  const own = `${request.protocol}://${request.host}`;
  if (site === undefined ? origin === undefined || origin === own : site === 'same-origin') return;
  throw new Fault('csrf_refused', 'This request came from a page of another site.');
}
