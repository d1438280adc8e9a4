import t from 'tap';
import { createCampusWatch, listedEvidence } from '../../../../agent/core/campus/campus-watch.ts';
import type { Network } from '../../../../agent/ports/system-facts.ts';
import type { CampusDefinition } from '../../../../contracts/device/campus.ts';
import { createAddressMatcher } from '../../../../kit/addresses.ts';

const CAMPUS: CampusDefinition = {
  id: 'cam_1',
  name: 'High',
  cidrs: ['10.4.0.0/16'],
  gatewayMacs: ['02:00:00:00:00:01'],
  bssids: [],
  ssids: ['school'],
};

function at(address: string, mac: string | null, ssid: string | null): Network {
  return {
    addresses: [{ interface: 'wlan0', address, prefix: 16, family: 4 }],
    defaultGateways: [{ interface: 'wlan0', address: '10.4.0.1', mac }],
    wifi: ssid === null ? null : { ssid, bssid: '02:00:00:00:00:99' },
  };
}
const SCHOOL = at('10.4.1.1', '02:00:00:00:00:01', 'school');
const HOME = at('192.168.1.9', '02:00:00:00:00:55', 'home');

t.test('the first look is believed at once', async (t) => {
  const watch = createCampusWatch(createAddressMatcher());
  t.equal(watch.current().state, 'unknown');
  t.ok(watch.observe(SCHOOL, [CAMPUS], 0));
  t.same(watch.current(), { state: 'on-campus', campusId: 'cam_1' });
});

t.test('a change counts after two equal looks 20 s apart, not sooner', async (t) => {
  const watch = createCampusWatch(createAddressMatcher());
  watch.observe(SCHOOL, [CAMPUS], 0);
  t.notOk(watch.observe(HOME, [CAMPUS], 10_000));
  t.notOk(watch.observe(HOME, [CAMPUS], 29_999));
  t.equal(watch.current().state, 'on-campus');
  t.ok(watch.observe(HOME, [CAMPUS], 30_000));
  t.equal(watch.current().state, 'off-campus');
});

t.test('a look between that differs starts the count anew', async (t) => {
  const watch = createCampusWatch(createAddressMatcher());
  watch.observe(SCHOOL, [CAMPUS], 0);
  watch.observe(HOME, [CAMPUS], 10_000);
  watch.observe(SCHOOL, [CAMPUS], 20_000);
  t.notOk(watch.observe(HOME, [CAMPUS], 31_000));
  t.equal(watch.current().state, 'on-campus');
});

t.test('only what a campus lists leaves the device', async (t) => {
  t.same(listedEvidence(HOME, [CAMPUS], createAddressMatcher()), {
    addresses: [],
    gatewayMacs: [],
    bssid: null,
    ssid: null,
  });
  t.same(listedEvidence(SCHOOL, [CAMPUS], createAddressMatcher()), {
    addresses: ['10.4.1.1'],
    gatewayMacs: ['02:00:00:00:00:01'],
    bssid: null,
    ssid: 'school',
  });
});
