import t from 'tap';
import { writeArrival, writeDeparture, writeHeldBack } from '../../../../gateway/presence/transitions.ts';
import type { DeviceRecord } from '../../../../store/ports/devices.ts';
import type { Transaction } from '../../../../store/ports/store.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { DEVICE_ID, deviceRecord } from '../device-records.ts';

const AT = 2_000_000;

/** A store with one device, or none. @returns what was written, in order */
function scene(device: DeviceRecord | null) {
  let stored = device;
  let held = 0;
  const written: unknown[][] = [];
  const tx = {
    devices: {
      find: async () => stored,
      connected: async (...all: unknown[]) => void written.push(['connected', ...all]),
      touch: async (touches: readonly { readonly lastSeenAt: number }[]) => {
        written.push(['touch', touches]);
        if (stored !== null) stored = { ...stored, lastSeenAt: touches[0]?.lastSeenAt ?? 0 };
      },
      setStatus: async (id: string, status: DeviceRecord['status'], at: number) => {
        if (stored === null || stored.status === status) return false;
        written.push(['status', id, status, at]);
        stored = { ...stored, status };
        return true;
      },
    },
    deviceQuotas: {
      holdBack: async () => {
        held += 1;
        written.push(['held']);
      },
      release: async () => {
        const all = held;
        held = 0;
        return all;
      },
    },
    events: { append: async (event: unknown) => void written.push(['event', event]) },
  } as unknown as Transaction;
  return { tx, written };
}

t.test('a device that was off-line is on-line with its connection, and an event tells of it', async (t) => {
  const { tx, written } = scene(deviceRecord());
  t.equal(await writeArrival(tx, DEVICE_ID, { epoch: 3, publicKey: 'key', at: AT, mayTell: true }), 'told');
  hasFields(t, written, [
    ['connected', DEVICE_ID, { epoch: 3, at: AT }],
    ['touch', [{ deviceId: DEVICE_ID, lastSeenAt: AT }]],
    ['status', DEVICE_ID, 'online', AT],
    [
      'event',
      {
        type: 'device.online',
        organisationId: 1,
        at: AT,
        deviceId: DEVICE_ID,
        data: { device: { id: DEVICE_ID, status: 'online' } },
      },
    ],
  ]);
});

t.test('a device that was on-line fires nothing; its connection is noted all the same', async (t) => {
  const { tx, written } = scene(deviceRecord({ status: 'online' }));
  t.equal(await writeArrival(tx, DEVICE_ID, { epoch: 3, publicKey: null, at: AT, mayTell: true }), 'none');
  t.strictSame(
    written.map(([what]) => what),
    ['connected', 'touch'],
  );
});

t.test('a login with a key that no longer stands, or of a device that is gone, writes nothing', async (t) => {
  const replaced = scene(deviceRecord({ publicKey: 'new key' }));
  t.equal(
    await writeArrival(replaced.tx, DEVICE_ID, { epoch: 3, publicKey: 'key', at: AT, mayTell: true }),
    null,
  );
  const gone = scene(null);
  for (const publicKey of ['key', null])
    t.equal(await writeArrival(gone.tx, DEVICE_ID, { epoch: 3, publicKey, at: AT, mayTell: true }), null);
  t.strictSame([...replaced.written, ...gone.written], []);
});

t.test('a device that goes off-line fires an event that says why', async (t) => {
  const { tx, written } = scene(deviceRecord({ status: 'online' }));
  await writeDeparture(tx, DEVICE_ID, { reason: 'stopped', at: AT, mayTell: true });
  hasFields(t, written, [
    ['status', DEVICE_ID, 'offline', AT],
    [
      'event',
      {
        type: 'device.offline',
        organisationId: 1,
        at: AT,
        deviceId: DEVICE_ID,
        data: { device: { id: DEVICE_ID, status: 'offline' }, reason: 'stopped' },
      },
    ],
  ]);
});

t.test('a device that was off-line already, or is gone, fires none', async (t) => {
  const before = scene(deviceRecord());
  await writeDeparture(before.tx, DEVICE_ID, { reason: 'stopped', at: AT, mayTell: true });
  const gone = scene(null);
  await writeDeparture(gone.tx, DEVICE_ID, { reason: 'stopped', at: AT, mayTell: true });
  t.strictSame([...before.written, ...gone.written], []);
});

t.test(
  'what may not be told is counted, and the next word says so; a word of its own is the last',
  async (t) => {
    const { tx, written } = scene(deviceRecord());
    const arrive = (mayTell: boolean) =>
      writeArrival(tx, DEVICE_ID, { epoch: 3, publicKey: null, at: AT, mayTell });
    const leave = (mayTell: boolean) => writeDeparture(tx, DEVICE_ID, { reason: 'stopped', at: AT, mayTell });
    const told = () => written.splice(0).filter(([what]) => what === 'event' || what === 'held');
    t.same([await arrive(false), await leave(false)], ['held', 'held']);
    t.same(told(), [['held'], ['held']]);
    t.equal(await arrive(true), 'told');
    hasFields(t, told(), [['event', { type: 'device.online', data: { heldBack: 2 } }]]);
    for (const one of [leave, arrive, leave]) await one(false);
    written.length = 0;
    t.equal(await writeHeldBack(tx, DEVICE_ID, AT), 'told');
    const last = {
      type: 'device.offline',
      data: { device: { status: 'offline' }, reason: 'silence', heldBack: 2 },
    };
    hasFields(t, told(), [['event', last]]);
    t.equal(await writeHeldBack(tx, DEVICE_ID, AT), 'none', 'once');
    t.same(told(), []);
  },
);
