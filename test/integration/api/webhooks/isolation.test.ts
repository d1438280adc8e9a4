import type { ServerResponse } from 'node:http';
import t from 'tap';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { until } from '../../../support/until.ts';
import { createDeliveryLab, startReceiver } from './delivery-lab.ts';

const ENDPOINTS = 100;
const EVENTS = 10;
/** Nothing listens there: the connection is refused. */
const REFUSING = 'http://127.0.0.1:1/hook';

/** A receiver that answers at once, but for the paths that are held; and how often each path was asked. */
async function receiverWithPaths(t: Parameters<typeof startReceiver>[0], held: readonly string[]) {
  const unanswered: { readonly path: string; readonly response: ServerResponse }[] = [];
  const receiver = await startReceiver(t, (response, { path }) => {
    if (held.includes(path)) unanswered.push({ path, response });
    else response.writeHead(204).end();
  });
  const { origin } = new URL(receiver.url);
  return {
    urlOf: (path: string) => origin + path,
    count: (path: string) => receiver.requests.filter((request) => request.path === path).length,
    answer(path: string) {
      for (const each of unanswered.filter((one) => one.path === path)) each.response.writeHead(204).end();
    },
  };
}

t.test(
  'one slow, one dead and one refusing endpoint among 100: the others have everything before any time has passed',
  async (t) => {
    const clock = createFakeClock();
    const startedAt = clock.now();
    const lab = await createDeliveryLab(t, clock);
    const receiver = await receiverWithPaths(t, ['/slow', '/dead']);
    const slow = await lab.endpoint(receiver.urlOf('/slow'));
    const dead = await lab.endpoint(receiver.urlOf('/dead'));
    const refusing = await lab.endpoint(REFUSING);
    const paths = Array.from({ length: ENDPOINTS - 3 }, (_, number) => `/${number}`);
    for (const path of paths) await lab.endpoint(receiver.urlOf(path));
    await lab.worker().start();

    await lab.fire(EVENTS);
    await until(() => paths.every((path) => receiver.count(path) === EVENTS), {
      what: 'every good endpoint to have every event',
      timeoutMs: 60_000,
    });
    t.equal(clock.now(), startedAt, 'no time-out, retry or poll was needed');
    t.same([receiver.count('/slow'), receiver.count('/dead')], [4, 4], 'the others keep to their four');
    await until(async () => (await lab.deliveries(refusing)).every(({ status }) => status === 'retrying'), {
      what: 'each refusal to be written down',
    });

    await clock.advance(14_000);
    receiver.answer('/slow');
    await until(() => receiver.count('/slow') === 8, { what: 'the slow one to be asked again' });
    await clock.advance(1_000);
    await until(
      async () => (await lab.deliveries(dead)).filter(({ attempts }) => attempts.length > 0).length === 4,
      { what: 'the dead one’s four to be given up' },
    );
    const slowOnes = await lab.deliveries(slow);
    t.equal(slowOnes.filter(({ status }) => status === 'succeeded').length, 4);
  },
);

t.test('the backlog of a dead endpoint, older than all else, hides nobody', async (t) => {
  const clock = createFakeClock();
  const lab = await createDeliveryLab(t, clock);
  const receiver = await receiverWithPaths(t, ['/dead']);
  await lab.endpoint(receiver.urlOf('/dead'));
  await lab.fire(300);
  await clock.advance(60_000);
  await lab.endpoint(receiver.urlOf('/good'));
  await lab.worker().start();
  await until(() => receiver.count('/dead') === 4, { what: 'the dead one to be asked' });

  await lab.fire(EVENTS);
  await until(() => receiver.count('/good') === EVENTS, { what: 'the good one to have its events' });
  t.equal(receiver.count('/dead'), 4);
});

t.test('four dead answers at a time, in turn, do not wear the worker out', async (t) => {
  const clock = createFakeClock();
  const lab = await createDeliveryLab(t, clock);
  const receiver = await receiverWithPaths(t, ['/dead']);
  await lab.endpoint(receiver.urlOf('/dead'));
  await lab.endpoint(receiver.urlOf('/good'));
  const worker = lab.worker();
  await worker.start();
  for (let round = 1; round <= 3; round++) {
    await lab.fire(5);
    await until(() => receiver.count('/good') === round * 5, {
      what: `the good one’s events of round ${round}`,
    });
    await until(() => receiver.count('/dead') === round * 4, {
      what: `the dead one’s four of round ${round}`,
    });
    await clock.advance(15_000);
    await until(() => worker.stats().retried === round * 4, { what: 'them to be given up' });
  }
  t.equal(worker.stats().peakPerWebhook, 4);
});

t.test('events that cannot be sent again stop no delivery, nor does the failure', async (t) => {
  const clock = createFakeClock();
  const lab = await createDeliveryLab(t, clock);
  const receiver = await receiverWithPaths(t, []);
  await lab.endpoint(receiver.urlOf('/good'));
  const deliveries = {
    ...lab.store.deliveries,
    recovering: () => Promise.resolve(true),
    recoverSome: () => Promise.reject(new RangeError('Invalid time value')),
  };
  await lab.worker({ store: { ...lab.store, deliveries } }).start();
  await lab.fire(3);
  await until(() => receiver.count('/good') === 3, { what: 'the deliveries' });
});
