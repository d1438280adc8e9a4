import type { CampusId } from '../../../contracts/ids.ts';
import type { DeviceStanding } from '../../../store/ports/device-standings.ts';
import { enroll, promise } from './each-store.ts';

promise('what is under way of a device is kept until there is nothing more', async (t, fixture) => {
  const { store } = fixture;
  const { device } = await enroll(fixture);
  const deviceId = device.id;
  const standing: DeviceStanding = {
    deviceId,
    lowBattery: true,
    staleFrom: 'enforcing',
    leftCampusId: 'cam_01h455vb4pex5vsknk084sn02q' as CampusId,
    breached: true,
  };
  t.same(await store.deviceStandings.all(), []);
  await store.deviceStandings.put(standing);
  t.strictSame(await store.deviceStandings.all(), [standing]);
  const less = { ...standing, lowBattery: false, staleFrom: null };
  await store.deviceStandings.put(less);
  await store.deviceStandings.put(less);
  t.strictSame(await store.deviceStandings.all(), [less]);
  await store.deviceStandings.put({ ...less, leftCampusId: null, breached: false });
  t.same(await store.deviceStandings.all(), []);
});
