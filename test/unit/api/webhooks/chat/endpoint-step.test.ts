import t from 'tap';
import { nextEndpointStep } from '../../../../../api/webhooks/chat/endpoint-step.ts';
import type { Answer } from '../../../../../api/webhooks/sending/next-step.ts';
import { CHAT_KINDS, type WebhookKind } from '../../../../../contracts/events/webhook-kinds.ts';

const NOW = Date.UTC(2026, 10, 20, 10);

function judged(
  kind: WebhookKind,
  status: number,
  more: { readonly retryAfter?: string; readonly body?: string; readonly attempt?: number } = {},
): ReturnType<typeof nextEndpointStep> {
  const answer: Answer = { kind: 'response', status, retryAfter: more.retryAfter ?? null };
  return nextEndpointStep({
    answer,
    trigger: 'scheduled',
    attempt: more.attempt ?? 1,
    webhook: { kind, enabledAt: NOW, lastSuccessAt: NOW },
    now: NOW,
    fraction: 0.5,
    responseBody: more.body ?? null,
  });
}

t.test('the answers with which chats take a message are successes', async (t) => {
  for (const [kind, status] of [
    ['slack', 200],
    ['teams', 202],
    ['discord', 204],
    ['google_chat', 200],
  ] as const)
    t.same(judged(kind, status), { step: { kind: 'succeeded' }, quietUntil: null });
});

t.test('an address that is dead is disabled at once', async (t) => {
  const dead = { step: { kind: 'failed', disable: 'gone' }, quietUntil: null };
  for (const status of [403, 404, 410]) t.same(judged('slack', status), dead, `slack ${status}`);
  for (const status of [404, 410]) t.same(judged('discord', status), dead, `discord ${status}`);
  for (const kind of CHAT_KINDS) t.same(judged(kind, 410), dead, `${kind} 410`);
  for (const [kind, status] of [
    ['teams', 404],
    ['teams', 403],
    ['google_chat', 404],
    ['discord', 403],
    ['slack', 400],
  ] as const)
    t.equal(judged(kind, status).step.kind, 'retry', `${kind} ${status}`);
});

t.test('429 waits exactly as long as was asked for, and the whole chat with it', async (t) => {
  for (const kind of CHAT_KINDS) {
    const until = NOW + 3_000;
    t.same(judged(kind, 429, { retryAfter: '3' }), {
      step: { kind: 'retry', at: until },
      quietUntil: until,
    });
  }
  t.equal(
    judged('discord', 429, { retryAfter: '1', body: '{"retry_after": 1.337}' }).quietUntil,
    NOW + 1_337,
  );
  t.equal(judged('discord', 429, { body: '{"retry_after": 0.2}' }).quietUntil, NOW + 200);
  t.equal(judged('slack', 429, { retryAfter: '99999999' }).quietUntil, NOW + 3_600_000, 'an hour at most');
});

t.test('429 that says nothing, or nonsense, rests for a minute as elsewhere', async (t) => {
  for (const more of [
    {},
    { retryAfter: 'soon' },
    { body: '<html>' },
    { body: '{"retry_after": "x"}' },
    { body: '{"retry_after": -5}' },
  ]) {
    const { step, quietUntil } = judged('discord', 429, more);
    t.ok(step.kind === 'retry' && step.at >= NOW + 60_000);
    t.equal(quietUntil, step.kind === 'retry' ? step.at : null);
  }
});

t.test(
  'a 429 after the last step of the schedule ends the delivery, and still keeps the chat quiet',
  async (t) => {
    const { step, quietUntil } = judged('slack', 429, { retryAfter: '5', attempt: 10 });
    t.equal(step.kind, 'failed');
    t.equal(quietUntil, NOW + 5_000);
  },
);

t.test(
  'other endpoints are judged as ever: no answer but 410 is their end, and Retry-After is kept in bounds',
  async (t) => {
    t.equal(judged('standard', 404).step.kind, 'retry');
    const { step, quietUntil } = judged('standard', 429, { retryAfter: '1' });
    t.ok(step.kind === 'retry' && step.at >= NOW + 60_000);
    t.equal(quietUntil, null);
  },
);

t.test('of two waits the longer one is kept, and what is no number of seconds does not count', async (t) => {
  const quiet = (more: Parameters<typeof judged>[2]) => (judged('discord', 429, more).quietUntil ?? 0) - NOW;
  t.equal(quiet({ retryAfter: '5', body: '{"retry_after": 2}' }), 5_000);
  t.equal(quiet({ retryAfter: '2', body: '{"retry_after": 5}' }), 5_000);
  t.equal(quiet({ retryAfter: '0' }), 0, 'at once is a wait too');
  t.equal(quiet({ retryAfter: '1.0004' }), 1_001, 'never sooner than was asked for');
  t.equal(quiet({ retryAfter: '3600' }), 3_600_000);
  t.equal(quiet({ retryAfter: '3601' }), 3_600_000);
  for (const body of [
    'null',
    '7',
    '[]',
    '{"retry": 5}',
    '{"retry_after": 1e999}',
    '{"retry_after": null}',
    '',
  ])
    t.equal(quiet({ retryAfter: '3', body }), 3_000, body);
  for (const retryAfter of ['3s', ' 3', '-3', '1e3', '0x3', '1234567890', '1.1234567'])
    t.equal(quiet({ retryAfter, body: '{"retry_after": 4}' }), 4_000, retryAfter);
});

t.test('a chat that does not answer is tried again by the schedule', async (t) => {
  for (const answer of [{ kind: 'timeout' }, { kind: 'unreachable' }] as const) {
    const { step, quietUntil } = nextEndpointStep({
      answer,
      trigger: 'scheduled',
      attempt: 2,
      webhook: { kind: 'slack', enabledAt: NOW, lastSuccessAt: NOW },
      now: NOW,
      fraction: 0.5,
      responseBody: null,
    });
    t.same([step, quietUntil], [{ kind: 'retry', at: NOW + 300_000 }, null]);
  }
});
