import t, { type Test } from 'tap';
import type { NewEvent } from '../../../store/ports/events.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { hasFields } from '../../support/has-fields.ts';
import type { TestDevice, TestLink } from '../../support/test-device.ts';
import { createTestGateway, type TestGateway, type TestGatewayOptions } from '../../support/test-gateway.ts';
import { until } from '../../support/until.ts';

interface Scene extends TestGateway {
  readonly time: FakeClock;
  readonly laptop: TestDevice;
  readonly link: TestLink;
}

/** A gateway on a clock that the test turns, with one device online. */
async function scene(t: Test, options: TestGatewayOptions = {}): Promise<Scene> {
  const time = createFakeClock();
  const school = await createTestGateway(t, { clock: time, ...options });
  const laptop = await school.device();
  const link = await laptop.connect(school.url);
  t.teardown(() => link.client.end(true));
  return { ...school, time, laptop, link };
}

const told = (events: readonly NewEvent[]) =>
  events
    .filter(({ type }) => type !== 'device.protection_changed')
    .map(({ type, data }) => [type, data.reason ?? null]);

/** Advances in steps, so that what happens on real sockets and in the store between has its turn. */
async function pass(time: FakeClock, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) await time.advance(Math.min(500, left));
}

const disconnected = ({ store, laptop }: Scene) =>
  until(async () => (await store.devices.find(laptop.id))?.disconnectedAt, {
    what: 'the end of the connection to be noted',
  });

t.test('a clean stop means offline after ten seconds, with its reason', async (t) => {
  const here = await scene(t);
  await here.link.stop();
  hasFields(
    t,
    await here.store.devices.find(here.laptop.id),
    { status: 'online', disconnectReason: 'stopped' },
    'noted when acknowledged',
  );
  await pass(here.time, 9_500);
  t.same(told(here.events), [['device.online', null]], 'not before');
  await pass(here.time, 1_500);
  await until(() => here.events.length === 2, { what: 'the event' });
  t.same(told(here.events), [
    ['device.online', null],
    ['device.offline', 'stopped'],
  ]);
  hasFields(t, here.events[1], {
    deviceId: here.laptop.id,
    data: { device: { id: here.laptop.id, status: 'offline' } },
  });
  hasFields(t, await here.store.devices.find(here.laptop.id), {
    status: 'offline',
    disconnectReason: 'stopped',
  });
});

t.test('a lost connection means offline after ten seconds, with its reason', async (t) => {
  const here = await scene(t);
  await here.link.drop();
  await disconnected(here);
  await pass(here.time, 11_000);
  await until(() => here.events.length === 2, { what: 'the event' });
  t.same(told(here.events)[1], ['device.offline', 'connection_lost']);
});

t.test(
  'a laptop that froze is offline for silence: its keep-alive ends, though it asked for none',
  async (t) => {
    const school = await createTestGateway(t, { clock: createFakeClock(), limits: { keepaliveSeconds: 1 } });
    const time = school.clock as FakeClock;
    const laptop = await school.device();
    const link = await laptop.connect(school.url, { mqtt: { keepalive: 0 } });
    t.teardown(() => link.client.end(true));
    await until(() => link.closed, { what: 'the broker to give it up' });
    await disconnected({ ...school, time, laptop, link });
    hasFields(t, await school.store.devices.find(laptop.id), {
      status: 'online',
      disconnectReason: 'silence',
    });
    await pass(time, 11_000);
    await until(() => school.events.length === 2, { what: 'the event' });
    t.same(told(school.events)[1], ['device.offline', 'silence']);
  },
);

t.test('a device that returns within ten seconds was never away', async (t) => {
  const here = await scene(t);
  await here.link.drop();
  await disconnected(here);
  await pass(here.time, 9_000);
  const again = await here.laptop.connect(here.url);
  t.teardown(() => again.client.end(true));
  await pass(here.time, 60_000);
  t.same(told(here.events), [['device.online', null]]);
  hasFields(t, await here.store.devices.find(here.laptop.id), { status: 'online', disconnectedAt: null });
});

t.test(
  'silence for 75 s means offline though the connection stands, and the next message means online again',
  async (t) => {
    const here = await scene(t);
    await pass(here.time, 74_000);
    t.same(told(here.events), [['device.online', null]], 'not before');
    await pass(here.time, 2_000);
    await until(() => here.events.length === 2, { what: 'the event' });
    t.same(told(here.events)[1], ['device.offline', 'silence']);
    t.equal(here.link.closed, false);
    await here.link.heartbeat();
    await until(() => here.events.length === 3, { what: 'the return' });
    t.same(told(here.events)[2], ['device.online', null]);
    hasFields(t, await here.store.devices.find(here.laptop.id), { status: 'online' });
  },
);

t.test('heartbeats keep a device online, whatever the wall clock does', async (t) => {
  const here = await scene(t);
  for (const [count, jumpMs] of [0, 3_600_000, -7_200_000, 86_400_000].entries()) {
    here.time.jump(jumpMs);
    await pass(here.time, 30_000);
    await here.link.heartbeat();
    await until(() => here.gateway.stats().messages.heartbeat > count, { what: 'a heartbeat' });
  }
  await pass(here.time, 30_000);
  t.same(told(here.events), [['device.online', null]]);
});

t.test('the second connection of a device takes over; the end of the first means nothing', async (t) => {
  const here = await scene(t);
  const second = await here.laptop.connect(here.url);
  t.teardown(() => second.client.end(true));
  await until(() => here.link.closed, { what: 'the first to be closed' });
  await pass(here.time, 30_000);
  t.same(told(here.events), [['device.online', null]]);
  hasFields(t, await here.store.devices.find(here.laptop.id), {
    status: 'online',
    connectionEpoch: 2,
    disconnectedAt: null,
  });
  hasFields(t, here.gateway.stats(), { devices: 1, takeovers: 1, connections: 1 });
  await second.publish('status', { state: 'offline', epoch: 1, reason: 'stopped' });
  t.equal(here.gateway.stats().refused.stale_epoch, 1, 'a good-bye of the first is not one of the second');
});

t.test('an old connection that comes late does not take over from a newer one', async (t) => {
  const here = await scene(t);
  const newer = await here.laptop.connect(here.url, { epoch: 10 });
  t.teardown(() => newer.client.end(true));
  await t.rejects(here.laptop.connect(here.url, { epoch: 4 }), { code: 5 });
  t.equal(newer.closed, false);
});

t.test('after a restart of the server nobody who returns in time is said to have been away', async (t) => {
  const here = await scene(t);
  await here.gateway.stop();
  await until(() => here.link.closed, { what: 'the server to close the connection' });
  hasFields(
    t,
    await here.store.devices.find(here.laptop.id),
    { status: 'online', disconnectedAt: null },
    'not the device’s fault',
  );
  await here.time.advance(3_600_000);

  const after = await here.restart();
  await pass(here.time, 60_000);
  const again = await here.laptop.connect(after.url);
  t.teardown(() => again.client.end(true));
  await pass(here.time, 60_000);
  t.same(told(after.events), []);
});

t.test('after a restart of the server those who stay away are offline when 75 s are over', async (t) => {
  const here = await scene(t);
  const leaving = await here.device();
  const leavingLink = await leaving.connect(here.url);
  await leavingLink.stop();
  await here.gateway.stop();
  await here.time.advance(3_600_000);

  const after = await here.restart();
  await pass(here.time, 74_000);
  t.same(told(after.events), [], 'not before');
  await pass(here.time, 2_000);
  await until(() => after.events.length === 2, { what: 'both events' });
  const reasons = Object.fromEntries(after.events.map(({ deviceId, data }) => [deviceId, data.reason]));
  t.same(reasons, { [here.laptop.id]: 'silence', [leaving.id]: 'stopped' });
});

t.test('a device that connects after a restart and is lost again gets no grace', async (t) => {
  const here = await scene(t);
  await here.gateway.stop();
  const after = await here.restart();
  const again = await here.laptop.connect(after.url);
  await again.drop();
  await disconnected(here);
  await pass(here.time, 11_000);
  await until(() => after.events.length === 1, { what: 'the event' });
  t.same(told(after.events), [['device.offline', 'connection_lost']]);
});

t.test('a transition that cannot be written is written later, once', async (t) => {
  let ill = false;
  const here = await scene(t, {
    between: (store) => ({
      ...store,
      transaction: (work) => (ill ? Promise.reject(new Error('disk full')) : store.transaction(work)),
    }),
  });
  await here.link.drop();
  await disconnected(here);
  ill = true;
  await pass(here.time, 14_000);
  t.same(told(here.events), [['device.online', null]]);
  ill = false;
  await pass(here.time, 3_000);
  await until(() => here.events.length === 2, { what: 'the event' });
  await pass(here.time, 5_000);
  t.same(told(here.events)[1], ['device.offline', 'connection_lost']);
  t.equal(here.events.length, 2);
});

t.test('the time a device was last seen is the server’s, and any message moves it', async (t) => {
  const here = await scene(t);
  await here.time.advance(20_000);
  await here.link.publish('events', { events: [{ id: 'event-0001', at: 5, kind: 'tamper', details: {} }] });
  await here.time.advance(1_500);
  const seen = await until(
    async () => {
      const record = await here.store.devices.find(here.laptop.id);
      return record !== null && record.lastSeenAt >= here.time.now() - 2_000 && record.lastSeenAt;
    },
    { what: 'the message to count' },
  );
  t.ok(seen <= here.time.now());
});

/** Is silent, and heard again: two transitions. */
async function flap(here: Scene): Promise<void> {
  const { heartbeat } = here.gateway.stats().messages;
  await pass(here.time, 76_000);
  await until(async () => (await here.store.devices.find(here.laptop.id))?.status === 'offline', {
    what: 'the absence',
  });
  await here.link.heartbeat();
  await until(() => here.gateway.stats().messages.heartbeat > heartbeat, { what: 'a heartbeat' });
  await until(async () => (await here.store.devices.find(here.laptop.id))?.status === 'online', {
    what: 'the return',
  });
}

t.test(
  'a device that comes and goes all the time is told so often and no more, its state is always shown, and the last word is true',
  async (t) => {
    const here = await scene(t, { limits: { presenceEventsPerHour: 4 } });
    const words = () => here.events.filter(({ type }) => type !== 'device.protection_changed');
    for (let n = 0; n < 4; n++) await flap(here);
    t.same(told(here.events), [
      ['device.online', null],
      ['device.offline', 'silence'],
      ['device.online', null],
      ['device.offline', 'silence'],
    ]);
    await pass(here.time, 76_000);
    await until(async () => (await here.store.devices.find(here.laptop.id))?.status === 'offline', {
      what: 'the last absence',
    });
    t.equal(words().length, 4, 'what is over the budget is held back');
    await until(
      async () => {
        await pass(here.time, 30_000);
        return words().length > 4;
      },
      { what: 'the last word' },
    );
    hasFields(t, words()[4], {
      type: 'device.offline',
      data: { device: { status: 'offline' }, reason: 'silence', heldBack: 5 },
    });
    await pass(here.time, 3_600_000);
    t.equal(words().length, 5, 'once');
  },
);

t.test('what was not told of a device before a restart is told after it', async (t) => {
  const here = await scene(t, { limits: { presenceEventsPerHour: 1 } });
  await pass(here.time, 76_000);
  await until(async () => (await here.store.devices.find(here.laptop.id))?.status === 'offline', {
    what: 'the absence',
  });
  t.same(told(here.events), [['device.online', null]]);
  await here.gateway.stop();
  here.time.jump(3_600_000);
  const again = await here.restart();
  await pass(here.time, 62_000);
  await until(() => again.events.length === 1, { what: 'the word' });
  t.same(told(again.events), [['device.offline', 'silence']]);
});
