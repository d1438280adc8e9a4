import t from 'tap';
import { lanesOf, midnightsOf } from '../../../dashboard/pages/device/parts/lane-spans.ts';
import type { Week } from '../../../dashboard/pages/device/parts/week.ts';
import type { Device, DeviceHistoryEntry } from '../../../sdk/node/index.ts';

const HOUR_MS = 3_600_000;
const FROM = Date.parse('2026-11-20T00:00:00Z');
const TO = Date.parse('2026-11-27T00:00:00Z');

function hour(hours: number): number {
  return FROM + hours * HOUR_MS;
}

function at(hours: number): string {
  return new Date(hour(hours)).toISOString();
}

function device(change: Partial<Device> = {}): Device {
  return {
    status: 'online',
    enrolledAt: '2026-09-01T00:00:00Z',
    protection: { state: 'enforcing', since: null, policyVersion: 4 },
    lock: { state: 'unlocked', since: null, until: null, message: null, requestedBy: null },
    ...change,
  } as Device;
}

function entry(type: string, hours: number, change: Partial<DeviceHistoryEntry> = {}): DeviceHistoryEntry {
  return {
    id: `evt_${hours}`,
    type,
    timestamp: at(hours),
    from: null,
    to: null,
    ...change,
  } as DeviceHistoryEntry;
}

/** The newest first, as the API sends them. */
function week(...entries: readonly DeviceHistoryEntry[]): Week {
  return { from: FROM, to: TO, entries: entries.toReversed(), whole: true };
}

t.test('a week without changes is as it is now, from its begin to its end', async (t) => {
  const lanes = lanesOf(device(), week());
  t.same(lanes.connection, [{ from: FROM, to: TO, state: 'online' }]);
  t.same(lanes.protection, [{ from: FROM, to: TO, state: 'enforcing' }]);
  t.same(lanes.lock, [{ from: FROM, to: TO, state: 'unlocked' }]);
});

t.test('the first change tells what was before it', async (t) => {
  const lanes = lanesOf(
    device({ status: 'offline' }),
    week(
      entry('device.online', 8),
      entry('device.protection_changed', 9, { from: 'stale', to: 'enforcing' }),
      entry('device.locked', 10),
      entry('device.unlocked', 11),
      entry('device.offline', 16),
    ),
  );
  t.same(lanes.connection, [
    { from: FROM, to: hour(8), state: 'offline' },
    { from: hour(8), to: hour(16), state: 'online' },
    { from: hour(16), to: TO, state: 'offline' },
  ]);
  t.same(
    lanes.protection.map(({ state }) => state),
    ['stale', 'enforcing'],
  );
  t.same(
    lanes.lock.map(({ state }) => state),
    ['unlocked', 'locked', 'unlocked'],
  );
});

t.test('before the enrollment there is nothing', async (t) => {
  const { connection } = lanesOf(device({ enrolledAt: at(24) }), week(entry('device.online', 25)));
  t.same(connection, [
    { from: FROM, to: hour(24), state: 'before' },
    { from: hour(24), to: hour(25), state: 'offline' },
    { from: hour(25), to: TO, state: 'online' },
  ]);
});

t.test('a lock that was not confirmed is requested, never locked', async (t) => {
  const lock = { state: 'locking', since: at(100), until: null, message: null, requestedBy: null };
  const lanes = lanesOf(device({ lock }), week());
  t.same(lanes.lock, [
    { from: FROM, to: hour(100), state: 'unlocked' },
    { from: hour(100), to: TO, state: 'requested' },
  ]);
});

t.test('days begin at the midnights of the school, also when clocks change', async (t) => {
  const from = Date.parse('2026-10-24T12:00:00Z');
  const to = Date.parse('2026-10-27T12:00:00Z');
  t.same(
    midnightsOf({ from, to }, 'Europe/Madrid').map((midnight) => new Date(midnight).toISOString()),
    ['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z', '2026-10-26T23:00:00.000Z'],
  );
});
