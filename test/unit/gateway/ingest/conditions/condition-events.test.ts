import t from 'tap';
import type { CampusId, DeviceId } from '../../../../../contracts/ids.ts';
import type { Login } from '../../../../../gateway/connections/connection.ts';
import type { OrganisationSettings } from '../../../../../gateway/connections/organisations.ts';
import {
  conditionNews,
  writeConditionNews,
} from '../../../../../gateway/ingest/conditions/condition-events.ts';
import { DeviceConditions } from '../../../../../gateway/ingest/conditions/device-conditions.ts';
import { createDeviceBudgets } from '../../../../../gateway/limits/device-budgets.ts';
import { DEFAULT_LIMITS } from '../../../../../gateway/limits/limits.ts';
import type { Clock } from '../../../../../kit/clock.ts';
import type { DeviceConditionRecord } from '../../../../../store/ports/device-conditions.ts';
import type { DeviceRecord, HeartbeatWrite } from '../../../../../store/ports/devices.ts';
import type { NewEvent } from '../../../../../store/ports/events.ts';
import type { Transaction } from '../../../../../store/ports/store.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { DEVICE_ID, deviceRecord } from '../../device-records.ts';
import { fakeConnection } from '../../fake-connection.ts';

const DEVICE: DeviceId = 'dev_01kafw2n7qd5g8h1j3k6m9p2rs';

/** What a gateway begins with. */
async function conditionsOf(
  clock: Clock,
  left: readonly DeviceConditionRecord[] = [],
): Promise<DeviceConditions> {
  const conditions = new DeviceConditions({
    store: { deviceConditions: { all: async () => left }, alerts: { conditions: async () => [] } },
    clock,
  });
  await conditions.start();
  return conditions;
}

t.test(
  'protection that flaps makes no more events than the budget of its device has, and goes on being followed',
  async (t) => {
    const clock = createFakeClock();
    const limits = { ...DEFAULT_LIMITS, stateEventsPerHour: 5 };
    const budgets = createDeviceBudgets(clock, limits);
    const conditions = await conditionsOf(clock);
    const login = {
      device: { protection: 'enforcing', campusId: null },
      budget: budgets.of(DEVICE),
    } as unknown as Login;
    const beat = (protection: HeartbeatWrite['protection']) => {
      const report = {
        deviceId: DEVICE,
        protection,
        battery: 80,
        campus: 'unknown',
        lastSeenAt: clock.now(),
      };
      return conditionNews(login, conditions.heartbeat(login, report as HeartbeatWrite, []));
    };
    const told: string[] = [];
    for (let turn = 0; turn < 50; turn++)
      for (const event of beat(turn % 2 === 0 ? 'unprotected' : 'enforcing')?.events ?? [])
        told.push(event.type);
    t.same(
      told,
      Array.from({ length: 5 }, () => 'device.protection_changed'),
    );
    await clock.advance(3_600_000);
    const later = beat('unprotected');
    t.same(later?.events, [{ type: 'device.protection_changed', from: 'enforcing', to: 'unprotected' }]);
  },
);

const MINUTE = 60_000;
const HIGH = 'cam_high' as CampusId;
const ANNEX = 'cam_annex' as CampusId;
const CAMPUSES = [
  { id: ANNEX, geofence: null },
  { id: HIGH, geofence: {} },
] as unknown as OrganisationSettings['campuses'];

/** A device, of which the store says this, and the events that its heartbeats bring. */
async function scene(device: Partial<DeviceRecord> = {}, left: readonly DeviceConditionRecord[] = []) {
  const clock = createFakeClock();
  const record = deviceRecord({
    protection: { state: 'enforcing', policyVersion: null, since: null },
    ...device,
  });
  const { login } = fakeConnection(clock, { device: record });
  const told: unknown[] = [];
  let saved = left;
  const state = { isGone: false };
  const tx = {
    devices: { find: async () => (state.isGone ? null : record) },
    deviceConditions: {
      put: async (record: DeviceConditionRecord) => {
        saved = [record];
      },
    },
    events: {
      append: async ({ type, at, deviceId, organisationId, data }: NewEvent) => {
        const { device: shown, ...more } = data;
        t.ok(shown);
        told.push({ type, ...more });
        t.strictSame([at, deviceId, organisationId], [clock.now(), DEVICE_ID, 1]);
      },
    },
  } as unknown as Transaction;
  let conditions = await conditionsOf(clock, saved);
  return {
    clock,
    state,
    /** What a heartbeat brings. */
    async beat(report: Partial<HeartbeatWrite> = {}, campuses = CAMPUSES): Promise<readonly unknown[]> {
      const whole = {
        ...{ deviceId: DEVICE_ID, lastSeenAt: clock.now(), user: null, battery: 80 },
        ...{ campus: 'unknown', campusId: null, protection: 'enforcing', ...report },
      } as HeartbeatWrite;
      const news = conditionNews(login, conditions.heartbeat(login, whole, campuses));
      if (news !== null) await writeConditionNews(tx, news);
      return told.splice(0);
    },
    restart: async () => {
      conditions = await conditionsOf(clock, saved);
    },
  };
}

const LOW = [{ type: 'device.low_battery' }];
const LEFT = [{ type: 'geofence.breached', campusId: HIGH }];
const changed = (from: string, to: string) => [{ type: 'device.protection_changed', from, to }];

t.test('a battery that is low is an event, and again when it was charged meanwhile', async (t) => {
  const { beat, restart } = await scene();
  for (const [battery, events] of [
    [null, []],
    [16, []],
    [15, LOW],
    [3, []],
    [24, []],
    [15, []],
    [25, []],
    [16, []],
    [15, LOW],
  ] as const)
    t.strictSame(await beat({ battery }), events, `${battery}`);
  await restart();
  t.strictSame(await beat({ battery: 14 }), [], 'also where the gateway began anew');
  await beat({ battery: 60 });
  t.strictSame(await beat({ battery: 14 }), LOW);
});

t.test('a change of protection is an event at once, but for one that is stale', async (t) => {
  const { beat } = await scene();
  t.strictSame(await beat({ protection: 'unprotected' }), changed('enforcing', 'unprotected'));
  t.strictSame(await beat({ protection: 'unprotected' }), []);
  t.strictSame(await beat({ protection: 'unknown' }), changed('unprotected', 'unknown'));
  t.strictSame(await beat({ protection: 'enforcing' }), changed('unknown', 'enforcing'));
});

t.test('what the store said of the protection at the login is what it changes from', async (t) => {
  const { beat } = await scene({ protection: { state: 'unprotected', policyVersion: null, since: null } });
  t.strictSame(await beat(), changed('unprotected', 'enforcing'));
});

t.test('one that is worse than stale meanwhile is an event at once, from what was told last', async (t) => {
  const { beat, clock } = await scene();
  await beat({ protection: 'stale' });
  await clock.advance(4 * MINUTE);
  t.strictSame(await beat({ protection: 'unprotected' }), changed('enforcing', 'unprotected'));
  t.strictSame(await beat({ protection: 'stale' }), []);
  await clock.advance(4 * MINUTE);
  t.strictSame(await beat({ protection: 'stale' }), []);
  await clock.advance(MINUTE);
  t.strictSame(await beat({ protection: 'stale' }), changed('unprotected', 'stale'));
});

t.test('a gateway that begins anew counts the minutes anew, from what was told before', async (t) => {
  const { beat, clock, restart } = await scene();
  await beat({ protection: 'stale' });
  await clock.advance(4 * MINUTE);
  await restart();
  t.strictSame(await beat({ protection: 'stale' }), []);
  await clock.advance(4 * MINUTE);
  t.strictSame(await beat({ protection: 'stale' }), []);
  await clock.advance(MINUTE);
  t.strictSame(await beat({ protection: 'stale' }), changed('enforcing', 'stale'));
});

t.test('a campus that was left before the gateway began anew is still left, and told once', async (t) => {
  const off = { campus: 'off-campus' } as const;
  const { beat, clock, restart } = await scene({ campusId: HIGH });
  await beat(off);
  await clock.advance(4 * MINUTE);
  await restart();
  await beat(off);
  await clock.advance(5 * MINUTE);
  t.strictSame(await beat(off), LEFT);
  await restart();
  await clock.advance(60 * MINUTE);
  t.strictSame(await beat(off), []);
  await clock.advance(60 * MINUTE);
  t.strictSame(await beat(off), []);
});

t.test(
  'a geofence that was taken away cannot be left, and one that comes back has to be entered first',
  async (t) => {
    const off = { campus: 'off-campus' } as const;
    const { beat, clock } = await scene({ campusId: HIGH });
    await beat(off);
    await clock.advance(6 * MINUTE);
    t.strictSame(await beat(off, []), []);
    await clock.advance(60 * MINUTE);
    t.strictSame(await beat(off), []);
  },
);

t.test('what comes together is told together', async (t) => {
  const { beat, clock } = await scene({ campusId: HIGH });
  await beat({ campus: 'off-campus' });
  await clock.advance(5 * MINUTE);
  t.strictSame(await beat({ campus: 'off-campus', battery: 3, protection: 'unknown' }), [
    ...LOW,
    ...changed('enforcing', 'unknown'),
    ...LEFT,
  ]);
});

t.test('of a device that was let go meanwhile nothing is told', async (t) => {
  const { beat, state } = await scene();
  state.isGone = true;
  t.strictSame(await beat({ battery: 3 }), []);
});
