import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
// For the declaration `access` of a route.
import type {} from '../../api/http/authentication/access.ts';
import { cookieOf, refuseForeign, sessionCookie } from '../../api/http/authentication/session-cookie.ts';
import { SESSION_HOURS, type Sessions } from '../../api/http/authentication/sessions.ts';
import { userAgentOf } from '../../api/http/client.ts';
import type { ViewNotes } from '../../api/http/gathered-views.ts';
import { matchesTag } from '../../api/http/headers/entity-tag.ts';
import type { OidcSignIn } from '../../api/sign-in/oidc.ts';
import { ROLE_SCOPES } from '../../contracts/roles.ts';
import type { Scope } from '../../contracts/scopes.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import type { AccountRecord } from '../../store/ports/accounts.ts';
import type { Store } from '../../store/ports/store.ts';
import { isWithinOu } from '../../store/rules/ou-path.ts';
import { type Asset, loadAssets } from './assets.ts';
import { addOidcPages } from './oidc-pages.ts';
import { noteOverview, OverviewQuery, readOverview } from './overview.ts';

export interface DashboardOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly sessions: Sessions;
  /** Sign-in at the school's OpenID provider, asked for each time; null = none is set. */
  readonly oidc: () => Promise<OidcSignIn | null>;
  readonly log: Log;
  /** Makes an enrollment token for one organisational unit and says how it is used. `actor`: the account that wants it, for the audit. */
  readonly makeEnrollment: (
    ou: string,
    actor: string,
  ) => Promise<{ readonly token: string; readonly command: string; readonly expiresAt: number }>;
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
const EnrollmentBody = Type.Object(
  { ou: Type.String({ minLength: 1, maxLength: 1_000 }) },
  { additionalProperties: false },
);

/** Adds the dashboard's pages and its session-only data to the HTTP server. It is no part of the public API and not in its document. */
export function createDashboard(
  options: DashboardOptions,
): (app: FastifyInstance, views: Pick<ViewNotes, 'note'>) => Promise<void> {
  const { store, clock, sessions } = options;
  const { pages, files } = loadAssets();
  const config = { access: 'page' } as const;

  /** The person who is signed in and whose role has the scope. */
  const personOf = async (request: FastifyRequest, scope: Scope): Promise<AccountRecord> => {
    const session = await sessions.read(cookieOf(request));
    if (session === null) throw new Fault('session_ended', 'The dashboard session has ended; sign in again.');
    const { account } = session;
    if (!ROLE_SCOPES[account.role].includes(scope))
      throw new Fault('insufficient_scope', `This needs ${scope}.`);
    return account;
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

  return async (app, views) => {
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
      addOidcPages(dashboard, { oidc: options.oidc, refused: pages.oidcRefused, log: options.log });
      for (const [path, asset] of files)
        dashboard.get(path, { config }, (request, reply) => sendAsset(request, reply, asset));

      dashboard.get(
        '/dashboard/api/overview',
        { config: { access: 'session' }, schema: { querystring: OverviewQuery } },
        async (request, reply) => {
          const person = await personOf(request, 'devices:read');
          void reply.header('cache-control', 'no-store');
          const query = request.query as OverviewQuery;
          const overview = await readOverview({ store, clock, ouPath: person.ouPath }, query);
          await noteOverview(views, request, {
            person,
            query,
            records: overview.devices.length,
            at: clock.now(),
          });
          return overview;
        },
      );
      dashboard.post(
        '/dashboard/api/enrollment-tokens',
        { config: { access: 'session' }, schema: { body: EnrollmentBody } },
        async (request, reply) => {
          const { ouPath, id } = await personOf(request, 'devices:write');
          refuseForeign(request);
          const { ou } = request.body as { ou: string };
          if (ouPath !== null && !isWithinOu(ou, ouPath))
            throw new Fault('ou_not_permitted', `You reach ${ouPath} only.`);
          void reply.code(201).header('cache-control', 'no-store');
          return options.makeEnrollment(ou, id);
        },
      );
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
