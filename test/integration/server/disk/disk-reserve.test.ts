import t from 'tap';
import type { DiskSpace, Volume } from '../../../../kit/disk-space.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createDiskReserve, readReserve, reserveOf } from '../../../../server/disk/disk-reserve.ts';
import type { Store } from '../../../../store/ports/store.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { keptDeviceEvents } from '../../../support/store-rows.ts';
import { storedRecords } from '../../../support/stored-records.ts';
import { createTestGateway } from '../../../support/test-gateway.ts';
import { createTestStore } from '../../../support/test-store.ts';
import { until } from '../../../support/until.ts';

const GIGABYTE = 1_073_741_824;
const LOOK_MS = 5_000;

/** A disk of 20 GB that a test fills. */
function pretendDisk() {
  let volume: Volume | null = { freeBytes: 10 * GIGABYTE, totalBytes: 20 * GIGABYTE };
  const disk: DiskSpace = {
    read: () => (volume === null ? Promise.reject(new Error('EIO')) : Promise.resolve(volume)),
  };
  return {
    disk,
    free: (gigabytes: number) => {
      volume = { freeBytes: gigabytes * GIGABYTE, totalBytes: 20 * GIGABYTE };
    },
    break: () => {
      volume = null;
    },
  };
}

const alertsOf = async (store: Store) =>
  (
    await store.alerts.list({
      organisationId: 1,
      filter: { type: ['disk_reserve'] },
      sort: [{ field: 'timestamp', descending: false }],
      limit: 100,
      from: { kind: 'page', page: 1 },
    })
  ).rows;

t.test('a tenth of the volume is kept, of a big one ten gigabytes', async (t) => {
  t.equal(reserveOf(20 * GIGABYTE), 2 * GIGABYTE);
  t.equal(reserveOf(4_000 * GIGABYTE), 10 * GIGABYTE);
  const pretend = pretendDisk();
  t.equal((await readReserve('/', pretend.disk)).isReached(), false);
  pretend.free(1);
  t.equal((await readReserve('/', pretend.disk)).isReached(), true);
  pretend.break();
  t.equal((await readReserve('/', pretend.disk)).isReached(), false, 'the system does not tell');
});

t.test(
  'in the reserve records and events wait on the device; heartbeats, results and the audit go on, and all is taken when there is room',
  async (t) => {
    const clock = createFakeClock();
    const store = await createTestStore(t, { clock });
    const { disk, free } = pretendDisk();
    const reserve = createDiskReserve({ folder: '/', disk, store, clock, log: silentLog });
    t.teardown(() => reserve.stop());
    await reserve.start();
    const school = await createTestGateway(t, { clock, store, reserve });
    const laptop = await school.device();
    const link = await laptop.connect(school.url);
    t.teardown(() => link.client.end(true));
    const records = {
      records: [{ id: 'record-0001', at: clock.now(), kind: 'request', user: null, domain: null }],
    };
    const events = { events: [{ id: 'event-0001', at: clock.now(), kind: 'repair', details: {} }] };

    free(1.9);
    await clock.advance(LOOK_MS);
    const waiting = [link.publish('activity', records), link.publish('events', events)];
    let acknowledged = 0;
    for (const one of waiting)
      one.then(
        () => {
          acknowledged += 1;
        },
        () => undefined,
      );
    await until(() => school.gateway.stats().refused.disk_reserve === 2, { what: 'both to be held back' });
    await link.heartbeat({ battery: 33 });
    await link.result('cmd_01kafw2n7qd5g8h1j3k6m9p2rs', 'acknowledged');
    await clock.advance(1_000);
    t.equal((await store.devices.find(laptop.id))?.battery, 33);
    t.equal(acknowledged, 0);
    t.equal(link.closed, false);
    t.same(await storedRecords(store), []);
    t.same(keptDeviceEvents(store), []);

    free(2.2);
    await clock.advance(LOOK_MS);
    await Promise.all([link.publish('activity', records), link.publish('events', events)]);
    t.equal((await storedRecords(store)).length, 1);
    t.equal(keptDeviceEvents(store).length, 1);
  },
);

t.test('one alert says so for as long as it lasts, and ends by itself, also over a restart', async (t) => {
  const clock = createFakeClock();
  const store = await createTestStore(t, { clock });
  const { disk, free } = pretendDisk();
  const make = () => createDiskReserve({ folder: '/', disk, store, clock, log: silentLog });
  const first = make();
  free(1.9);
  await first.start();
  t.equal(first.isReached(), true, 'known before it has started');
  hasFields(t, await alertsOf(store), [
    {
      status: 'open',
      severity: 'critical',
      deviceId: null,
      details: { what: '1945 MB are free; 2048 MB are kept for locks, commands and the audit trail.' },
    },
  ]);
  free(2.1);
  await clock.advance(LOOK_MS);
  t.equal(first.isReached(), true, 'a little more is not enough');
  await clock.advance(10 * LOOK_MS);
  t.equal((await alertsOf(store)).length, 1);
  await first.stop();
  free(5);
  const second = make();
  t.teardown(() => second.stop());
  await second.start();
  t.equal(second.isReached(), false);
  hasFields(t, await alertsOf(store), [{ status: 'resolved', resolvedBy: null }]);
  hasFields(t, second.figures(), { reserveBytes: 2 * GIGABYTE, isReached: false });
});

t.test(
  'when the system does not tell, what was known last stays; an alert that failed is told later',
  async (t) => {
    const clock = createFakeClock();
    const base = await createTestStore(t, { clock });
    let ill = true;
    const store: Store = {
      ...base,
      transaction: (work) => (ill ? Promise.reject(new Error('busy')) : base.transaction(work)),
    };
    const pretend = pretendDisk();
    pretend.free(1);
    const reserve = createDiskReserve({ folder: '/', disk: pretend.disk, store, clock, log: silentLog });
    t.teardown(() => reserve.stop());
    await reserve.start();
    t.equal(reserve.isReached(), true);
    t.same(await alertsOf(base), []);
    ill = false;
    await clock.advance(LOOK_MS);
    t.equal((await alertsOf(base)).length, 1);
    pretend.break();
    await clock.advance(LOOK_MS);
    t.equal(reserve.isReached(), true);
  },
);

t.test(
  'room inside the database counts: deleted records make room though the file stays as long',
  async (t) => {
    const clock = createFakeClock();
    const base = await createTestStore(t, { clock });
    const { disk, free } = pretendDisk();
    free(1.9);
    const store: Store = { ...base, reusableBytes: async () => GIGABYTE };
    const reserve = createDiskReserve({ folder: '/', disk, store, clock, log: silentLog });
    t.teardown(() => reserve.stop());
    await reserve.start();
    t.equal(reserve.isReached(), false);
    t.ok((await base.reusableBytes()) < 100_000, 'a database in which nothing was deleted has next to none');
  },
);
