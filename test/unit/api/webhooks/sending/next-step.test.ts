import t from 'tap';
import {
  type Answer,
  nextStep,
  RETRY_DELAYS_MS,
  type AttemptFacts,
} from '../../../../../api/webhooks/sending/next-step.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const NOW = Date.UTC(2026, 10, 20, 10);
const DAY_MS = 86_400_000;
const FRESH = { enabledAt: NOW - DAY_MS, lastSuccessAt: NOW - 1_000 };
const MIDDLE = 0.5;
const ALMOST_ONE = 1 - 2 ** -32;

const status = (code: number, retryAfter: string | null = null): Answer => ({
  kind: 'response',
  status: code,
  retryAfter,
});

/** The wait in milliseconds, with the middle of the jitter unless told. */
function waitOf(answer: Answer, attempt: number, fraction = MIDDLE): number {
  const step = nextStep({ trigger: 'scheduled', answer, attempt, webhook: FRESH, now: NOW, fraction });
  if (step.kind !== 'retry') throw new Error(`${step.kind} instead of a retry`);
  return step.at - NOW;
}

t.test('2xx is success, whatever the number of the attempt', async (t) => {
  for (const code of [200, 201, 202, 204, 299])
    for (const attempt of [1, 10])
      t.same(
        nextStep({ trigger: 'scheduled', answer: status(code), attempt, webhook: FRESH, now: NOW, fraction: 0 }),
        {
          kind: 'succeeded',
        },
      );
});

t.test('ten attempts span 75 h 35 min 5 s', async (t) => {
  t.equal(RETRY_DELAYS_MS.length, 9);
  t.equal(
    RETRY_DELAYS_MS.reduce((sum, each) => sum + each, 0),
    ((75 * 60 + 35) * 60 + 5) * 1_000,
  );
});

t.test('every step of the schedule, with ±20 % jitter', async (t) => {
  const seconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
  for (const [at, delay] of seconds.entries()) {
    for (const answer of [
      status(301),
      status(404),
      status(500),
      status(503),
      { kind: 'unreachable' } as const,
    ]) {
      t.equal(waitOf(answer, at + 1), delay * 1_000);
      t.equal(waitOf(answer, at + 1, 0), delay * 800);
      t.ok(Math.abs(waitOf(answer, at + 1, ALMOST_ONE) - delay * 1_200) <= 1);
    }
  }
});

t.test('429, 502, 504 and a time-out wait at least 60 s', async (t) => {
  for (const answer of [status(429), status(502), status(504), { kind: 'timeout' } as const]) {
    t.equal(waitOf(answer, 1, 0), 60_000);
    t.ok(waitOf(answer, 1, ALMOST_ONE) <= 72_000);
    t.not(waitOf(answer, 1, 0.2), waitOf(answer, 1, 0.8), 'and keep their jitter');
    t.equal(waitOf(answer, 2), 300_000);
  }
});

t.test('Retry-After is clamped between the delay and twice the delay', async (t) => {
  t.equal(waitOf(status(503, '1'), 2), 300_000);
  t.equal(waitOf(status(503, '450'), 2), 450_000);
  t.equal(waitOf(status(503, '86400'), 2), 600_000);
  t.equal(waitOf(status(503, '7'), 1), 7_000);
  t.equal(waitOf(status(429, '7'), 1, 0), 60_000);
  t.equal(waitOf(status(429, '90'), 1, 0), 90_000);
  t.equal(waitOf(status(429, '999999999'), 1, 0), 120_000);
});

t.test('Retry-After is read as an HTTP date in each of its three forms', async (t) => {
  for (const text of [
    'Fri, 20 Nov 2026 10:07:30 GMT',
    'Friday, 20-Nov-26 10:07:30 GMT',
    'Fri Nov 20 10:07:30 2026',
  ]) {
    t.equal(waitOf(status(503, text), 2), 450_000, text);
  }
  t.equal(waitOf(status(503, 'Fri, 20 Nov 2026 09:00:00 GMT'), 2), 300_000, 'the past');
});

t.test('a Retry-After that is neither is as good as none', async (t) => {
  for (const text of [
    '',
    'soon',
    '-5',
    '1.5',
    '1e9',
    '2026-11-20',
    '99999999999999',
    'Fri, 99 Foo 2026 10:00:00 GMT',
    'Infinity',
  ])
    t.equal(waitOf(status(503, text), 2), 300_000, text);
});

t.test('410 ends the delivery and the endpoint at once', async (t) => {
  t.same(
    nextStep({ trigger: 'scheduled', answer: status(410), attempt: 1, webhook: FRESH, now: NOW, fraction: 0 }),
    {
      kind: 'failed',
      disable: 'gone',
    },
  );
});

t.test('the tenth failure ends the delivery; the endpoint only after 5 days without success', async (t) => {
  const last = (webhook: AttemptFacts['webhook']) =>
    nextStep({ trigger: 'scheduled', answer: status(500), attempt: 10, webhook, now: NOW, fraction: 0 });
  const created = NOW - 30 * DAY_MS;
  t.same(last({ enabledAt: created, lastSuccessAt: NOW - 5 * DAY_MS + 1 }), {
    kind: 'failed',
    disable: null,
  });
  t.same(last({ enabledAt: created, lastSuccessAt: NOW - 5 * DAY_MS }), {
    kind: 'failed',
    disable: 'no_success_for_5_days',
  });
  t.same(last({ enabledAt: created, lastSuccessAt: null }), {
    kind: 'failed',
    disable: 'no_success_for_5_days',
  });
  t.same(
    last({ enabledAt: NOW - 4 * DAY_MS, lastSuccessAt: null }),
    { kind: 'failed', disable: null },
    'young and never successful',
  );
});

t.test('nine failures never disable, however long the silence', async (t) => {
  const webhook = { enabledAt: 0, lastSuccessAt: null };
  for (let attempt = 1; attempt <= 9; attempt++)
    t.equal(
      nextStep({ trigger: 'scheduled', answer: status(500), attempt, webhook, now: NOW, fraction: 0 }).kind,
      'retry',
    );
});

t.test('an attempt that somebody asked for is not retried, and disables only by 410', async (t) => {
  const asked = (code: number, attempt: number) =>
    nextStep({
      trigger: 'manual',
      answer: status(code),
      attempt,
      webhook: { enabledAt: 0, lastSuccessAt: null },
      now: NOW,
      fraction: 0,
    });
  for (const attempt of [1, 10, 11]) {
    for (const code of [500, 429, 404, 301]) t.same(asked(code, attempt), { kind: 'failed', disable: null });
    t.same(asked(204, attempt), { kind: 'succeeded' });
    t.same(asked(410, attempt), { kind: 'failed', disable: 'gone' });
  }
});

t.test('the five days begin when the endpoint was enabled last', async (t) => {
  const last = (enabledAt: number) =>
    nextStep({
      trigger: 'scheduled',
      answer: status(500),
      attempt: 10,
      webhook: { enabledAt, lastSuccessAt: NOW - 60 * DAY_MS },
      now: NOW,
      fraction: 0,
    });
  hasFields(t, last(NOW - 5 * DAY_MS + 1), { disable: null });
  hasFields(t, last(NOW - 5 * DAY_MS), { disable: 'no_success_for_5_days' });
});

t.test('what is only near to 2xx is no success', async (t) => {
  for (const code of [100, 199, 300, 304]) t.equal(waitOf(status(code), 1), 5_000, String(code));
});

t.test('a Retry-After that names a time of the week but no date is as good as none', async (t) => {
  for (const text of ['Friday', 'Fri, soon', 'Fri Nov 20 10:07:30 2026 CET'])
    t.equal(waitOf(status(503, text), 2), 300_000, text);
});
