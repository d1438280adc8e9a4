import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
// For the declaration `access` of a route.
import type {} from '../../api/http/authentication/access.ts';
import { cookieOf, refuseForeign, sessionCookie } from '../../api/http/authentication/session-cookie.ts';
import { SESSION_HOURS, type Sessions } from '../../api/http/authentication/sessions.ts';
import { userAgentOf } from '../../api/http/client.ts';
import { matchesTag } from '../../api/http/headers/entity-tag.ts';
import type { OidcSignIn } from '../../api/sign-in/oidc.ts';
import type { Log } from '../../kit/log.ts';
import { type Asset, loadAssets } from './assets.ts';
import { addOidcPages } from './oidc-pages.ts';

export interface DashboardOptions {
  readonly sessions: Sessions;
  /** Sign-in at the school's OpenID provider, asked for each time; null = none is set. */
  readonly oidc: () => Promise<OidcSignIn | null>;
  readonly log: Log;
}

/** The pages load nothing from elsewhere, run nothing inline, and cannot be framed. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // Not "no-referrer": that would make a form's Origin "null", and the Origin tells our own form from a foreign one.
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const SignInQuery = Type.Object(
  { token: Type.Optional(Type.String({ maxLength: 100 })) },
  { additionalProperties: false },
);

/** Adds the dashboard's pages to the HTTP server. They are a client of the REST API. */
export function createDashboard(options: DashboardOptions): (app: FastifyInstance) => Promise<void> {
  const { sessions } = options;
  const { pages, files } = loadAssets();
  const config = { access: 'page' } as const;

  const signIn = async (
    request: FastifyRequest<{ Querystring: { token?: string } }>,
    reply: FastifyReply,
  ) => {
    refuseForeign(request);
    const opened = await sessions.redeem(request.query.token ?? '', {
      address: request.ip,
      userAgent: userAgentOf(request),
    });
    if (opened === null) return sendPage(request, reply.code(403), pages.signInFailed);
    return reply
      .header('set-cookie', sessionCookie(request, opened.secret, SESSION_HOURS * 3_600))
      .redirect('/', 303);
  };

  const signOut = async (request: FastifyRequest, reply: FastifyReply) => {
    refuseForeign(request);
    await sessions.end(cookieOf(request));
    return reply.header('set-cookie', sessionCookie(request, '', 0)).redirect('/', 303);
  };

  return async (app) => {
    await app.register(async (dashboard) => {
      dashboard.addHook('onRequest', async (_request, reply) => void reply.headers(HEADERS));
      // A form without fields sends an empty body of this type.
      dashboard.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: 1_024 },
        (_request, _body, done) => done(null, {}),
      );

      const page = (path: string, shown: Asset) =>
        dashboard.get(path, { config }, async (request, reply) => {
          const session = await sessions.read(cookieOf(request));
          if (session !== null) return sendPage(request, reply, shown);
          const welcome = (await options.oidc()) === null ? pages.welcome : pages.welcomeOidc;
          return sendPage(request, reply, welcome);
        });
      page('/', pages.overview);
      page('/explain', pages.explain);
      dashboard.get('/sign-in', { config, schema: { querystring: SignInQuery } }, (request, reply) =>
        sendPage(request, reply, pages.signIn),
      );
      dashboard.post(
        '/sign-in',
        { config: { access: 'sign-in' }, schema: { querystring: SignInQuery } },
        signIn,
      );
      dashboard.post('/sign-out', { config }, signOut);
      // The link of an e-mail. The page alone uses nothing up: previews of it do no harm.
      dashboard.get('/reset/:token', { config }, (request, reply) => sendPage(request, reply, pages.reset));
      addOidcPages(dashboard, { oidc: options.oidc, refused: pages.oidcRefused, log: options.log });
      for (const [path, asset] of files)
        dashboard.get(path, { config }, (request, reply) => sendAsset(request, reply, asset));
    });
  };
}

/** A page differs with the session, so that no cache may answer for us. */
function sendPage(request: FastifyRequest, reply: FastifyReply, page: Asset): FastifyReply {
  return sendAsset(request, reply.header('vary', 'cookie'), page, 'private, no-store');
}

function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
  caching = 'no-cache',
): FastifyReply {
  void reply.header('cache-control', caching).header('etag', asset.etag).type(asset.type);
  if (caching === 'no-cache' && matchesTag(request.headers['if-none-match'], asset.etag))
    return reply.code(304).send();
  return reply.send(asset.body);
}
