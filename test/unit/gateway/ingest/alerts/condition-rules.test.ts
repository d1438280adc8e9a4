import t from 'tap';
import type { HeartbeatWrite } from '../../../../../store/ports/devices.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { DEVICE_ID } from '../../device-records.ts';
import { alertScene, HIGH, MINUTE } from './alert-scene.ts';

const OFF = { campus: 'off-campus', protection: 'unprotected' } as const satisfies Partial<HeartbeatWrite>;
const STANDING = {
  deviceId: DEVICE_ID,
  ...{ lowBattery: false, staleFrom: null, leftCampusId: HIGH, breached: false },
};

t.test('a campus that was left before the gateway began anew is still left', async (t) => {
  for (const breached of [false, true]) {
    // The store has no campus of a device that is off all of them.
    const { beat, told, clock } = await alertScene(t, {
      records: [{ ...STANDING, breached }],
      device: { campusId: null },
      rules: { unprotected_device: { enabled: false } },
    });
    await beat(OFF);
    await clock.advance(5 * MINUTE - 1);
    await beat(OFF);
    t.strictSame(told(), []);
    await clock.advance(1);
    await beat(OFF);
    t.strictSame(
      told(),
      ['alert.created: laptop left the campus High'],
      `whether its event was fired: ${breached}`,
    );
  }
});

t.test(
  'a geofence that was taken away cannot be left; one that comes back has to be entered first',
  async (t) => {
    const { beat, told, clock } = await alertScene(t, { device: { campusId: HIGH } });
    const off = { campus: 'off-campus' } as const;
    await beat(off);
    await clock.advance(3 * MINUTE);
    await beat(off, []);
    await clock.advance(3 * MINUTE);
    await beat(off);
    await clock.advance(10 * MINUTE);
    await beat(off);
    t.strictSame(told(), []);
  },
);

t.test('an alert about a geofence that was taken away lasts until the device is on a campus', async (t) => {
  const { beat, told, clock } = await alertScene(t, { device: { campusId: HIGH } });
  const off = { campus: 'off-campus' } as const;
  await beat(off);
  await clock.advance(5 * MINUTE);
  await beat(off);
  t.equal(told().length, 1);
  await beat(off, []);
  t.strictSame(told(), []);
  await beat({ campus: 'on-campus', campusId: HIGH });
  t.strictSame(told(), [`alert.resolved: geofence_breach:${DEVICE_ID}`]);
});

t.test('minutes count from the first heartbeat, also while the rules cannot be read', async (t) => {
  const { beat, found, state, clock } = await alertScene(t, { device: { campusId: HIGH } });
  const { rules } = state;
  state.rules = () => Promise.reject(new Error('no answer'));
  await beat(OFF);
  const since = new Date(clock.now()).toISOString();
  state.rules = rules;
  await clock.advance(5 * MINUTE);
  await beat(OFF);
  hasFields(t, found, [
    { type: 'unprotected_device', details: { since } },
    { type: 'geofence_breach', details: { since } },
  ]);
});

t.test('a rule that is switched off begins no alert, and ends what has begun', async (t) => {
  const conditions = (['low_battery', 'unprotected_device', 'geofence_breach'] as const).map((type) => ({
    ...{ type, organisationId: 1, deviceId: DEVICE_ID },
  }));
  const off = { enabled: false };
  const { beat, told } = await alertScene(t, {
    conditions,
    rules: { low_battery: off, unprotected_device: off, geofence_breach: off },
  });
  await beat({ battery: 3, ...OFF });
  t.strictSame(told(), []);
  await beat({ battery: 80, protection: 'stale', campus: 'on-campus', campusId: HIGH });
  t.strictSame(
    told(),
    conditions.map(({ type }) => `alert.resolved: ${type}:${DEVICE_ID}`),
  );
});
