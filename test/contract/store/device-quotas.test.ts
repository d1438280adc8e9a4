import type { DeviceId } from '../../../contracts/ids.ts';
import { enroll, promise } from './each-store.ts';

promise('events that were held back are counted until they are released', async (t, fixture) => {
  const { store } = fixture;
  const { device } = await enroll(fixture);
  t.same(await store.deviceQuotas.untold(), []);
  t.equal(await store.deviceQuotas.release(device.id), 0);
  for (let n = 0; n < 3; n++) await store.deviceQuotas.holdBack(device.id);
  await store.deviceQuotas.holdBack('dev_unknown' as DeviceId);
  t.same(await store.deviceQuotas.untold(), [device.id]);
  t.equal(await store.deviceQuotas.release(device.id), 3);
  t.same(await store.deviceQuotas.untold(), []);
});

promise('what devices have spent is kept until it is forgotten', async (t, fixture) => {
  const { store } = fixture;
  const { device } = await enroll(fixture);
  const spent = { deviceId: device.id, spent: { activity: [1, 2.5], 'alerts.x': [3] }, at: 1_000 };
  await store.deviceQuotas.keepSpent([spent, { ...spent, deviceId: 'dev_unknown' as DeviceId }]);
  t.strictSame(await store.deviceQuotas.spent(), [spent]);
  const later = { ...spent, spent: { activity: [0, 9] }, at: 2_000 };
  await store.deviceQuotas.keepSpent([later]);
  t.strictSame(await store.deviceQuotas.spent(), [later]);
  await store.deviceQuotas.forgetSpent([device.id, 'dev_unknown' as DeviceId]);
  t.same(await store.deviceQuotas.spent(), []);
});
