import type { FastifyReply } from 'fastify';
import t from 'tap';
import { limitOperation } from '../../../../../api/http/limits/operation-quota.ts';
import { createRateLimiter } from '../../../../../api/http/limits/rate-limiter.ts';
import { Fault } from '../../../../../kit/fault.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const QUOTA = { name: 'reports', perMinute: 2 };

function scene() {
  const clock = createFakeClock();
  const limiter = createRateLimiter({ clock });
  /** A request of somebody, which their own window has counted. @returns its header fields, or the refusal */
  const call = (actor: string, before: Record<string, string> = {}) => {
    limiter.take(`caller ${actor}`, 100);
    const headers: Record<string, string> = { ...before };
    const reply = {
      getHeader: (name: string) => headers[name],
      header: (name: string, value: string) => Object.assign(headers, { [name]: value }),
    } as unknown as FastifyReply;
    try {
      limitOperation(QUOTA, { actor, bucket: `caller ${actor}`, reply, limiter });
      return { headers, fault: null };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return { headers, fault: error };
    }
  };
  const left = (actor: string) => limiter.peek(`caller ${actor}`, 100).remaining;
  return { clock, call, left };
}

t.test('a call tells where its caller stands, beside the caller’s own limit', async (t) => {
  const { call } = scene();
  t.same(call('key_1').headers, {
    'ratelimit-policy': '"reports";q=2;w=60',
    ratelimit: '"reports";r=1;t=60',
  });
  t.same(
    call('key_1', { 'ratelimit-policy': '"default";q=100;w=60', ratelimit: '"default";r=98;t=60' }).headers,
    {
      'ratelimit-policy': '"default";q=100;w=60, "reports";q=2;w=60',
      ratelimit: '"default";r=98;t=60, "reports";r=0;t=60',
    },
  );
});

t.test('beyond the limit a call is refused, and costs its caller nothing', async (t) => {
  const { clock, call, left } = scene();
  t.equal(call('key_1').fault, null);
  await clock.advance(20_000);
  t.equal(call('key_1').fault, null);
  t.equal(left('key_1'), 98);
  const { fault, headers } = call('key_1');
  hasFields(t, fault, {
    code: 'rate_limited',
    detail: 'At most 2 such requests a minute; try again in 40 s.',
    extras: { retryAfterSeconds: 40, violatedPolicies: ['reports'] },
  });
  hasFields(t, headers, { ratelimit: '"reports";r=0;t=40' });
  t.equal(left('key_1'), 98);
  t.equal(call('key_2').fault, null, 'another caller has their own');
  await clock.advance(40_000);
  t.equal(call('key_1').fault, null, 'and after the time it is possible again');
});
