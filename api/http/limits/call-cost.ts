import type { FastifyReply } from 'fastify';
import type { Clock } from '../../../kit/clock.ts';
import { Fault } from '../../../kit/fault.ts';
import { type RateLimiter, rateLimitHeaders } from './rate-limiter.ts';

/**
 * Charges a call as this many requests, one of which was counted when it arrived. Call it once, before any effect.
 * @throws Fault rate_limited when the rest is not there: then the call costs nothing at all
 */
export type Charge = (requests: number) => void;

/** Charges a caller's window and reports the new state in the header fields. */
export function createCharge(
  bucket: string,
  perMinute: number,
  {
    reply,
    limiter,
    clock,
  }: { readonly reply: FastifyReply; readonly limiter: RateLimiter; readonly clock: Clock },
): Charge {
  return (requests) => {
    if (requests <= 1) return;
    const rest = limiter.take(bucket, perMinute, requests - 1);
    if (rest.admitted) {
      reply.headers(rateLimitHeaders(rest, clock.now()));
      return;
    }
    limiter.giveBack(bucket, 1);
    const { remaining } = limiter.peek(bucket, perMinute);
    reply.headers(rateLimitHeaders({ ...rest, remaining }, clock.now()));
    throw new Fault(
      'rate_limited',
      `This call counts as ${requests} of at most ${perMinute} requests a minute; try again in ${rest.resetSeconds} s.`,
      { extras: { retryAfterSeconds: rest.resetSeconds } },
    );
  };
}
