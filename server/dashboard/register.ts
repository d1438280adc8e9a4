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
import { commandName } from '../config/installation.ts';
import { type Asset, loadAssets } from './assets.ts';
import { type DocumentFacts, documentOf } from './document.ts';
import { addOidcPages } from './oidc-pages.ts';
import { PAGES } from './pages.ts';

export interface DashboardOptions {
  readonly sessions: Sessions;
  /** Sign-in at the school's OpenID provider, asked for each time; null = none is set. */
  readonly oidc: () => Promise<OidcSignIn | null>;
  /** The school as people know it, asked for each time. */
  readonly school: () => Promise<{ readonly name: string; readonly timeZone: string }>;
  readonly log: Log;
}

/** The pages load nothing from elsewhere, run nothing inline, and cannot be framed. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
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
  const { manifest, files } = loadAssets();
  const config = { access: 'page' } as const;

  /** A page differs with the session, so that no cache may answer for us. */
  const sendDocument = async (
    request: FastifyRequest,
    reply: FastifyReply,
    refused: DocumentFacts['refused'] = null,
  ): Promise<FastifyReply> => {
    const [session, oidc, school] = await Promise.all([
      sessions.read(cookieOf(request)),
      options.oidc(),
      options.school(),
    ]);
    const signedIn = session !== null;
    const facts = {
      ...{ signedIn, singleSignOn: oidc !== null, refused, command: commandName() },
      ...{ timeZone: school.timeZone, school: signedIn ? school.name : null },
    };
    return reply
      .headers({ vary: 'cookie', 'cache-control': 'private, no-store' })
      .type('text/html; charset=utf-8')
      .send(documentOf(manifest, facts));
  };
  const signIn = async (
    request: FastifyRequest<{ Querystring: { token?: string } }>,
    reply: FastifyReply,
  ) => {
    refuseForeign(request);
    const opened = await sessions.redeem(request.query.token ?? '', {
      address: request.ip,
      userAgent: userAgentOf(request),
    });
    if (opened === null) return sendDocument(request, reply.code(403), 'link');
    return reply
      .header('set-cookie', sessionCookie(request, opened.secret, SESSION_HOURS * 3_600))
      .redirect('/', 303);
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
      for (const path of PAGES)
        dashboard.get(path, { config }, (request, reply) => sendDocument(request, reply));
      dashboard.post(
        '/sign-in',
        { config: { access: 'sign-in' }, schema: { querystring: SignInQuery } },
        signIn,
      );
      addOidcPages(dashboard, { oidc: options.oidc, sendRefused: sendDocument, log: options.log });
      for (const [path, asset] of files)
        dashboard.get(path, { config }, (request, reply) => sendAsset(request, reply, asset));
    });
  };
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  const caching = asset.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache';
  void reply.header('cache-control', caching).header('etag', asset.etag).type(asset.type);
  if (matchesTag(request.headers['if-none-match'], asset.etag)) return reply.code(304).send();
  return reply.send(asset.body);
}
