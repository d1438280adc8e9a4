import type { FastifyReply } from 'fastify';
import t from 'tap';
import { createCharge } from '../../../../../api/http/limits/call-cost.ts';
import { createRateLimiter } from '../../../../../api/http/limits/rate-limiter.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const LIMIT = 10;

/** A call that was counted as one request when it came in. */
function scene() {
  const clock = createFakeClock();
  const limiter = createRateLimiter({ clock });
  const headers: Record<string, string> = {};
  const reply = { headers: (more: object) => Object.assign(headers, more) } as unknown as FastifyReply;
  limiter.take('caller key_1', LIMIT);
  return {
    headers,
    charge: createCharge('caller key_1', LIMIT, { reply, limiter, clock }),
    left: () => limiter.peek('caller key_1', LIMIT).remaining,
  };
}

t.test('a call of one request was paid for when it came', async (t) => {
  for (const requests of [0, 1]) {
    const { charge, left, headers } = scene();
    charge(requests);
    t.equal(left(), LIMIT - 1);
    t.same(headers, {});
  }
});

t.test('a call of several costs as many in all, which its answer tells', async (t) => {
  for (const requests of [2, 7, LIMIT]) {
    const { charge, left, headers } = scene();
    charge(requests);
    t.equal(left(), LIMIT - requests);
    hasFields(t, headers, {
      'x-ratelimit-limit': '10',
      'x-ratelimit-remaining': String(LIMIT - requests),
      ratelimit: `"default";r=${LIMIT - requests};t=60`,
    });
  }
});

t.test('a call that costs more than is left costs nothing', async (t) => {
  const { charge, left, headers } = scene();
  t.throws(() => charge(LIMIT + 1), {
    code: 'rate_limited',
    detail: 'This call counts as 11 of at most 10 requests a minute; try again in 60 s.',
    extras: { retryAfterSeconds: 60 },
  });
  t.equal(left(), LIMIT);
  hasFields(t, headers, { 'x-ratelimit-remaining': '10', ratelimit: '"default";r=10;t=60' });
});
