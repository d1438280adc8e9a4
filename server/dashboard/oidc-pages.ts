import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  cookieName,
  cookieOf,
  cookieText,
  sessionCookie,
} from '../../api/http/authentication/session-cookie.ts';
import { SESSION_HOURS } from '../../api/http/authentication/sessions.ts';
import { userAgentOf } from '../../api/http/client.ts';
import { OIDC_MINUTES, type OidcSignIn } from '../../api/sign-in/oidc.ts';
import type { OidcRefusal } from '../../api/sign-in/oidc-account.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';

/** Registered at the provider: `https://<server>/sign-in/oidc/callback`. */
const CALLBACK = '/sign-in/oidc/callback';

/** Adds the way to the OpenID provider and back. */
export function addOidcPages(
  app: FastifyInstance,
  {
    oidc,
    sendRefused,
    log,
  }: {
    /** Null = none is set: then there are no such pages. */
    readonly oidc: () => Promise<OidcSignIn | null>;
    /** Sends the page that says why somebody is not signed in. */
    readonly sendRefused: (
      request: FastifyRequest,
      reply: FastifyReply,
      reason: OidcRefusal,
    ) => Promise<FastifyReply>;
    readonly log: Log;
  },
): void {
  const options = { config: { access: 'sign-in' } } as const;
  const nameOf = (request: FastifyRequest): string => cookieName(request, '-oidc');
  const refuse = (request: FastifyRequest, reply: FastifyReply, reason: OidcRefusal): Promise<FastifyReply> =>
    sendRefused(request, reply.code(reason === 'provider' ? 502 : 403), reason);

  app.get('/sign-in/oidc/start', options, async (request, reply) => {
    const signIn = await oidc();
    if (signIn === null) return reply.callNotFound();
    try {
      const { url, cookie } = await signIn.start(`${request.protocol}://${request.host}${CALLBACK}`);
      // Lax: the provider sends the browser back from its own site.
      const pending = cookieText(request, {
        name: nameOf(request),
        value: cookie,
        maxAgeSeconds: OIDC_MINUTES * 60,
        sameSite: 'Lax',
      });
      return reply.header('set-cookie', pending).header('cache-control', 'no-store').redirect(url, 303);
    } catch (error) {
      log.warn({ error: messageOf(error) }, 'the OpenID provider could not be reached');
      return refuse(request, reply, 'provider');
    }
  });

  app.get(CALLBACK, options, async (request, reply) => {
    const signIn = await oidc();
    if (signIn === null) return reply.callNotFound();
    const over = cookieText(request, { name: nameOf(request), value: '', maxAgeSeconds: 0, sameSite: 'Lax' });
    const outcome = await signIn.finish(
      { query: request.url.split('?')[1] ?? '', cookie: cookieOf(request, nameOf(request)) },
      { address: request.ip, userAgent: userAgentOf(request) },
    );
    if (outcome.kind === 'refused') return refuse(request, reply.header('set-cookie', over), outcome.reason);
    const session = sessionCookie(request, outcome.opened.secret, SESSION_HOURS * 3_600);
    // Not a redirect: a browser sends a strict cookie only when one of our own pages led to the request.
    return reply
      .header('set-cookie', [over, session])
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(SIGNED_IN);
  });
}

const SIGNED_IN =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Schoolgate – signed in</title><meta http-equiv="refresh" content="0;url=/"></head><body><p><a href="/">Go to the overview</a></p></body></html>';
