import t, { type Test } from 'tap';
import type { ChatKind } from '../../../../../contracts/events/webhook-kinds.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { until } from '../../../../support/until.ts';
import { type Answerer, type Endpoint, type Receiver, startReceiver } from '../delivery-lab.ts';
import { type ChatLab, createChatLab } from './chat-lab.ts';

async function started(
  t: Test,
  kind: ChatKind,
  answer: Answerer,
): Promise<{ readonly lab: ChatLab; readonly receiver: Receiver; readonly chat: Endpoint }> {
  const lab = await createChatLab(t);
  const receiver = await startReceiver(t, answer);
  const chat = await lab.chat(kind, receiver.url);
  await lab.worker().start();
  return { lab, receiver, chat };
}

t.test('the answer with which each chat takes a message is a success', async (t) => {
  for (const [kind, status] of [
    ['slack', 200],
    ['teams', 202],
    ['discord', 204],
    ['google_chat', 200],
  ] as const) {
    const { lab, chat } = await started(t, kind, (response) => response.writeHead(status).end());
    await lab.fire([1]);
    const [delivery] = await lab.settled(chat, 'succeeded', 1);
    t.equal(delivery?.attempts[0]?.responseStatus, status, kind);
    t.equal(delivery?.attempts[0]?.requestHeaders['content-type'], 'application/json; charset=utf-8');
  }
});

t.test('an address that is dead is disabled by the first message, with all that it stood for', async (t) => {
  for (const [kind, status] of [
    ['slack', 403],
    ['slack', 404],
    ['slack', 410],
    ['discord', 404],
    ['teams', 410],
  ] as const) {
    const { lab, receiver, chat } = await started(t, kind, (response) =>
      response.writeHead(status).end('no_team'),
    );
    await lab.fire([1, 2, 3]);
    await lab.settled(chat, 'failed', 3);
    hasFields(t, await lab.webhook(chat), { enabled: false, disabledReason: 'gone' }, `${kind} ${status}`);
    await lab.fire([4]);
    await lab.clock.advance(60_000);
    t.equal(receiver.requests.length, 1);
  }
});

t.test('429 keeps the whole chat quiet for as long as was asked for', async (t) => {
  let answers = 0;
  const { lab, receiver, chat } = await started(t, 'discord', (response) => {
    answers += 1;
    if (answers > 1) response.writeHead(204).end();
    else response.writeHead(429, { 'retry-after': '44' }).end('{"retry_after": 44.5, "global": false}');
  });
  const firedAt = lab.clock.now();
  await lab.fire([1, 2]);
  const waiting = await lab.settled(chat, 'retrying', 2);
  for (const { nextAttemptAt } of waiting) t.equal(nextAttemptAt, firedAt + 44_500);
  await lab.fire([1], 'device.online');
  await lab.clock.advance(44_499);
  t.equal(receiver.requests.length, 1, 'other types wait as well');
  await lab.clock.advance(1);
  await lab.clock.advance(1_000);
  await lab.settled(chat, 'succeeded', 3);
  t.equal(receiver.requests.length, 3);
  hasFields(t, await lab.webhook(chat), { enabled: true, failuresInARow: 0 });
});

t.test(
  'an address that cannot be opened, after a restore with the wrong key, fails and does not stop the others',
  async (t) => {
    const { lab, receiver, chat } = await started(t, 'slack', (response) => response.writeHead(200).end());
    const elsewhere = await createChatLab(t);
    const sealedElsewhere = await elsewhere.chat('slack', receiver.url);
    const [sealed = ''] = await elsewhere.store.webhooks.secrets(sealedElsewhere.id, elsewhere.clock.now());
    const lost = await lab.chat('slack', receiver.url);
    const now = lab.clock.now();
    await lab.store.webhooks.rotateSecret(lost.id, { sealed, now, formerEndAt: now });
    await lab.fire([1]);
    await lab.settled(chat, 'succeeded', 1);
    const [delivery] = await lab.settled(lost, 'retrying', 1);
    hasFields(t, delivery?.attempts[0], { responseStatus: null, error: 'secret_unreadable' });
    t.equal(receiver.requests.length, 1);
  },
);

t.test('the address of a chat is in no part of the log', async (t) => {
  const { lab, receiver, chat } = await started(t, 'slack', (response) => response.writeHead(500).end('x'));
  await lab.fire([1]);
  const [delivery] = await lab.settled(chat, 'retrying', 1);
  const port = new URL(receiver.url).port;
  t.notOk(JSON.stringify([delivery, await lab.webhook(chat)]).includes(port));
  await until(() => receiver.requests.length === 1, { what: 'the request' });
});
