import t from 'tap';
import type { CampusId, DeviceId } from '../../../../../contracts/ids.ts';
import { Standings } from '../../../../../gateway/ingest/standings/standings.ts';
import type { HeartbeatWrite } from '../../../../../store/ports/devices.ts';
import type { CampusRecord } from '../../../../../store/ports/organisations.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const MINUTE = 60_000;
const ID = 'dev_01h455vb4pex5vsknk084sn02q' as DeviceId;
const HIGH = 'cam_01h455vb4pex5vsknk084sn02q' as CampusId;
const CAMPUSES = [
  { id: HIGH, geofence: { lat: 1, lon: 1, radiusMeters: 100 } },
] as unknown as readonly CampusRecord[];

const beat = (changes: Partial<HeartbeatWrite> = {}): HeartbeatWrite =>
  ({
    ...{ deviceId: ID, lastSeenAt: 1, user: null, battery: 80, campus: 'unknown', campusId: null },
    ...{ protection: 'enforcing', ...changes },
  }) as HeartbeatWrite;

const around = (monotonic: number, stored: object = {}) => ({
  campuses: CAMPUSES,
  stored: { protection: 'enforcing' as const, campusId: null, ...stored },
  monotonic,
});

t.test('a heartbeat that brings nothing costs nothing to write', (t) => {
  const standings = new Standings();
  for (let minute = 0; minute < 10; minute += 1)
    t.equal(standings.heartbeat(beat({ battery: 80 - 5 * minute }), around(minute * MINUTE)), null);
  t.end();
});

t.test('what begins is kept when it begins, told when it has lasted, and forgotten when it ends', (t) => {
  const standings = new Standings();
  hasFields(t, standings.heartbeat(beat({ protection: 'stale' }), around(0)), {
    events: [],
    standing: { deviceId: ID, staleFrom: 'enforcing' },
  });
  t.equal(standings.heartbeat(beat({ protection: 'stale' }), around(4 * MINUTE)), null);
  hasFields(t, standings.heartbeat(beat({ protection: 'stale' }), around(5 * MINUTE)), {
    events: [{ type: 'device.protection_changed', from: 'enforcing', to: 'stale' }],
    standing: { staleFrom: null },
  });
  hasFields(t, standings.heartbeat(beat({ battery: 15, protection: 'stale' }), around(6 * MINUTE)), {
    events: [{ type: 'device.low_battery' }],
    standing: { lowBattery: true },
  });
  hasFields(t, standings.heartbeat(beat({ battery: 25, protection: 'stale' }), around(7 * MINUTE)), {
    events: [],
    standing: { lowBattery: false },
  });
  t.end();
});

t.test('the first heartbeat after a start is compared with what the store knows', (t) => {
  const standings = new Standings();
  hasFields(t, standings.heartbeat(beat(), around(0, { protection: 'unprotected' })), {
    events: [{ type: 'device.protection_changed', from: 'unprotected', to: 'enforcing' }],
  });
  const off = { campus: 'off-campus' as const };
  const other = new Standings();
  hasFields(t, other.heartbeat(beat(off), around(0, { campusId: HIGH })), {
    standing: { leftCampusId: HIGH },
  });
  hasFields(t, other.heartbeat(beat(off), around(5 * MINUTE)), {
    events: [{ type: 'geofence.breached', campusId: HIGH }],
    standing: { breached: true },
  });
  t.end();
});

t.test('what a gateway before has told is not told again, and what it waited for is', (t) => {
  const standings = new Standings();
  standings.restore([
    { deviceId: ID, lowBattery: true, staleFrom: 'unprotected', leftCampusId: HIGH, breached: false },
  ]);
  const report = beat({ battery: 10, protection: 'stale', campus: 'off-campus' });
  t.equal(standings.heartbeat(report, around(0, { protection: 'stale' })), null);
  hasFields(t, standings.heartbeat(report, around(5 * MINUTE)), {
    events: [
      { type: 'device.protection_changed', from: 'unprotected', to: 'stale' },
      { type: 'geofence.breached', campusId: HIGH },
    ],
  });
  t.end();
});

t.test('a campus whose geofence was taken away cannot be left', (t) => {
  const standings = new Standings();
  standings.heartbeat(beat({ campus: 'off-campus' }), around(0, { campusId: HIGH }));
  const without = { ...around(9 * MINUTE), campuses: [] };
  hasFields(t, standings.heartbeat(beat({ campus: 'off-campus' }), without), {
    events: [],
    standing: { leftCampusId: null },
  });
  t.end();
});
