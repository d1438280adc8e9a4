import t from 'tap';
import type { AlertType } from '../../../contracts/alerts/rules.ts';
import { hasFields } from '../../support/has-fields.ts';
import { createEventLab, type EventLab } from './event-lab.ts';

const MINUTE = 60_000;
const HIGH = 'cam_01h455vb4pex5vsknk084sn02q' as const;
const LOW = 'cam_01h455vb4pex5vsknk084sn03q' as const;

const protection = (state: 'enforcing' | 'stale' | 'unprotected') => ({ protection: { state, since: 1 } });
const on = (campusId: string) => ({ campus: { state: 'on-campus' as const, campusId } });
const OFF = { campus: { state: 'off-campus' as const, campusId: null } };

const changes = async (lab: EventLab) =>
  (await lab.fired('device.protection_changed')).map(({ data }) => `${data.from} > ${data.to}`);

const ruleOff = (type: AlertType) => ({
  organisationId: 1,
  type,
  settings: { enabled: false },
  updatedAt: 0,
});

t.test('a battery at 15 % is told once, and again only after 25 %', async (t) => {
  const lab = await createEventLab(t);
  await lab.rest.store.alerts.setRule(ruleOff('low_battery'));
  const { beat, device, reconnect } = await lab.laptop();
  for (const battery of [80, 16, null]) await beat({ battery });
  t.same(await lab.fired('device.low_battery'), []);
  await beat({ battery: 15 });
  hasFields(t, await lab.fired('device.low_battery'), [
    { device_id: device.id, data: { device: { id: device.id, battery: 15 } } },
  ]);
  for (const battery of [3, 24, 15]) await beat({ battery });
  t.equal((await lab.fired('device.low_battery')).length, 1);
  await lab.restart();
  await reconnect();
  await beat({ battery: 14 });
  t.equal((await lab.fired('device.low_battery')).length, 1, 'a restart forgets nothing');
  await beat({ battery: 25 });
  await beat({ battery: 15 });
  t.equal((await lab.fired('device.low_battery')).length, 2);
});

t.test('a change of the protection is told with both states; stale only after five minutes', async (t) => {
  const lab = await createEventLab(t);
  const { beat, device } = await lab.laptop();
  await beat(protection('enforcing'));
  await beat(protection('enforcing'));
  t.same(await changes(lab), ['unknown > enforcing']);
  await beat(protection('unprotected'));
  await beat(protection('enforcing'));
  t.same((await changes(lab)).slice(1), ['enforcing > unprotected', 'unprotected > enforcing']);
  await beat(protection('stale'));
  await lab.clock.advance(4 * MINUTE);
  await beat(protection('stale'));
  await beat(protection('enforcing'));
  await lab.clock.advance(5 * MINUTE);
  await beat(protection('stale'));
  lab.clock.jump(60 * MINUTE);
  await beat(protection('stale'));
  t.equal((await changes(lab)).length, 3, 'a jump of the clock is no time');
  await lab.clock.advance(5 * MINUTE);
  await beat(protection('stale'));
  await beat(protection('stale'));
  t.same((await changes(lab)).slice(3), ['enforcing > stale']);
  hasFields(t, (await lab.fired('device.protection_changed')).at(-1), {
    device_id: device.id,
    data: { device: { protection: { state: 'stale' } } },
  });
});

t.test('a restart in the five minutes of stale begins them anew, and the event is not lost', async (t) => {
  const lab = await createEventLab(t);
  const { beat, reconnect } = await lab.laptop();
  await beat(protection('enforcing'));
  await beat(protection('stale'));
  await lab.clock.advance(3 * MINUTE);
  await lab.restart();
  await reconnect();
  await beat(protection('stale'));
  await lab.clock.advance(4 * MINUTE);
  await beat(protection('stale'));
  t.equal((await changes(lab)).length, 1);
  await lab.clock.advance(MINUTE);
  await beat(protection('stale'));
  t.same((await changes(lab)).slice(1), ['enforcing > stale']);
  await lab.restart();
  await reconnect();
  await beat(protection('stale'));
  await lab.clock.advance(6 * MINUTE);
  await beat(protection('stale'));
  t.equal((await changes(lab)).length, 2, 'what was told is not told again');
});

t.test(
  'a device that is off its campus for five minutes has breached the geofence, also over a restart',
  async (t) => {
    const lab = await createEventLab(t);
    const campus = { cidrs: [], gatewayMacs: ['aa:bb:cc:dd:ee:ff'], bssids: [], ssids: [] };
    const geofence = { lat: 1, lon: 1, radiusMeters: 100 };
    await lab.rest.store.campuses.create(1, HIGH, { ...campus, name: 'High', geofence }, 1);
    await lab.rest.store.campuses.create(1, LOW, { ...campus, name: 'Low', geofence: null }, 1);
    await lab.rest.store.alerts.setRule(ruleOff('geofence_breach'));
    const { beat, device, reconnect } = await lab.laptop();
    const breaches = () => lab.fired('geofence.breached');
    const offFor = async (minutes: number) => {
      await beat(OFF);
      await lab.clock.advance(minutes * MINUTE);
      await beat(OFF);
    };
    await offFor(6);
    await beat(on(LOW));
    await offFor(6);
    t.same(await breaches(), [], 'that campus has no geofence');
    await beat(on(HIGH));
    await offFor(3);
    await beat(on(HIGH));
    await offFor(4);
    t.same(await breaches(), []);
    await lab.restart();
    await reconnect();
    await offFor(5);
    hasFields(t, await breaches(), [
      { device_id: device.id, data: { campusId: HIGH, device: { campus: 'off-campus' } } },
    ]);
    await offFor(10);
    await lab.restart();
    await reconnect();
    await offFor(10);
    t.equal((await breaches()).length, 1);
    await beat(on(HIGH));
    await offFor(6);
    t.equal((await breaches()).length, 2);
  },
);

t.test('what cannot be written comes with the next heartbeat', async (t) => {
  let ill = false;
  const lab = await createEventLab(t, {
    between: (store) => ({
      ...store,
      transaction: (work, options) =>
        ill ? Promise.reject(new Error('disk full')) : store.transaction(work, options),
    }),
  });
  const { beat, link } = await lab.laptop();
  await beat({ battery: 50 });
  ill = true;
  await link().heartbeat({ battery: 10 });
  await lab.clock.advance(3_000);
  await lab.clock.advance(3_000);
  t.same(await lab.fired('device.low_battery'), []);
  ill = false;
  await beat({ battery: 9 });
  t.equal((await lab.fired('device.low_battery')).length, 1);
});
