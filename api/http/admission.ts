import type { FastifyReply, FastifyRequest } from 'fastify';
import { TIER_LIMITS } from '../../contracts/scopes.ts';
import { Fault } from '../../kit/fault.ts';
import { accessOf } from './authentication/access.ts';
import type { Authentication } from './authentication/authentication.ts';
import type { Credential } from './authentication/caller.ts';
import type { KnownBrowsers } from './authentication/known-browsers.ts';
import { requirePermission } from './authentication/permission.ts';
import { cookieOf, refuseForeign } from './authentication/session-cookie.ts';
import { isCsrfToken } from './authentication/sessions.ts';
import { EVENT_STREAM, isAcceptable } from './headers/negotiation.ts';
import { createCharge } from './limits/call-cost.ts';
import { limitOperation } from './limits/operation-quota.ts';
import { STRANGER_LIMIT } from './limits/rate-limiter.ts';
import { type LimiterParts, limit, limitRefused, limitStranger } from './limits/strangers.ts';

export interface AdmissionParts extends LimiterParts {
  readonly authentication: Authentication;
  readonly browsers: KnownBrowsers;
  /** Called for each request whose caller is known. */
  readonly onProven: (request: FastifyRequest) => void;
}

/**
 * Lets a request through to its handler if the access of its route permits the caller. A route without a declared access lets nobody
 * through.
 * @throws Fault
 */
export async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: AdmissionParts,
): Promise<void> {
  const access = accessOf(request);
  const at = { request, reply, parts };
  switch (access) {
    case 'caller':
    case 'nothing':
      return await admitCaller(request, reply, parts);
    case 'session':
      return await admitSession(request, reply, parts);
    case 'sign-in': {
      const browser = parts.browsers.of(request);
      if (browser === null) limitStranger(access, at);
      else limit(`browser ${browser.id}`, STRANGER_LIMIT, { reply, parts });
      return requireOwnOrigin(request);
    }
    case 'page':
      if (!(await limitSignedIn(request, reply, parts))) limitStranger(access, at);
      return requireOwnOrigin(request);
    case 'document':
    case 'preflight':
    case 'agent':
    case 'agent-facts':
    case 'probe':
    case 'unmatched':
      return limitStranger(access, at);
    case 'device':
      return;
    case null:
      throw new Fault('internal_error', 'The server could not carry this out.', {
        internal: `${request.routeOptions.url} does not say who may call it`,
      });
    default:
      throw access satisfies never;
  }
}

/** Refuses a foreign page that would sign a person in to another account, or out of their own. */
function requireOwnOrigin(request: FastifyRequest): void {
  if (!SAFE_METHODS.has(request.method)) refuseForeign(request);
}

/** Counts a page load in the window of the signed-in session, so that strangers at the same address use up nothing of it. @returns false when nobody is */
async function limitSignedIn(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: AdmissionParts,
): Promise<boolean> {
  const session = cookieOf(request);
  if (session === undefined) return false;
  const identified = await parts.authentication.identify({
    authorization: undefined,
    session,
    address: request.ip,
  });
  if (identified.kind === 'refused') return false;
  parts.onProven(request);
  limit(bucketOf(identified.caller), limitOf(identified.caller.credential), { reply, parts });
  return true;
}

/** Checks key, limit, plan and scope, in the order that the contract sets. */
async function admitCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: AdmissionParts,
): Promise<void> {
  const { definition } = request.routeOptions.config;
  const { authorization } = request.headers;
  const caller = await identify(request, reply, { ...parts, authorization });
  if (definition?.quota !== undefined)
    limitOperation(definition.quota, {
      actor: caller.actor,
      bucket: bucketOf(caller),
      reply,
      limiter: parts.limiter,
    });
  // The dashboard belongs to every plan.
  if (caller.plan !== 'enterprise' && caller.credential.kind === 'key')
    throw new Fault('plan_required', 'The REST API is part of the Enterprise plan.');
  requirePermission(caller, definition);
  if (caller.credential.kind === 'session') requireOwnPage(request);
  requireAcceptable(request);
}

/** The dashboard's own data belongs to no plan, and its page loads carry no token, so the origin of a request decides. */
async function admitSession(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: AdmissionParts,
): Promise<void> {
  await identify(request, reply, { ...parts, authorization: undefined });
  if (!SAFE_METHODS.has(request.method)) refuseForeign(request);
}

/** The caller of a request, counted in the caller's window. @throws Fault 401, rate_limited */
async function identify(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: AdmissionParts & { readonly authorization: string | undefined },
): Promise<NonNullable<FastifyRequest['caller']>> {
  const { authorization } = parts;
  const session = cookieOf(request);
  const identified = await parts.authentication.identify({ authorization, session, address: request.ip });
  if (identified.kind === 'refused') {
    const credential = authorization?.trim() || session;
    if (credential !== undefined) throw limitRefused(identified.fault, { credential, request, reply, parts });
    limitStranger('keyless', { request, reply, parts });
    throw identified.fault;
  }
  const { caller } = identified;
  request.caller = caller;
  parts.onProven(request);
  const [bucket, perMinute] = [bucketOf(caller), limitOf(caller.credential)];
  limit(bucket, perMinute, { reply, parts });
  request.charge = createCharge(bucket, perMinute, { reply, ...parts });
  return caller;
}

function bucketOf({ actor }: { readonly actor: string }): string {
  return `caller ${actor}`;
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A browser sends the cookie by itself. So a request that changes something must come from a page of ours and carry the session's token. */
function requireOwnPage(request: FastifyRequest): void {
  if (SAFE_METHODS.has(request.method)) return;
  refuseForeign(request);
  const session = cookieOf(request);
  if (session === undefined || !isCsrfToken(session, request.headers['x-csrf-token']))
    throw new Fault('csrf_refused', 'Send the session’s token in the header "X-CSRF-Token".');
}

/** Requests a minute of a session. A dashboard page makes many requests at once, but a person makes fewer than a script. */
const SESSION_LIMIT = 1_200;

function limitOf(credential: Credential): number {
  if (credential.kind === 'session') return SESSION_LIMIT;
  return credential.key.rateLimitOverride ?? TIER_LIMITS[credential.key.tier];
}

function requireAcceptable(request: FastifyRequest): void {
  const { definition } = request.routeOptions.config;
  const formats = definition?.stream === true ? { events: EVENT_STREAM } : definition?.formats;
  if (isAcceptable(request.headers.accept, formats)) return;
  const others = Object.values(formats ?? {}).map((type) => `, ${type}`);
  throw new Fault(
    'not_acceptable',
    `Answers are application/json and application/problem+json${others.join('')}.`,
  );
}
