import type { CampusId } from '../../../contracts/ids.ts';
import type { DeviceConditionRecord } from '../../../store/ports/device-conditions.ts';
import { enroll, promise } from './each-store.ts';

promise('what is under way of a device is kept until there is nothing more', async (t, fixture) => {
  const { store } = fixture;
  const { device } = await enroll(fixture);
  const deviceId = device.id;
  const record: DeviceConditionRecord = {
    deviceId,
    lowBattery: true,
    staleFrom: 'enforcing',
    leftCampusId: 'cam_01h455vb4pex5vsknk084sn02q' as CampusId,
    breached: true,
  };
  t.same(await store.deviceConditions.all(), []);
  await store.deviceConditions.put(record);
  t.strictSame(await store.deviceConditions.all(), [record]);
  const less = { ...record, lowBattery: false, staleFrom: null };
  await store.deviceConditions.put(less);
  await store.deviceConditions.put(less);
  t.strictSame(await store.deviceConditions.all(), [less]);
  await store.deviceConditions.put({ ...less, leftCampusId: null, breached: false });
  t.same(await store.deviceConditions.all(), []);
});
