import { rmSync, writeFileSync } from 'node:fs';
import type { Test } from 'tap';
import { until } from '../support/until.ts';
import { floodRecords } from './attacks/floods.ts';
import { hostileLaptops } from './attacks/hostile-laptop.ts';
import { attackWhile, countOf, heardSince, type Stand } from './stand.ts';

const HELD_BACK = 'gateway_refused_total{reason="disk_reserve"}';
const WATCH_SECONDS = 2;

export const FULL_DISK_FLOOD = 'four laptops write records to a disk that is nearly full';

/** A flood of records meets a disk that is nearly full: none is taken of anybody, whoever is honest is heard and can be locked, and goes on when there is room. */
export async function floodsFullDisk(t: Test, stand: Stand): Promise<void> {
  const { school, fleet, fullDisk } = stand;
  const reserveIs = (reached: 0 | 1) =>
    until(async () => (await countOf(stand, 'disk_reserve_reached')) === reached, {
      what: `a look at the disk that finds ${reached}`,
    });
  const laptops = await hostileLaptops(stand, 4, 'filler');
  const { cuts } = await fleet.acknowledged(0);
  writeFileSync(fullDisk, '');
  await reserveIs(1);
  const [heldBack, startedAt] = [await countOf(stand, HELD_BACK), Date.now()];
  const prepare = async () => (signal: AbortSignal) => floodRecords(laptops, signal);
  await attackWhile(stand, { what: FULL_DISK_FLOOD, prepare }, () =>
    until(async () => (await heardSince(stand, startedAt)) === fleet.deviceIds.length, {
      what: 'every honest laptop to be on-line and heard',
    }),
  );
  t.ok((await countOf(stand, HELD_BACK)) > heldBack, 'records are held back');
  for (const { deviceId } of laptops) {
    const list = await school.request('GET', `/v1/activity?deviceId=${deviceId}&limit=1`);
    t.same([list.status, list.body.data], [200, []], 'none is stored');
  }
  t.equal(
    (await school.request('POST', `/v1/devices/${fleet.deviceIds[0]}/lock`)).status,
    202,
    'a lock is taken',
  );
  rmSync(fullDisk);
  await reserveIs(0);
  const seen = await fleet.acknowledged(WATCH_SECONDS);
  t.ok(seen.sent > 0, 'all that honest laptops publish from now on is acknowledged');
  t.equal(seen.cuts, cuts, 'nobody honest is cut off');
}
