import type { FastifyReply, FastifyRequest } from 'fastify';
import t from 'tap';
import { createRateLimiter } from '../../../../../api/http/limits/rate-limiter.ts';
import {
  limit,
  limitRefused,
  limitStranger,
  type StrangerKind,
} from '../../../../../api/http/limits/strangers.ts';
import { Fault } from '../../../../../kit/fault.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { hasFields, hasText } from '../../../../support/has-fields.ts';

const REFUSAL = new Fault('invalid_api_key', 'This key is unknown.');

function scene() {
  const clock = createFakeClock();
  const parts = { clock, limiter: createRateLimiter({ clock }) };
  const headers: Record<string, string> = {};
  const reply = { headers: (more: object) => Object.assign(headers, more) } as unknown as FastifyReply;
  const from = (ip: string) => ({ request: { ip } as FastifyRequest, reply, parts });
  /** How many of so many requests are let through. */
  const admitted = (times: number, work: (n: number) => unknown): number => {
    let count = 0;
    for (let n = 0; n < times; n++) {
      try {
        work(n);
        count += 1;
      } catch (error) {
        if (!(error instanceof Fault) || error.code !== 'rate_limited') throw error;
      }
    }
    return count;
  };
  return { clock, parts, headers, reply, from, admitted };
}

t.test('strangers of a network have a limit of each kind', async (t) => {
  const { from, admitted } = scene();
  for (const [kind, limit] of [
    ['keyless', 60],
    ['sign-in', 60],
    ['document', 60],
    ['preflight', 60],
    ['unmatched', 60],
    ['page', 1_200],
    ['agent', 600],
    ['agent-facts', 600],
    ['probe', 1_200],
  ] as const satisfies readonly (readonly [StrangerKind, number])[])
    t.equal(
      admitted(limit + 5, () => limitStranger(kind, from('192.0.2.1'))),
      limit,
      kind,
    );
  t.equal(
    admitted(1, () => limitStranger('keyless', from('192.0.2.2'))),
    1,
    'another network',
  );
  t.equal(
    admitted(1, () => limitStranger('keyless', from('::ffff:192.0.2.1'))),
    0,
    'the same network, written otherwise',
  );
});

t.test('the refusal of a credential is given back until its own limit is reached', async (t) => {
  const { from, admitted, headers } = scene();
  const refuse = (credential: string, ip = '192.0.2.1') => limitRefused(REFUSAL, { credential, ...from(ip) });
  t.equal(refuse('a'), REFUSAL);
  t.equal(headers['x-ratelimit-remaining'], '59');
  t.equal(
    admitted(100, () => refuse('a')),
    59,
  );
  t.equal(refuse('b'), REFUSAL, 'another credential has its own');
  t.equal(refuse('a', '192.0.2.2'), REFUSAL, 'and so has another network');
});

t.test(
  'a network that tries many credentials is stopped; one that repeats one uses up its own share',
  async (t) => {
    const { from, admitted } = scene();
    const refuse = (credential: string) => limitRefused(REFUSAL, { credential, ...from('192.0.2.1') });
    t.equal(
      admitted(5_000, () => refuse('forgotten script')),
      60,
    );
    t.equal(
      admitted(700, (n) => refuse(`tried ${n}`)),
      540,
    );
  },
);

t.test('who is stopped hears why, and when to try again', async (t) => {
  const { clock, parts, reply, from } = scene();
  const faultOf = (work: () => unknown): Fault | null => {
    try {
      work();
      return null;
    } catch (error) {
      return error as Fault;
    }
  };
  t.equal(
    faultOf(() => limit('b', 1, { reply, parts })),
    null,
  );
  await clock.advance(10_000);
  const plain = faultOf(() => limit('b', 1, { reply, parts }));
  hasFields(t, plain, { code: 'rate_limited', extras: { retryAfterSeconds: Number } });
  t.equal(
    plain?.detail,
    `At most 1 requests a minute; try again in ${String(plain?.extras.retryAfterSeconds)} s.`,
  );
  let because: Fault | null = null;
  for (let n = 0; n < 61; n++)
    because = faultOf(() => limitRefused(REFUSAL, { credential: 'a', ...from('192.0.2.9') }));
  hasText(t, because?.detail, 'This key is unknown. At most 60 requests a minute');
});
