import t from 'tap';
import type { CampusId, DeviceId } from '../../../../../contracts/ids.ts';
import type { Login } from '../../../../../gateway/connections/connection.ts';
import type { ConditionSettings } from '../../../../../gateway/ingest/conditions/condition-changes.ts';
import { DeviceConditions, type Reader } from '../../../../../gateway/ingest/conditions/device-conditions.ts';
import type { AlertCondition } from '../../../../../store/ports/alerts.ts';
import type { DeviceConditionRecord } from '../../../../../store/ports/device-conditions.ts';
import type { HeartbeatWrite } from '../../../../../store/ports/devices.ts';
import type { CampusRecord } from '../../../../../store/ports/organisations.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ID = 'dev_01h455vb4pex5vsknk084sn02q' as DeviceId;
const OTHER = 'dev_01h455vb4pex5vsknk084sn03q' as DeviceId;
const HIGH = 'cam_01h455vb4pex5vsknk084sn02q' as CampusId;
const ANNEX = 'cam_01h455vb4pex5vsknk084sn03q' as CampusId;
const CAMPUSES = [
  { id: HIGH, geofence: { lat: 1, lon: 1, radiusMeters: 100 } },
  { id: ANNEX, geofence: null },
] as unknown as readonly CampusRecord[];
const PLAIN = { deviceId: ID, lowBattery: false, staleFrom: null, leftCampusId: null, breached: false };
const OFF = { campus: 'off-campus' } as const;
const ON = { campus: 'on-campus', campusId: HIGH } as const;

const SETTINGS: ConditionSettings = {
  battery: { low: 15, charged: 25 },
  protectionAfterMs: { enforcing: 0, unprotected: 0, unknown: 0, stale: 5 * MINUTE },
  campusLeftAfterMs: 5 * MINUTE,
};
/** Those of another reader. */
const LATER: ConditionSettings = {
  battery: { low: 5, charged: 50 },
  protectionAfterMs: { enforcing: 0, unprotected: 10 * MINUTE, unknown: null, stale: 0 },
  campusLeftAfterMs: 10 * MINUTE,
};

interface Before {
  readonly records?: readonly DeviceConditionRecord[];
  readonly alerts?: readonly AlertCondition[];
  readonly stored?: object;
}

/** What devices are, and what a gateway before has left of them. */
async function scene({ records = [], alerts = [], stored = {} }: Before = {}) {
  const clock = createFakeClock();
  const conditions = new DeviceConditions({
    store: { deviceConditions: { all: async () => records }, alerts: { conditions: async () => alerts } },
    clock,
  });
  await conditions.start();
  const logIn = (more: object = {}): Login =>
    ({ device: { protection: 'enforcing', campusId: null, ...more } }) as unknown as Login;
  const state = { login: logIn(stored), campuses: CAMPUSES };
  const hear = (report: Partial<HeartbeatWrite> = {}, login = state.login) =>
    conditions.heartbeat(
      login,
      {
        ...{ deviceId: ID, lastSeenAt: clock.now(), user: null, battery: 80, campus: 'unknown' },
        ...{ campusId: null, protection: 'enforcing', ...report },
      } as HeartbeatWrite,
      state.campuses,
    );
  return {
    ...{ clock, conditions, state, hear, logIn },
    /** What a heartbeat changes for a reader. */
    changes: (report: Partial<HeartbeatWrite> = {}, reader: Reader = 'events') =>
      hear(report).changes(reader, reader === 'events' ? SETTINGS : LATER),
    /** The device is silent until it would be forgotten, while another is heard. */
    async beSilent() {
      await clock.advance(HOUR);
      hear({ deviceId: OTHER }, logIn());
    },
  };
}

t.test('a heartbeat that changes nothing leaves nothing to write', async (t) => {
  const { hear, clock } = await scene();
  for (let battery = 80; battery > 15; battery -= 5) {
    const condition = hear({ battery });
    t.strictSame(condition.changes('events', SETTINGS), []);
    t.strictSame(condition.record(), { record: PLAIN, isNew: false });
    await clock.advance(MINUTE);
  }
});

t.test(
  'what begins is kept when it begins, told when it has lasted, and forgotten when it ends',
  async (t) => {
    const { hear, clock } = await scene();
    const beat = (report: Partial<HeartbeatWrite>) => {
      const condition = hear({ protection: 'stale', ...report });
      return { changes: condition.changes('events', SETTINGS), ...condition.record() };
    };
    hasFields(t, beat({}), { changes: [], record: { staleFrom: 'enforcing' }, isNew: true });
    await clock.advance(4 * MINUTE);
    hasFields(t, beat({}), { changes: [], isNew: false });
    await clock.advance(MINUTE);
    hasFields(t, beat({}), {
      changes: [{ kind: 'protection_changed', from: 'enforcing', to: 'stale', lastedMs: 5 * MINUTE }],
      record: { staleFrom: null },
      isNew: true,
    });
    hasFields(t, beat({ battery: 15 }), {
      changes: [{ kind: 'battery_low', level: 15 }],
      record: { lowBattery: true },
    });
    hasFields(t, beat({ battery: 25 }), {
      changes: [{ kind: 'battery_charged' }],
      record: { lowBattery: false },
    });
  },
);

t.test('the first heartbeat after a start is compared with what the store knows', async (t) => {
  const unprotected = await scene({ stored: { protection: 'unprotected' } });
  hasFields(t, unprotected.changes(), [{ from: 'unprotected', to: 'enforcing' }]);
  const on = await scene({ stored: { campusId: HIGH } });
  hasFields(t, on.hear(OFF).record(), { record: { leftCampusId: HIGH }, isNew: true });
  await on.clock.advance(5 * MINUTE);
  hasFields(t, on.changes(OFF), [{ kind: 'campus_left', campus: { id: HIGH }, lastedMs: 5 * MINUTE }]);
  hasFields(t, on.hear(OFF).record(), { record: { breached: true } });
});

t.test('a campus whose geofence was taken away cannot be left, nor one that has it again', async (t) => {
  const { changes, hear, state, clock } = await scene({ stored: { campusId: HIGH } });
  for (const reader of ['events', 'alerts'] as const) changes(OFF, reader);
  await clock.advance(9 * MINUTE);
  state.campuses = [];
  for (const reader of ['events', 'alerts'] as const) t.strictSame(changes(OFF, reader), []);
  hasFields(t, hear(OFF).record(), { record: { leftCampusId: null } });
  state.campuses = CAMPUSES;
  await clock.advance(9 * MINUTE);
  for (const reader of ['events', 'alerts'] as const) changes(OFF, reader);
  await clock.advance(9 * MINUTE);
  for (const reader of ['events', 'alerts'] as const)
    t.strictSame(changes(OFF, reader), [], 'it has to be entered first');
});

t.test('a device that is silent is forgotten, but for what is under way', async (t) => {
  for (const [report, devices, what] of [
    [{}, 1, 'a device as most'],
    [{ protection: 'stale' }, 2, 'a change that waits'],
    [{ protection: 'unprotected' }, 2, 'minutes that an alert counts'],
    [{ battery: 10 }, 2, 'a battery that is low'],
    [ON, 1, 'on a campus, as the store says'],
    [OFF, 1, 'off all campuses'],
  ] as const) {
    const { conditions, changes, beSilent } = await scene();
    changes(report);
    await beSilent();
    t.equal(conditions.size, devices, what);
  }
  const { conditions, changes, clock, beSilent, state, logIn } = await scene({ stored: { campusId: HIGH } });
  changes();
  await beSilent();
  t.equal(conditions.size, 2, 'the store has no campus, but it was on one');
  changes(OFF);
  await beSilent();
  t.equal(conditions.size, 2, 'it is leaving one');
  state.login = logIn();
  hasFields(t, changes(OFF), [{ kind: 'campus_left' }]);
  await clock.advance(MINUTE);
  changes(ON);
  await beSilent();
  t.equal(conditions.size, 1, 'it is back');
});

t.test(
  'a device that was forgotten does not begin again from what the store said at its login',
  async (t) => {
    const { conditions, changes, clock, beSilent } = await scene({
      stored: { protection: 'unprotected', campusId: HIGH },
    });
    hasFields(t, changes({ campus: 'on-campus', campusId: ANNEX }), [{ to: 'enforcing' }]);
    await beSilent();
    t.equal(conditions.size, 1);
    t.strictSame(changes(OFF), [], 'its protection is as it was');
    await clock.advance(10 * MINUTE);
    for (const reader of ['events', 'alerts'] as const)
      t.strictSame(
        changes(OFF, reader).filter(({ kind }) => kind === 'campus_left'),
        [],
        'it came from the annex',
      );
  },
);

t.test('alerts that there are keep a silent device from being forgotten, and end', async (t) => {
  for (const [type, kind] of [
    ['low_battery', 'battery_charged'],
    ['unprotected_device', 'protection_changed'],
    ['geofence_breach', 'campus_entered'],
  ] as const) {
    const { conditions, changes, hear, beSilent } = await scene({
      records: [PLAIN],
      alerts: [{ type, deviceId: ID, organisationId: 1 }],
    });
    hear({ protection: 'unknown', battery: null });
    await beSilent();
    t.equal(conditions.size, 2);
    t.ok(
      changes(ON, 'alerts').some((change) => change.kind === kind),
      type,
    );
    await beSilent();
    t.equal(conditions.size, 1);
  }
});
