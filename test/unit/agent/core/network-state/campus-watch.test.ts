import t from 'tap';
import { createCampusWatch, listedEvidence } from '../../../../../agent/core/network-state/campus-watch.ts';
import type { Network } from '../../../../../agent/ports/system-facts.ts';
import type { CampusDefinition } from '../../../../../contracts/device/campus.ts';
import { createAddressMatcher } from '../../../../../kit/addresses.ts';

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

t.test('what the device saw before counts until it has seen another place for long enough', async (t) => {
  const watch = createCampusWatch(createAddressMatcher());
  t.same(watch.current(), { state: 'unknown', campusId: null });
  watch.observe(SCHOOL, [CAMPUS], 0);
  for (const at of [60_000, 90_000, 120_000])
    t.notOk(watch.observe(SCHOOL, [CAMPUS], at), 'the same place is no change');
  watch.observe(HOME, [CAMPUS], 130_000);
  t.ok(watch.observe(HOME, [CAMPUS], 150_000));
  t.same(watch.current(), { state: 'off-campus', campusId: null });
  t.notOk(watch.observe(SCHOOL, [CAMPUS], 151_000), 'the way back is counted anew');
  t.notOk(watch.observe(SCHOOL, [CAMPUS], 170_999));
  t.ok(watch.observe(SCHOOL, [CAMPUS], 171_000));
});

t.test('two other places in a row count each for itself', async (t) => {
  const other: CampusDefinition = { ...CAMPUS, id: 'cam_2', gatewayMacs: ['02:00:00:00:00:02'] };
  const second = at('10.4.1.1', '02:00:00:00:00:02', null);
  const watch = createCampusWatch(createAddressMatcher());
  watch.observe(SCHOOL, [CAMPUS, other], 0);
  t.notOk(watch.observe(HOME, [CAMPUS, other], 10_000));
  t.notOk(watch.observe(second, [CAMPUS, other], 30_000), 'another campus is another place');
  t.ok(watch.observe(second, [CAMPUS, other], 50_000));
  t.same(watch.current(), { state: 'on-campus', campusId: 'cam_2' });
});

t.test('a school that takes its campuses away is obeyed at once', async (t) => {
  const watch = createCampusWatch(createAddressMatcher());
  watch.observe(SCHOOL, [CAMPUS], 0);
  watch.observe(HOME, [CAMPUS], 1_000);
  t.ok(watch.observe(HOME, [], 2_000));
  t.same(watch.current(), { state: 'unknown', campusId: null });
  t.notOk(watch.observe(HOME, [], 3_000), 'once');
  t.notOk(watch.observe(HOME, [CAMPUS], 21_000), 'and what was seen before it is forgotten');
  t.ok(watch.observe(HOME, [CAMPUS], 41_000));
});

t.test('a computer without a network does not know where it is', async (t) => {
  const watch = createCampusWatch(createAddressMatcher());
  t.ok(watch.observe({ addresses: [], defaultGateways: [], wifi: null }, [CAMPUS], 0), 'the first look');
  t.same(watch.current(), { state: 'unknown', campusId: null });
});

t.test(
  'a gateway whose hardware address is not known yet, and a computer without Wi-Fi, prove nothing',
  async (t) => {
    const watch = createCampusWatch(createAddressMatcher());
    watch.observe(at('10.4.1.1', null, null), [CAMPUS], 0);
    t.equal(watch.current().state, 'off-campus');
    t.same(listedEvidence(at('10.4.1.1', null, null), [CAMPUS], createAddressMatcher()), {
      addresses: ['10.4.1.1'],
      gatewayMacs: [],
      bssid: null,
      ssid: null,
    });
  },
);

t.test(
  'an access point that a campus lists is a proof, and is told; of several campuses one is enough',
  async (t) => {
    const empty: CampusDefinition = { ...CAMPUS, cidrs: [], gatewayMacs: [], ssids: [] };
    const library = { ...empty, id: 'cam_2', bssids: ['02:00:00:00:00:99'] };
    const listed = {
      ...empty,
      id: 'cam_3',
      cidrs: ['10.9.0.0/16', '192.168.1.0/24'],
      gatewayMacs: ['02:00:00:00:00:55'],
    };
    const campuses = [empty, library, listed];
    const watch = createCampusWatch(createAddressMatcher());
    watch.observe(at('192.168.1.9', null, 'home'), campuses, 0);
    t.same(watch.current(), { state: 'on-campus', campusId: 'cam_2' });
    t.same(listedEvidence(HOME, campuses, createAddressMatcher()), {
      addresses: ['192.168.1.9'],
      gatewayMacs: ['02:00:00:00:00:55'],
      bssid: '02:00:00:00:00:99',
      ssid: null,
    });
  },
);
