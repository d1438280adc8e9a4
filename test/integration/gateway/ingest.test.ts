import t from 'tap';
import type { Store } from '../../../store/ports/store.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { hasFields } from '../../support/has-fields.ts';
import { keptDeviceEvents } from '../../support/store-rows.ts';
import { storedRecords } from '../../support/stored-records.ts';
import { createTestGateway } from '../../support/test-gateway.ts';
import { createTestStore } from '../../support/test-store.ts';
import { until } from '../../support/until.ts';

const record = (id: string) => ({
  id,
  at: 1,
  kind: 'request',
  user: 'ana',
  domain: `${id}.example`,
  action: 'block',
});

/** A store whose transactions a test holds, or lets fail. */
function gate(): {
  readonly between: (store: Store) => Store;
  hold(): void;
  release(): void;
  fail(ill: boolean): void;
} {
  let held: Promise<void> | null = null;
  let open: () => void = () => undefined;
  let ill = false;
  return {
    between: (store) => ({
      ...store,
      transaction: async (work) => {
        await held;
        if (ill) throw new Error('disk full');
        return store.transaction(work);
      },
    }),
    hold() {
      held = new Promise((resolve) => {
        open = resolve;
      });
    },
    release() {
      held = null;
      open();
    },
    fail(now) {
      ill = now;
    },
  };
}

t.test('an acknowledgement comes after the commit, not before', async (t) => {
  const store = gate();
  const school = await createTestGateway(t, { between: store.between });
  const laptop = await school.device();
  const link = await laptop.connect(school.url);
  t.teardown(() => link.client.end(true));
  store.hold();
  let acknowledged = false;
  const sent = link.publish('activity', { records: [record('held-0001')] }).then(() => {
    acknowledged = true;
  });
  await until(() => school.gateway.stats().messages.activity === 1, { what: 'the message to arrive' });
  // A full round trip on the same connection: an early acknowledgement would have come with it.
  await link.client.subscribeAsync(`schoolgate/v1/devices/${laptop.id}/target`, { qos: 1 });
  t.equal(acknowledged, false);
  t.same(await storedRecords(school.store), []);
  store.release();
  await sent;
  t.strictSame(
    (await storedRecords(school.store)).map(({ deviceId, domain, user }) => ({ deviceId, domain, user })),
    [{ deviceId: laptop.id, domain: 'held-0001.example', user: 'ana@school.local' }],
  );
});

t.test(
  'what could not be stored is not acknowledged; the device brings it again, and nothing is lost or doubled',
  async (t) => {
    const store = gate();
    const time = createFakeClock();
    const school = await createTestGateway(t, { between: store.between, clock: time });
    const laptop = await school.device();
    const link = await laptop.connect(school.url);
    await link.publish('activity', { records: [record('good-0001')] });
    store.fail(true);
    let acknowledged = false;
    link.publish('activity', { records: [record('ill-00001')] }).then(
      () => {
        acknowledged = true;
      },
      () => undefined,
    );
    await until(() => link.closed, { what: 'the connection to be closed without an acknowledgement' });
    t.equal(acknowledged, false);
    await t.rejects(laptop.connect(school.url), { code: 3 }, 'meanwhile the server is unavailable');
    await time.advance(30_000);
    store.fail(false);
    const again = await laptop.connect(school.url);
    t.teardown(() => again.client.end(true));
    await again.publish('activity', { records: [record('good-0001'), record('ill-00001')] });
    const stored = await storedRecords(school.store);
    t.same(stored.map(({ domain }) => domain).sort(), ['good-0001.example', 'ill-00001.example']);
    t.same(
      school.events.map(({ type }) => type),
      ['device.online'],
      'a failing store is not the device’s absence',
    );
  },
);

t.test('messages of many devices share commits', async (t) => {
  const school = await createTestGateway(t);
  const links = await Promise.all(
    Array.from({ length: 20 }, async () => (await school.device()).connect(school.url)),
  );
  const before = school.gateway.stats().commits.batches;
  await Promise.all(
    links.flatMap((link, device) =>
      Array.from({ length: 20 }, (_, n) =>
        link.publish('activity', { records: [record(`shared-${device}-${n}`)] }),
      ),
    ),
  );
  t.ok(school.gateway.stats().commits.batches - before < 200, 'far fewer commits than messages');
  hasFields(t, await school.store.telemetry.activityCounts(1, 0), { requests: 400, blocked: 400 });
  await Promise.all(links.map((link) => link.client.endAsync(true)));
});

t.test('gzip is told by its magic, and messages keep their order around it', async (t) => {
  const school = await createTestGateway(t);
  const laptop = await school.device();
  const link = await laptop.connect(school.url);
  t.teardown(() => link.client.end(true));
  const records = Array.from({ length: 400 }, (_, n) => record(`packed-${String(n).padStart(4, '0')}`));
  const event = (id: string) => ({ events: [{ id, at: 1, kind: 'tamper', details: {} }] });
  await Promise.all([
    link.publish('activity', { records }, { gzip: true }),
    link.publish('events', event('event-0001'), { gzip: true }),
    link.publish('events', event('event-0002')),
    link.publish('events', event('event-0003'), { gzip: true }),
    link.publish('events', event('event-0004')),
  ]);
  hasFields(t, await school.store.telemetry.activityCounts(1, 0), { requests: 400 });
  const events = keptDeviceEvents(school.store);
  t.same(events.map(({ event: { id } }) => id).reverse(), [
    'event-0001',
    'event-0002',
    'event-0003',
    'event-0004',
  ]);
});

t.test(
  'heartbeats are written together within a second, the newest of a device, completed and judged',
  async (t) => {
    const time = createFakeClock();
    const school = await createTestGateway(t, { clock: time });
    const id = school.ids.next('cam');
    const campus = {
      name: 'High',
      cidrs: ['127.0.0.0/8'],
      gatewayMacs: [],
      bssids: [],
      ssids: [],
      geofence: null,
    };
    await school.store.campuses.create(1, id, campus, time.now());
    const laptop = await school.device();
    const link = await laptop.connect(school.url);
    t.teardown(() => link.client.end(true));
    await link.heartbeat({ battery: 50 });
    await link.heartbeat({ battery: 49, user: 'ana' });
    await until(() => school.gateway.stats().messages.heartbeat === 2, { what: 'both heartbeats' });
    hasFields(t, await school.store.devices.find(laptop.id), { battery: null }, 'not each for itself');
    await time.advance(1_000);
    await until(() => school.gateway.stats().heartbeatsWritten === 1, { what: 'one write' });
    hasFields(t, await school.store.devices.find(laptop.id), {
      battery: 49,
      user: 'ana@school.local',
      campus: 'on-campus',
      campusId: id,
      protection: { state: 'enforcing' },
    });
  },
);

t.test('the server’s own address says nothing about a device, unless a campus lists it', async (t) => {
  const time = createFakeClock();
  const school = await createTestGateway(t, { clock: time });
  const id = school.ids.next('cam');
  const campus = {
    name: 'High',
    cidrs: ['10.1.0.0/16'],
    gatewayMacs: [],
    bssids: [],
    ssids: [],
    geofence: null,
  };
  await school.store.campuses.create(1, id, campus, time.now());
  const laptop = await school.device();
  const link = await laptop.connect(school.url);
  t.teardown(() => link.client.end(true));
  await link.heartbeat({ campus: { state: 'on-campus', campusId: id } });
  await until(() => school.gateway.stats().messages.heartbeat === 1, { what: 'the heartbeat' });
  await time.advance(1_000);
  await until(() => school.gateway.stats().heartbeatsWritten === 1, { what: 'the write' });
  hasFields(t, await school.store.devices.find(laptop.id), { campus: 'on-campus', campusId: id });
});

t.test('stop writes what is waiting, closes every connection and may be called twice', async (t) => {
  const store = await createTestStore(t);
  const school = await createTestGateway(t, { store });
  const laptop = await school.device();
  const link = await laptop.connect(school.url);
  await link.heartbeat({ battery: 33 });
  await until(() => school.gateway.stats().messages.heartbeat === 1, { what: 'the heartbeat' });
  const pending = link.publish('activity', { records: [record('last-0001')] });
  await until(() => school.gateway.stats().messages.activity === 1, { what: 'the message to arrive' });
  await school.gateway.stop();
  await pending;
  hasFields(t, await storedRecords(store), [{ domain: 'last-0001.example' }]);
  await school.gateway.stop();
  await until(() => link.closed, { what: 'the connection to be closed' });
  hasFields(t, await store.devices.find(laptop.id), { battery: 33, status: 'online' });
  hasFields(t, school.gateway.stats(), { connections: 0, devices: 0 });
  t.same(school.gateway.addresses(), {});
  await t.rejects(laptop.connect(school.url), { code: 'ECONNREFUSED' });
  await school.gateway.start();
  const again = await laptop.connect(`mqtt://127.0.0.1:${school.gateway.addresses().tcp?.port}`);
  t.equal(again.closed, false, 'and it can be started again');
  await again.client.endAsync(true);
});

t.test(
  'the reason that a device tells for its protection is kept, for the protection that it is about',
  async (t) => {
    const time = createFakeClock();
    const school = await createTestGateway(t, { clock: time });
    const laptop = await school.device();
    const link = await laptop.connect(school.url);
    t.teardown(() => link.client.end(true));
    const tell = (id: string, details: Readonly<Record<string, unknown>>) =>
      link.publish('events', { events: [{ id, at: 1, kind: 'protection', details }] });
    const reason = async () => (await school.store.devices.protectionReasons([laptop.id])).get(laptop.id);
    await link.heartbeat({ protection: { state: 'unprotected', since: 1 } });
    await until(() => school.gateway.stats().messages.heartbeat === 1, { what: 'the heartbeat' });
    await time.advance(1_000);
    await until(() => school.gateway.stats().heartbeatsWritten === 1, { what: 'the write' });
    // Acknowledged once it is stored.
    await tell('protection-0001', { state: 'unprotected', before: 'enforcing', reason: 'a captive portal' });
    t.equal(await reason(), 'a captive portal');
    for (const [id, details] of Object.entries({
      'protection-0002': { state: 'unprotected', reason: 7 },
      'protection-0003': { reason: 'none' },
      'protection-0004': { state: 'unprotected', reason: '' },
    }))
      await tell(id, details);
    t.equal(await reason(), 'a captive portal', 'what says nothing changes nothing');
    await tell('protection-0005', { state: 'enforcing', reason: 'all proofs hold' });
    t.equal(await reason(), undefined, 'it still reports that it is unprotected');
  },
);
