import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TIER_LIMITS } from '../../contracts/scopes.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault, messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import { cookieOf, refuseForeign } from '../sign-in/session-cookie.ts';
import { isCsrfToken } from '../sign-in/sessions.ts';
import { type AnsweredRequest, answeredRequest, logAnswered } from './access-log.ts';
import type { Authentication } from './authentication.ts';
import { createCharge } from './call-cost.ts';
import { userAgentOf } from './client.ts';
import { isAcceptable } from './negotiation.ts';
import { limitOperation } from './operation-quota.ts';
import { requirePermission } from './permission.ts';
import { faultOf, PROBLEM_TYPE, problemOf } from './problem.ts';
import { type RateLimiter, rateLimitHeaders, STRANGER_LIMIT } from './rate-limiter.ts';
import type { Credential } from './route.ts';
import { traceIdOf } from './trace-context.ts';
import type { UsageRecorder } from './usage.ts';

export interface HookParts {
  readonly authentication: Authentication;
  readonly limiter: RateLimiter;
  readonly usage: UsageRecorder;
  readonly clock: Clock;
  readonly log: Log;
  /** What every answer carries. */
  readonly setAnswerHeaders: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Whether the server takes nothing new any more. */
  readonly isClosing: () => boolean;
  /** Hears of every answered request. */
  readonly onAnswered: (answered: AnsweredRequest) => void;
}

/** They say themselves that the server is stopping. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Longer addresses are refused before they are looked at (bytes); filters of a list fit many times. */
const MAX_URL_LENGTH = 8_192;

/** Adds what every request passes before its handler: id, key, limit, scope; and what every error becomes. */
export function addRequestHooks(app: FastifyInstance, parts: HookParts): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('charge', null);

  app.addHook('onRequest', async (request, reply) => {
    parts.setAnswerHeaders(request, reply);
    if (parts.isClosing() && !PROBES.has(request.url)) {
      limitStranger(request, reply, parts);
      reply.header('connection', 'close');
      throw new Fault('unavailable', 'The server is stopping; ask again in a moment.');
    }
    // An empty type says as little as none; Fastify would answer 415, also when there is no body.
    if (request.headers['content-type']?.trim() === '') delete request.headers['content-type'];
    if (request.url.length > MAX_URL_LENGTH) {
      limitStranger(request, reply, parts);
      throw new Fault('uri_too_long', `An address may have at most ${MAX_URL_LENGTH} characters.`);
    }
    if (isPublicApi(request)) await admit(request, reply, parts);
    else if (request.is404 || request.routeOptions.config.open === true) limitStranger(request, reply, parts);
    // Nobody is to be signed in to another's account by a foreign page.
    if (request.routeOptions.config.definition?.open === true && !SAFE_METHODS.has(request.method))
      refuseForeign(request);
  });

  app.addHook('onResponse', async (request, reply) => {
    const { caller } = request;
    const answered = answeredRequest(request, reply);
    logAnswered(parts.log, request, answered);
    parts.onAnswered(answered);
    if (caller === null) return;
    const operation = request.routeOptions.config.definition?.operationId ?? 'unknown';
    if (caller.credential.kind === 'key')
      parts.usage.record({
        id: caller.credential.key.id,
        slot: caller.credential.slot,
        operation,
        failed: reply.statusCode >= 400,
        ip: request.ip,
        userAgent: userAgentOf(request),
      });
  });

  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, parts.log));
  app.setNotFoundHandler((request, reply) =>
    sendProblem(new Fault('not_found', 'There is nothing at this address.'), request, reply, parts.log),
  );
}

function isPublicApi(request: FastifyRequest): boolean {
  return request.url.startsWith('/v1/') && request.routeOptions.config.open !== true;
}

/** Key, then limit, then plan, then scope (the order of checks of the contract). */
async function admit(request: FastifyRequest, reply: FastifyReply, parts: HookParts): Promise<void> {
  const session = cookieOf(request);
  const identified = await parts.authentication.identify({
    authorization: request.headers.authorization,
    session,
    address: request.ip,
  });
  if (identified.kind === 'refused') {
    limitStranger(request, reply, parts);
    throw identified.fault;
  }
  const { caller } = identified;
  request.caller = caller;
  const [bucket, perMinute] = [`caller ${caller.actor}`, limitOf(caller.credential)];
  limit(bucket, perMinute, { reply, parts });
  request.charge = createCharge(bucket, perMinute, { reply, ...parts });
  const quota = request.routeOptions.config.definition?.quota;
  if (quota !== undefined)
    limitOperation(quota, { actor: caller.actor, bucket, reply, limiter: parts.limiter });
  if (caller.plan !== 'enterprise') {
    throw new Fault('plan_required', 'The REST API is part of the Enterprise plan.');
  }
  requirePermission(caller, request.routeOptions.config.definition);
  if (caller.credential.kind === 'session') requireOwnPage(request, session);
  requireAcceptable(request);
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A browser sends the cookie by itself: what changes something must come from a page of ours and carry the session's token. */
function requireOwnPage(request: FastifyRequest, session: string | undefined): void {
  if (SAFE_METHODS.has(request.method)) return;
  refuseForeign(request);
  if (session === undefined || !isCsrfToken(session, request.headers['x-csrf-token']))
    throw new Fault('ip_not_allowed', 'Send the session’s token in the header "X-CSRF-Token".');
}

/** A page of the dashboard asks for many things at once; a person is still no script. */
const SESSION_LIMIT = 1_200;

function limitOf(credential: Credential): number {
  if (credential.kind === 'session') return SESSION_LIMIT;
  return credential.key.rateLimitOverride ?? TIER_LIMITS[credential.key.tier];
}

function limitStranger(request: FastifyRequest, reply: FastifyReply, parts: HookParts): void {
  limit(`address ${request.ip}`, STRANGER_LIMIT, { reply, parts });
}

function limit(
  bucket: string,
  perMinute: number,
  { reply, parts }: { readonly reply: FastifyReply; readonly parts: HookParts },
): void {
  const admission = parts.limiter.take(bucket, perMinute);
  reply.headers(rateLimitHeaders(admission, parts.clock.now()));
  if (!admission.admitted) {
    throw new Fault(
      'rate_limited',
      `At most ${perMinute} requests a minute; try again in ${admission.resetSeconds} s.`,
      {
        extras: { retryAfterSeconds: admission.resetSeconds },
      },
    );
  }
}

function requireAcceptable(request: FastifyRequest): void {
  const { formats } = request.routeOptions.config.definition ?? {};
  if (isAcceptable(request.headers.accept, formats)) return;
  const others = Object.values(formats ?? {}).map((type) => `, ${type}`);
  throw new Fault(
    'not_acceptable',
    `Answers are application/json and application/problem+json${others.join('')}.`,
  );
}

/** Answers with a problem document (RFC 9457) and the header fields that belong to its code. */
function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  const fault = faultOf(error);
  if (fault.status >= 500)
    log.error(
      {
        requestId: request.id,
        traceId: traceIdOf(request.headers.traceparent),
        code: fault.code,
        error: messageOf(fault.cause ?? fault),
        stack: stackOf(fault),
      },
      'a request failed',
    );
  if (fault.code === 'unavailable') reply.header('retry-after', '5');
  if (fault.extras.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(fault.extras.retryAfterSeconds));
  if (fault.extras.allow !== undefined) reply.header('allow', fault.extras.allow.join(', '));
  const challenge = challengeOf(fault);
  if (challenge !== null && request.url.startsWith('/v1')) reply.header('www-authenticate', challenge);
  return reply
    .code(fault.status)
    .header('cache-control', 'no-store')
    .header('content-type', PROBLEM_TYPE)
    .send(JSON.stringify(problemOf(fault, request)));
}

function stackOf(fault: Fault): string | undefined {
  return fault.cause instanceof Error ? fault.cause.stack : fault.stack;
}

/** `WWW-Authenticate` (RFC 6750 section 3). */
function challengeOf(fault: Fault): string | null {
  if (fault.code === 'missing_api_key') return 'Bearer realm="api"';
  if (fault.status === 401) return 'Bearer realm="api", error="invalid_token"';
  if (fault.code === 'insufficient_scope') {
    return `Bearer realm="api", error="insufficient_scope", scope="${(fault.extras.requiredScopes ?? []).join(' ')}"`;
  }
  return null;
}
