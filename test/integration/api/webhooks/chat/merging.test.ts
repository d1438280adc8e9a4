import t, { type Test } from 'tap';
import { CHAT_PACE } from '../../../../../api/webhooks/chat/pace.ts';
import { CHAT_KINDS, type ChatKind } from '../../../../../contracts/events/webhook-kinds.ts';
import { encodeId } from '../../../../../contracts/ids.ts';
import { DEFAULT_ORGANISATION_ID } from '../../../../../store/ports/organisations.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { until } from '../../../../support/until.ts';
import { type Answerer, type Endpoint, ok, type Receiver, startReceiver } from '../delivery-lab.ts';
import { type ChatLab, createChatLab } from './chat-lab.ts';

const DAY_MS = 86_400_000;

const range = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => first + at);

/** What people read in the chat, whatever its kind. */
function titles(receiver: Receiver): readonly string[] {
  return receiver.requests.map(({ body }) => {
    const { text, summary, content } = JSON.parse(body);
    return String(text ?? summary ?? content).replaceAll('\\', '');
  });
}

async function started(
  t: Test,
  kind: ChatKind = 'slack',
  answer: Answerer = ok,
): Promise<{ readonly lab: ChatLab; readonly receiver: Receiver; readonly chat: Endpoint }> {
  const lab = await createChatLab(t);
  const receiver = await startReceiver(t, answer);
  const chat = await lab.chat(kind, receiver.url);
  await lab.worker().start();
  return { lab, receiver, chat };
}

for (const kind of CHAT_KINDS) {
  t.test(`${kind}: the first event goes out at once, those within 30 s after it as one`, async (t) => {
    const { lab, receiver, chat } = await started(t, kind);
    await lab.fire([1]);
    await lab.settled(chat, 'succeeded', 1);
    await lab.clock.advance(1_000);
    await lab.fire(range(2, 20));
    await lab.clock.advance(10_000);
    await lab.fire(range(22, 7));
    await lab.clock.advance(18_999);
    t.equal(receiver.requests.length, 1, 'nothing more before the 30 s are over');
    await lab.clock.advance(1);
    const deliveries = await lab.settled(chat, 'succeeded', 28);
    t.same(titles(receiver), ['LIB-1 went offline', '27 devices went offline']);
    const [first, second] = receiver.requests;
    t.ok(second?.body.includes('2') && second.body.includes('and 17 more'));
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      t.notOk(name in (first?.headers ?? {}), `${name} is not sent`);
    t.same(
      deliveries.map(({ attempts }) => attempts.map(({ responseStatus }) => responseStatus)),
      deliveries.map(() => [204]),
      'each delivery has the one attempt in its log',
    );
    hasFields(t, await lab.webhook(chat), { failuresInARow: 0, lastSuccessAt: lab.clock.now() });
    await lab.clock.advance(60_000);
    t.equal(receiver.requests.length, 2, 'and nothing comes twice');
  });
}

t.test('after 30 quiet seconds an event goes out at once again', async (t) => {
  const { lab, receiver, chat } = await started(t);
  await lab.fire([1]);
  await lab.settled(chat, 'succeeded', 1);
  await lab.clock.advance(30_000);
  await lab.fire([2]);
  await lab.settled(chat, 'succeeded', 2);
  t.same(titles(receiver), ['LIB-1 went offline', 'LIB-2 went offline']);
});

t.test('what waits shows in the log when it will be sent', async (t) => {
  const { lab, chat } = await started(t);
  const startedAt = lab.clock.now();
  await lab.fire([1]);
  await lab.settled(chat, 'succeeded', 1);
  await lab.clock.advance(5_000);
  await lab.fire([2]);
  const [waiting] = await until(
    async () => {
      const found = await lab.settled(chat, 'pending', 1);
      return found[0]?.nextAttemptAt === startedAt + 30_000 && found;
    },
    { what: 'the delivery to be put off' },
  );
  t.same(waiting?.attempts, []);
});

t.test('events of different types make messages of their own', async (t) => {
  const { lab, receiver, chat } = await started(t, 'teams');
  await lab.fire([1, 2]);
  await lab.fire([1], 'device.online');
  await lab.settled(chat, 'succeeded', 2);
  await lab.clock.advance(250);
  await lab.settled(chat, 'succeeded', 3);
  t.same(titles(receiver), ['2 devices went offline', 'LIB-1 came back online']);
});

t.test(
  'messages keep the distance that the rate limit of each chat asks for, one after the other',
  async (t) => {
    const distances: readonly (readonly [ChatKind, number])[] = [
      ['slack', 1_000],
      ['teams', 250],
      ['discord', 1_000],
      ['google_chat', 1_000],
    ];
    for (const [kind, distanceMs] of distances) {
      const { lab, receiver, chat } = await started(t, kind);
      await lab.fire([1], 'device.offline');
      await lab.fire([1], 'device.online');
      await lab.fire([1], 'device.locked');
      for (const count of [1, 2, 3]) {
        await lab.settled(chat, 'succeeded', count);
        t.equal(receiver.requests.length, count, kind);
        if (count === 3) break;
        await lab.clock.advance(distanceMs - 1);
        t.equal(receiver.requests.length, count, `${kind} waits ${distanceMs} ms`);
        await lab.clock.advance(1);
      }
      t.equal(receiver.peak(), 1);
    }
  },
);

t.test(
  'two chats do not wait for each other, and a webhook beside them gets each event at once',
  async (t) => {
    const { lab, receiver, chat } = await started(t);
    const other = await startReceiver(t, ok);
    const second = await lab.chat('slack', other.url);
    const plain = await startReceiver(t, ok);
    await lab.endpoint(plain.url);
    await lab.fire([1]);
    await lab.settled(chat, 'succeeded', 1);
    await lab.settled(second, 'succeeded', 1);
    await lab.fire([2, 3]);
    await until(() => plain.requests.length === 3, { what: 'the webhook' });
    t.equal(receiver.requests.length, 1);
    t.equal(other.requests.length, 1);
  },
);

t.test(
  'a failed message is tried again with all that it stood for, and with what came meanwhile',
  async (t) => {
    let status = 500;
    const { lab, receiver, chat } = await started(t, 'slack', (response) =>
      response.writeHead(status).end('no'),
    );
    await lab.fire([1, 2, 3]);
    const failed = await lab.settled(chat, 'retrying', 3);
    t.same(
      failed.map(({ attempts }) => attempts.map(({ responseBody }) => responseBody)),
      [['no'], [null], [null]],
      'the answer’s text is kept once',
    );
    hasFields(t, await lab.webhook(chat), { failuresInARow: 1 }, 'one message is one failure');
    await lab.fire([4]);
    status = 200;
    await lab.clock.advance(29_999);
    t.equal(receiver.requests.length, 1, 'the 30 s hold for a repetition, too');
    await lab.clock.advance(1);
    const done = await lab.settled(chat, 'succeeded', 4);
    t.same(titles(receiver), ['3 devices went offline', '4 devices went offline']);
    t.same(done.map(({ attempts }) => attempts.length).sort(), [1, 2, 2, 2]);
  },
);

t.test(
  'a restart within the 30 s changes nothing: they are kept, and nothing is lost or sent twice',
  async (t) => {
    const lab = await createChatLab(t);
    const receiver = await startReceiver(t, ok);
    const chat = await lab.chat('slack', receiver.url);
    const first = lab.worker();
    await first.start();
    await lab.fire([1]);
    await lab.settled(chat, 'succeeded', 1);
    await lab.fire([2]);
    await first.stop();
    await lab.fire([3]);
    await lab.worker().start();
    await lab.clock.advance(29_999);
    t.equal(receiver.requests.length, 1);
    await lab.clock.advance(1);
    await lab.settled(chat, 'succeeded', 3);
    t.same(titles(receiver), ['LIB-1 went offline', '2 devices went offline']);
  },
);

t.test('a message whose worker was killed comes back whole when its claim ends', async (t) => {
  const lab = await createChatLab(t);
  const receiver = await startReceiver(t, ok);
  const chat = await lab.chat('slack', receiver.url);
  await lab.fire([1, 2, 3]);
  const now = lab.clock.now();
  const claim = {
    now,
    claimedUntil: now + 30_000,
    limit: 64,
    perWebhook: 4,
    busy: new Map(),
    chat: CHAT_PACE,
  };
  const [dead, ...none] = await lab.store.deliveries.claim(claim);
  t.equal(dead?.joined?.deliveries.length, 2);
  t.same(none, []);
  await lab.worker().start();
  await lab.clock.advance(29_999);
  t.equal(receiver.requests.length, 0);
  await lab.clock.advance(1);
  await lab.settled(chat, 'succeeded', 3);
  t.same(titles(receiver), ['3 devices went offline']);
});

t.test('a storm of a thousand is one message, and what is more the next one', async (t) => {
  const { lab, receiver, chat } = await started(t);
  await lab.fire(range(1, 1_200));
  await until(async () => (await lab.store.deliveries.waiting()) === 200, { what: 'the first thousand' });
  await lab.clock.advance(30_000);
  await until(async () => (await lab.store.deliveries.waiting()) === 0, { what: 'the others' });
  t.same(titles(receiver), ['1000 devices went offline', '200 devices went offline']);
  hasFields(t, await lab.webhook(chat), { failuresInARow: 0 });
});

t.test('a clock that was an hour ahead and was put right holds nothing back', async (t) => {
  const { lab, receiver, chat } = await started(t);
  lab.clock.jump(3_600_000);
  await lab.fire([1]);
  await lab.settled(chat, 'succeeded', 1);
  lab.clock.jump(-3_600_000);
  await lab.fire([2]);
  await lab.settled(chat, 'succeeded', 2);
  t.equal(receiver.requests.length, 2);
});

t.test('a redelivery goes out alone and at once, in the middle of the 30 s', async (t) => {
  const { lab, receiver, chat } = await started(t);
  await lab.fire([1]);
  const [delivery] = await lab.settled(chat, 'succeeded', 1);
  await lab.clock.advance(1_000);
  await lab.fire([2, 3]);
  await lab.settled(chat, 'pending', 2);
  if (delivery === undefined) throw new Error('there is a delivery');
  await lab.store.deliveries.redeliver(delivery.id, lab.clock.now());
  await until(async () => receiver.requests.length === 2, { what: 'the redelivery' });
  t.same(titles(receiver), ['LIB-1 went offline', 'LIB-1 went offline']);
  await until(
    async () => (await lab.deliveries(chat)).find(({ id }) => id === delivery.id)?.attempts.length === 2,
    { what: 'the second attempt' },
  );
  await lab.clock.advance(29_000);
  await lab.settled(chat, 'succeeded', 3);
  t.equal(titles(receiver)[2], '2 devices went offline');
});

t.test('what an event names by id is called by its name', async (t) => {
  const { lab, receiver, chat } = await started(t);
  const id = encodeId('cam', new Uint8Array(16).fill(7));
  const places = { cidrs: [], geofence: null, gatewayMacs: [], bssids: [], ssids: [] };
  await lab.store.campuses.create(
    DEFAULT_ORGANISATION_ID,
    id,
    { name: 'High School', ...places },
    lab.clock.now(),
  );
  await lab.store.transaction((tx) =>
    tx.events.append({
      type: 'geofence.breached',
      organisationId: DEFAULT_ORGANISATION_ID,
      at: lab.clock.now(),
      data: { device: { name: 'LIB-1' }, campusId: id },
    }),
  );
  await lab.settled(chat, 'succeeded', 1);
  t.ok(receiver.requests[0]?.body.includes('High School'));
  t.notOk(receiver.requests[0]?.body.includes(id));
});

t.test('more than one message can carry is left for the next one', async (t) => {
  const lab = await createChatLab(t);
  await lab.chat('slack', 'https://chat.example/x');
  await lab.fire([1, 2, 3, 4, 5]);
  const claimAt = async (now: number): Promise<readonly (readonly [number, number])[]> => {
    const request = { now, claimedUntil: now + DAY_MS, limit: 64, perWebhook: 4, busy: new Map() };
    const chat = { ...CHAT_PACE, mostMerged: 3, shown: 2 };
    const claimed = await lab.store.deliveries.claim({ ...request, chat });
    return claimed.map(({ joined }) => [joined?.deliveries.length ?? 0, joined?.bodies.length ?? 0]);
  };
  const now = lab.clock.now();
  t.same(await claimAt(now), [[2, 1]]);
  t.same(await claimAt(now), []);
  t.same(await claimAt(now + 29_999), []);
  t.same(await claimAt(now + 30_000), [[1, 1]]);
  t.same(await claimAt(now + 60_000), []);
});
