import type { FastifyReply } from 'fastify';
import { Fault } from '../../../kit/fault.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { WINDOW_SECONDS } from './sliding-window.ts';

/** A limit of one operation. Its name is sent in `RateLimit-Policy` and in the problem document of a refusal. */
export interface OperationQuota {
  readonly name: string;
  readonly perMinute: number;
}

/**
 * Counts a call against its operation's limit for each caller. The header fields of the IETF draft are lists, so this limit is named beside
 * the caller's own. A refused call costs nothing: the charge on `bucket` is given back.
 * @throws Fault rate_limited
 */
export function limitOperation(
  { name, perMinute }: OperationQuota,
  {
    actor,
    bucket,
    reply,
    limiter,
  }: {
    readonly actor: string;
    /** The caller's window, already charged with 1. */
    readonly bucket: string;
    readonly reply: FastifyReply;
    readonly limiter: RateLimiter;
  },
): void {
  const admission = limiter.take(`${name} ${actor}`, perMinute);
  append(reply, 'ratelimit-policy', `"${name}";q=${perMinute};w=${WINDOW_SECONDS}`);
  append(reply, 'ratelimit', `"${name}";r=${admission.remaining};t=${admission.resetSeconds}`);
  if (admission.admitted) return;
  limiter.giveBack(bucket, 1);
  throw new Fault(
    'rate_limited',
    `At most ${perMinute} such requests a minute; try again in ${admission.resetSeconds} s.`,
    { extras: { retryAfterSeconds: admission.resetSeconds, violatedPolicies: [name] } },
  );
}

function append(reply: FastifyReply, field: string, member: string): void {
  reply.header(field, [reply.getHeader(field), member].filter((part) => part !== undefined).join(', '));
}
