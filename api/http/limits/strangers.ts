import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../kit/clock.ts';
import { Fault } from '../../../kit/fault.ts';
import { networkOf } from '../../../kit/networks.ts';
import { sha256 } from '../../../kit/signing.ts';
import { type RateLimiter, rateLimitHeaders, STRANGER_LIMIT } from './rate-limiter.ts';

/**
 * What callers without a valid credential ask for. Each is counted apart: a script that was forgotten with a wrong key keeps nobody behind the same address
 * from signing in.
 */
const REQUESTS_A_MINUTE = {
  /** Calls of the API without any credential. */
  keyless: STRANGER_LIMIT,
  /** Sign-ins of a whole staff room; guessing is slowed down by the throttle besides. */
  'sign-in': STRANGER_LIMIT,
  document: STRANGER_LIMIT,
  preflight: STRANGER_LIMIT,
  /** Addresses that lead nowhere, and requests that cannot be read. */
  unmatched: STRANGER_LIMIT,
  /** A page and what it loads are ten requests; a hundred people may open the dashboard in one minute behind one address. */
  page: 1_200,
  /** A computer room enrolls at once, behind one address. */
  agent: 600,
  /** What every agent asks, apart: whoever uses that up keeps nobody from enrolling. */
  'agent-facts': 600,
  /** Twenty who watch over the server, each once a second. */
  probe: 1_200,
} as const;

export type StrangerKind = keyof typeof REQUESTS_A_MINUTE;

/** Requests a minute with one wrong credential from one network. */
const WRONG_CREDENTIAL_LIMIT = STRANGER_LIMIT;
/** Requests a minute with wrong credentials of all sorts from one network: ten forgotten scripts, and an end to trying many keys. */
const WRONG_CREDENTIALS_LIMIT = 600;

export interface LimiterParts {
  readonly limiter: RateLimiter;
  readonly clock: Clock;
}

/** Counts a request of a stranger, and tells in the header fields where its network stands. @throws Fault rate_limited */
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
 * Counts a request whose credential was refused, by the credential and by the network that sent it, and gives back the refusal. A network that tries too
 * many different ones hears only that; valid ones are never counted here.
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
    // One script that asks again and again uses up its own share, not that of the others.
    parts.limiter.giveBack(all, 1);
    throw error;
  }
  return fault;
}

/** Counts a request in a window, and tells in the header fields where it stands. @throws Fault rate_limited */
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
