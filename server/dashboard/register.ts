// For what it adds to Fastify's route schemas: `hide` keeps these routes out of the API's document.
import type {} from '@fastify/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import type { Random } from '../../kit/random.ts';
import type { Store } from '../../store/ports/store.ts';
import { type Asset, loadAssets } from './assets.ts';
import { OverviewQuery, readOverview } from './overview.ts';
import { createSessions, SESSION_HOURS } from './sessions.ts';

export interface DashboardOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** Makes an enrolment token for one organisational unit and says how it is used. */
  readonly makeEnrollment: (
    ou: string,
  ) => Promise<{ readonly token: string; readonly command: string; readonly expiresAt: number }>;
}

/** Nothing from anywhere else is loaded, nothing inline runs, nobody frames us. */
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
  // Not "no-referrer": that would make a form's Origin "null", and the Origin is what tells our form from a foreign one.
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
export function createDashboard(options: DashboardOptions): (app: FastifyInstance) => Promise<void> {
  const { store, clock, random } = options;
  const sessions = createSessions({ store: store.sessions, clock, random });
  const { pages, files } = loadAssets();
  const hide = { hide: true };

  const requireSession = async (request: FastifyRequest): Promise<void> => {
    if (!(await sessions.valid(sessionOf(request))))
      throw new Fault('missing_api_key', 'This needs a dashboard session: sign in first.');
  };

  const signIn = async (
    request: FastifyRequest<{ Querystring: { token?: string } }>,
    reply: FastifyReply,
  ) => {
    refuseForeign(request);
    const session = await sessions.redeem(request.query.token ?? '');
    if (session === null) return sendPage(request, reply.code(403), pages.signInFailed);
    return reply.header('set-cookie', cookie(request, session, SESSION_HOURS * 3_600)).redirect('/', 303);
  };

  const signOut = async (request: FastifyRequest, reply: FastifyReply) => {
    refuseForeign(request);
    await sessions.end(sessionOf(request));
    return reply.header('set-cookie', cookie(request, '', 0)).redirect('/', 303);
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

      dashboard.get('/', { schema: hide }, async (request, reply) =>
        sendPage(request, reply, (await sessions.valid(sessionOf(request))) ? pages.overview : pages.welcome),
      );
      dashboard.get('/sign-in', { schema: { ...hide, querystring: SignInQuery } }, (request, reply) =>
        sendPage(request, reply, pages.signIn),
      );
      dashboard.post('/sign-in', { schema: { ...hide, querystring: SignInQuery } }, signIn);
      dashboard.post('/sign-out', { schema: hide }, signOut);
      for (const [path, asset] of files)
        dashboard.get(path, { schema: hide }, (request, reply) => sendAsset(request, reply, asset));

      dashboard.get(
        '/dashboard/api/overview',
        { schema: { ...hide, querystring: OverviewQuery }, onRequest: requireSession },
        async (request, reply) => {
          void reply.header('cache-control', 'no-store');
          return readOverview({ store, clock }, request.query as OverviewQuery);
        },
      );
      dashboard.post(
        '/dashboard/api/enrollment-tokens',
        { schema: { ...hide, body: EnrollmentBody }, onRequest: requireSession },
        async (request, reply) => {
          refuseForeign(request);
          void reply.code(201).header('cache-control', 'no-store');
          return options.makeEnrollment((request.body as { ou: string }).ou);
        },
      );
    });
  };
}

/** Refuses what a page of another site made the browser send (Fetch Metadata; the Origin for browsers without it). */
function refuseForeign(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin;
  const own = `${request.protocol}://${request.host}`;
  if (site === undefined ? origin === undefined || origin === own : site === 'same-origin') return;
  throw new Fault('ip_not_allowed', 'This request came from a page of another site.');
}

/**
 * `__Host-` ties the cookie to this host over TLS (RFC 6265bis); a browser takes it on https alone. Cookies do not know ports: the port
 * in the name keeps two servers of one machine from ending each other's sessions.
 */
function cookieName(request: FastifyRequest): string {
  return `${request.protocol === 'https' ? '__Host-' : ''}schoolgate-${request.socket.localPort ?? 0}`;
}

function cookie(request: FastifyRequest, session: string, maxAgeSeconds: number): string {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  return `${cookieName(request)}=${session}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}

function sessionOf(request: FastifyRequest): string | undefined {
  const wanted = `${cookieName(request)}=`;
  return request.headers.cookie
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(wanted))
    ?.slice(wanted.length);
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
  if (caching === 'no-cache' && request.headers['if-none-match'] === asset.etag)
    return reply.code(304).send();
  return reply.send(asset.body);
}
