import t from 'tap';
import type { CommandId, DeviceId } from '../../../../contracts/ids.ts';
import { createEventsHandler } from '../../../../gateway/ingest/device-event-batch.ts';
import type { Report } from '../../../../gateway/ingest/sightings/sighting-watch.ts';
import type { AlertAllowance } from '../../../../gateway/limits/alert-budget.ts';
import type { Job } from '../../../../gateway/writing/group-commit.ts';
import type { DeviceLock } from '../../../../store/ports/devices.ts';
import type { Transaction } from '../../../../store/ports/store.ts';
import type { ReceivedDeviceEvent } from '../../../../store/ports/telemetry.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { DEVICE_ID, deviceRecord } from '../device-records.ts';
import { createFakeCommits } from '../fake-commits.ts';
import { fakeConnection } from '../fake-connection.ts';

const COMMAND_ID = 'cmd_7zzzzzzzzzzzzzzzzzzzzzzzzz' as CommandId;

/** A locked device; `known` names events that were stored before. */
function scene({ recordsPerHour = 1_000 } = {}) {
  const clock = createFakeClock();
  const lock: DeviceLock = { ...deviceRecord().lock, wanted: true, confirmed: true, commandId: COMMAND_ID };
  const device = deviceRecord({ organisationId: 3, lock });
  const known = new Set<string>();
  const stored: ReceivedDeviceEvent[] = [];
  const locks: unknown[] = [];
  const alerted: string[] = [];
  const calls: string[] = [];
  const state = { isGone: false, alertsFail: false, room: (_taken: number): boolean => true };
  const tx = {
    telemetry: {
      appendDeviceEvents: async (events: readonly ReceivedDeviceEvent[]) => {
        const added = events.filter(({ event }) => !known.has(event.id));
        stored.push(...added);
        return added;
      },
    },
    devices: {
      find: async () => (state.isGone ? null : device),
      setLock: async (id: DeviceId, next: DeviceLock) => void locks.push([id, next.wanted, next.confirmed]),
    },
    events: { append: async ({ type }: { readonly type: string }) => void calls.push(type) },
    wake: () => undefined,
  } as unknown as Transaction;
  const commits = createFakeCommits(tx);
  const report: Report = {
    isEmpty: false,
    write: async (_tx, at) => void calls.push(`sightings of ${at}`),
    kept: () => void calls.push('kept'),
    lost: () => void calls.push('lost'),
  };
  const allowances: AlertAllowance[] = [];
  const handle = createEventsHandler({
    commits,
    clock,
    alerts: {
      events: async (
        _tx: unknown,
        { allowance }: { readonly allowance: AlertAllowance },
        events: readonly ReceivedDeviceEvent[],
      ) => {
        allowances.push(allowance);
        alerted.push(...events.map(({ event }) => event.id));
        if (!allowance.take('bypass_attempt')) calls.push('no room for an alert');
        if (state.alertsFail) throw new Error('no alert');
      },
    },
    sightings: { events: () => report },
  } as unknown as Parameters<typeof createEventsHandler>[0]);
  const quota = { recordsPerHour, recordsPerDay: 10_000, bytesPerHour: 1e9, bytesPerDay: 1e9 };
  const laptop = fakeConnection(clock, { device, limits: { events: quota, alertsPerHour: 1 } });
  const send = (...events: object[]) =>
    handle(
      laptop,
      Buffer.from(
        JSON.stringify({
          events: events.map((more, n) => ({
            id: `event-000${n}`,
            at: 5,
            kind: 'tamper',
            details: {},
            ...more,
          })),
        }),
      ),
    );
  return { clock, handle, send, laptop, commits, known, stored, locks, alerted, calls, state };
}

t.test('what is no event is refused', async (t) => {
  const { handle, laptop, send, commits } = scene();
  t.equal(await handle(laptop, Buffer.from('nonsense')), 'bad_json');
  t.equal(await send({ kind: 'party' }), 'bad_shape');
  t.equal(commits.submitted, 0);
});

t.test(
  'events are stored with the device and the time of receipt; alerts and sightings come of them',
  async (t) => {
    const { clock, send, stored, alerted, calls } = scene();
    t.equal(await send({ details: { what: 'agent' }, more: 1 }), null);
    t.strictSame(stored, [
      {
        deviceId: DEVICE_ID,
        organisationId: 3,
        receivedAt: clock.now(),
        event: { id: 'event-0000', at: 5, kind: 'tamper', details: { what: 'agent' } },
      },
    ]);
    t.strictSame(alerted, ['event-0000']);
    t.strictSame(calls, [`sightings of ${clock.now()}`, 'kept']);
  },
);

t.test('an event that is known has no effect again', async (t) => {
  const { send, known, alerted, locks } = scene();
  known.add('event-0000');
  await send({ kind: 'lock_released', details: { commandId: COMMAND_ID } }, {});
  t.strictSame([alerted, locks], [['event-0001'], []]);
});

t.test('a lock that the device released by itself is released', async (t) => {
  const { send, laptop, locks, calls } = scene();
  await send({ kind: 'lock_released', details: { commandId: COMMAND_ID, by: 'pin' } });
  t.strictSame(locks, [[DEVICE_ID, false, false]]);
  t.ok(calls.includes('device.unlocked'));
  hasFields(t, laptop.login.device.lock, { wanted: false, confirmed: false });
});

t.test('another lock is not released, nor by an event that names none', async (t) => {
  for (const details of [{ commandId: 'cmd_6zzzzzzzzzzzzzzzzzzzzzzzzz' }, {}, { commandId: 7 }]) {
    const { send, laptop, locks } = scene();
    t.equal(await send({ kind: 'lock_released', details }), null);
    await send({ kind: 'refused', id: 'event-0009', details: { commandId: COMMAND_ID } });
    t.strictSame(locks, []);
    hasFields(t, laptop.login.device.lock, { wanted: true });
  }
  const gone = scene();
  gone.state.isGone = true;
  t.equal(await gone.send({ kind: 'lock_released', details: { commandId: COMMAND_ID } }), null);
  t.strictSame(gone.locks, []);
});

t.test('over its quota a device keeps its events', async (t) => {
  const { send, stored } = scene({ recordsPerHour: 2 });
  t.equal(await send({}, {}), null);
  t.equal(await send({}), 'over_quota');
  t.equal(stored.length, 2);
});

t.test('what could not be stored gives back quota, alerts and sightings', async (t) => {
  const { send, state, calls } = scene({ recordsPerHour: 2 });
  state.alertsFail = true;
  await t.rejects(Promise.resolve(send({}, {})), { message: 'no alert' });
  t.strictSame(calls.splice(0), []);
  state.alertsFail = false;
  t.equal(await send({}, {}), null);
  t.notOk(calls.includes('no room for an alert'));
  t.equal(calls.at(-1), 'kept');
});

t.test('a transaction that did not come about is forgotten when it is run again', async (t) => {
  const { clock, send, commits, calls } = scene();
  const submit = commits.submit as <T>(job: Job<T>) => Promise<T>;
  commits.submit = async <T>(job: Job<T>): Promise<T> => {
    await submit(job);
    return await submit(job);
  };
  await send({});
  t.strictSame(calls, [`sightings of ${clock.now()}`, 'lost', `sightings of ${clock.now()}`, 'kept']);
  commits.submit = async <T>(job: Job<T>): Promise<T> => {
    await submit(job);
    throw new Error('the disk is full');
  };
  calls.length = 0;
  await t.rejects(Promise.resolve(send({})), { message: 'the disk is full' });
  t.equal(calls.at(-1), 'lost');
});
