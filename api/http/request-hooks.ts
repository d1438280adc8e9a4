import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../contracts/errors.ts';
import { Fault, messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import { networkOf } from '../../kit/networks.ts';
import type { StorageReserve } from '../../kit/storage-reserve.ts';
import { createTurnstile } from '../../kit/turnstile.ts';
import { type AnsweredRequest, answeredRequest, logAnswered } from './access-log.ts';
import { type AdmissionParts, admit } from './admission.ts';
import { type Access, accessOf, isPublicApi, requireDeclaredAccess } from './authentication/access.ts';
import type { UsageRecorder } from './authentication/usage.ts';
import { userAgentOf } from './client.ts';
import { addCompressedAnswers } from './compressed-answers.ts';
import { traceIdOf } from './headers/trace-context.ts';
import { createRefusalDelay } from './limits/refusal-delay.ts';
import { limitStranger } from './limits/strangers.ts';
import { addPacedAnswers } from './paced-answers.ts';
import { faultOf, PROBLEM_TYPE, problemOf } from './problem.ts';
import { targetFault } from './request-target.ts';

export interface HookParts extends AdmissionParts {
  readonly usage: UsageRecorder;
  readonly log: Log;
  /** Sets the header fields of every answer. */
  readonly setAnswerHeaders: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Whether the server no longer accepts requests. */
  readonly isClosing: () => boolean;
  readonly reserve: StorageReserve;
  /** Called for every answered request. */
  readonly onAnswered: (answered: AnsweredRequest) => void;
}

/** Largest body of a stranger. An enrollment takes six kilobytes. If every connection holds this much, that is 128 MB. */
const MAX_STRANGER_BODY_BYTES = 16_384;

const STRANGERS: ReadonlySet<Access | undefined> = new Set([
  'agent',
  'agent-facts',
  'sign-in',
  'page',
  'document',
  'probe',
]);

/** Requests started in one turn of the event loop. Each takes some 0.3 ms, so other work waits two or three milliseconds. */
const A_TURN = 8;

/** Adds the checks that every request passes before its handler (address, key, limit, scope) and the answers to errors. Call it before any route is added. */
export function addRequestHooks(app: FastifyInstance, parts: HookParts): void {
  requireDeclaredAccess(app);
  app.decorateRequest('caller', null);
  app.decorateRequest('charge', null);

  app.addHook('onRoute', (route) => {
    if (STRANGERS.has(route.config?.access)) route.bodyLimit ??= MAX_STRANGER_BODY_BYTES;
  });
  const refusalDelay = createRefusalDelay(parts.clock);
  const turnstile = createTurnstile(A_TURN);
  const check = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // Probes report by themselves that the server is stopping.
    if (parts.isClosing() && accessOf(request) !== 'probe') {
      limitStranger('unmatched', { request, reply, parts });
      reply.header('connection', 'close');
      throw new Fault('unavailable', 'The server is stopping; ask again in a moment.');
    }
    const malformed = targetFault(request.raw.url ?? '');
    if (malformed !== null) {
      limitStranger('unmatched', { request, reply, parts });
      throw malformed;
    }
    // An empty type counts as a missing type. Fastify would answer 415, even without a body.
    if (request.headers['content-type']?.trim() === '') delete request.headers['content-type'];
    await admit(request, reply, parts);
  };
  /** Waits for the turn of a request. @returns whether the request should start */
  const arrive = async ({ ip, raw }: FastifyRequest): Promise<boolean> =>
    (await turnstile.pass({ network: networkOf(ip), isGone: () => raw.socket.destroyed })) ?? true;
  app.addHook('onRequest', async (request, reply) => {
    if (!(await arrive(request))) return reply.hijack();
    parts.setAnswerHeaders(request, reply);
    try {
      await check(request, reply);
      refusalDelay.admitted(request.raw.socket);
    } catch (error) {
      if (error instanceof Fault && error.code === 'rate_limited') {
        await refusalDelay.refused(request.raw.socket);
        // Delayed requests all continue at once, so they wait for their turn again.
        if (!(await arrive(request))) return reply.hijack();
      }
      throw error;
    }
  });

  // The caller is known at this point, and the body has not been read.
  app.addHook('preParsing', async (request) => requireRoom(request, parts.reserve));
  addCompressedAnswers(app);
  addPacedAnswers(app);
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
  if (challenge !== null && isPublicApi(request)) reply.header('www-authenticate', challenge);
  return reply
    .code(fault.status)
    .header('cache-control', 'no-store')
    .header('content-type', PROBLEM_TYPE)
    .send(JSON.stringify(problemOf(fault, request)));
}

function stackOf(fault: Fault): string | undefined {
  return fault.cause instanceof Error ? fault.cause.stack : fault.stack;
}

/** Refusals of a key that was sent. */
const KEY_REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'invalid_api_key',
  'expired_api_key',
  'revoked_api_key',
]);

/** `WWW-Authenticate` (RFC 6750 section 3). Every 401 has one (RFC 9110, 15.5.2); only a refused key is an invalid token. */
function challengeOf(fault: Fault): string | null {
  if (KEY_REFUSALS.has(fault.code)) return 'Bearer realm="api", error="invalid_token"';
  if (fault.status === 401) return 'Bearer realm="api"';
  if (fault.code === 'insufficient_scope') {
    return `Bearer realm="api", error="insufficient_scope", scope="${(fault.extras.requiredScopes ?? []).join(' ')}"`;
  }
  return null;
}

/** When to retry (seconds). Somebody has to free space first. */
const RETRY_AFTER_SECONDS = 60;

/** Methods that store nothing or free space. */
const ALWAYS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE']);

/**
 * Refuses calls that can wait while the server's disk has only its reserve left. Reading, deleting, signing in and `urgent` calls go on: a
 * person who has to free space can do so, and the audit entries have room.
 * @throws Fault unavailable
 */
function requireRoom(request: FastifyRequest, reserve: StorageReserve): void {
  if (!reserve.isReached() || !canWait(request)) return;
  throw new Fault(
    'unavailable',
    'The server’s disk is nearly full. What is left is kept for locks, commands, lessons, alerts, signing in and making room; nothing of this request was stored.',
    { extras: { retryAfterSeconds: RETRY_AFTER_SECONDS } },
  );
}

function canWait(request: FastifyRequest): boolean {
  if (ALWAYS.has(request.method)) return false;
  switch (accessOf(request)) {
    case 'caller':
      return request.routeOptions.config.definition?.urgent !== true;
    case 'agent':
    case 'session':
      return true;
    default:
      return false;
  }
}
