import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../kit/clock.ts';
import { Fault } from '../../../kit/fault.ts';
import { networkOf } from '../../../kit/networks.ts';
import { sha256 } from '../../../kit/signing.ts';
import { type RateLimiter, rateLimitHeaders, STRANGER_LIMIT } from './rate-limiter.ts';

/**
 * Requests a minute of one network without a valid credential, by kind. Each kind is counted apart, so that a forgotten script with a wrong
 * key does not stop people at the same address from signing in.
 */
const REQUESTS_A_MINUTE = {
  /** API calls without a credential. */
  keyless: STRANGER_LIMIT,
  /** Sign-ins of a whole staff room. The throttle slows guessing down as well. */
  'sign-in': STRANGER_LIMIT,
  document: STRANGER_LIMIT,
  preflight: STRANGER_LIMIT,
  /** Unknown addresses, and requests that cannot be read. */
  unmatched: STRANGER_LIMIT,
  /** The sign-in with its files is fifteen requests, and a browser keeps the files. Eighty people behind one address may see it for the first time in one minute. */
  page: 1_200,
  /** A computer room enrolls at once behind one address. */
  agent: 600,
  /** Requests of every agent. They are counted apart, so that exhausting this limit does not stop enrollment. */
  'agent-facts': 600,
  /** Twenty monitors, each once a second. */
  probe: 1_200,
} as const;

export type StrangerKind = keyof typeof REQUESTS_A_MINUTE;

/** Requests a minute with the same wrong credential from one network. */
const WRONG_CREDENTIAL_LIMIT = STRANGER_LIMIT;
/** Requests a minute with any wrong credential from one network. It allows ten forgotten scripts and stops an attempt to try many keys. */
const WRONG_CREDENTIALS_LIMIT = 600;

export interface LimiterParts {
  readonly limiter: RateLimiter;
  readonly clock: Clock;
}

/** Counts a stranger's request and reports its network's state in the header fields. @throws Fault rate_limited */
export function limitStranger(
  kind: StrangerKind,
  {
    request,
    reply,
    parts,
  }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly parts: LimiterParts },
): void {
  limit(`${kind} ${networkOf(request.ip)}`, REQUESTS_A_MINUTE[kind], { reply, parts });
}

/**
 * Counts a request whose credential was refused, by credential and by network, and returns the refusal. A network that tries too many
 * different credentials gets only rate_limited. Valid credentials are never counted here.
 * @throws Fault rate_limited, which says why the credential was refused
 */
export function limitRefused(
  fault: Fault,
  {
    credential,
    request,
    reply,
    parts,
  }: {
    readonly credential: string;
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
    readonly parts: LimiterParts;
  },
): Fault {
  const network = networkOf(request.ip);
  const all = `refused ${network}`;
  limit(all, WRONG_CREDENTIALS_LIMIT, { reply, parts, because: fault.detail });
  try {
    limit(`refused ${sha256(credential)} ${network}`, WRONG_CREDENTIAL_LIMIT, {
      reply,
      parts,
      because: fault.detail,
    });
  } catch (error) {
    // A script that repeats one wrong credential exhausts its own limit, not that of the network.
    parts.limiter.giveBack(all, 1);
    throw error;
  }
  return fault;
}

/** Counts a request in a window and reports the window's state in the header fields. @throws Fault rate_limited */
export function limit(
  bucket: string,
  perMinute: number,
  {
    reply,
    parts,
    because,
  }: { readonly reply: FastifyReply; readonly parts: LimiterParts; readonly because?: string },
): void {
  const admission = parts.limiter.take(bucket, perMinute);
  reply.headers(rateLimitHeaders(admission, parts.clock.now()));
  if (admission.admitted) return;
  const detail = `At most ${perMinute} requests a minute; try again in ${admission.resetSeconds} s.`;
  throw new Fault('rate_limited', because === undefined ? detail : `${because} ${detail}`, {
    extras: { retryAfterSeconds: admission.resetSeconds },
  });
}
