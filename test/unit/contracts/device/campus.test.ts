import t from 'tap';
import {
  type CampusDefinition,
  type CampusEvidence,
  judgeOnDevice,
  judgeOnServer,
} from '../../../../contracts/device/campus.ts';

const campus: CampusDefinition = {
  id: 'cam_1',
  name: 'High',
  cidrs: ['203.0.113.0/24'],
  gatewayMacs: ['aa:bb:cc:00:00:01'],
  bssids: ['aa:bb:cc:00:00:02'],
  ssids: ['school'],
};
const nowhere: CampusEvidence = { connected: true, addresses: [], gatewayMacs: [], bssid: null, ssid: null };
const matches = (address: string, cidr: string): boolean =>
  address.startsWith('203.0.113.') && cidr === '203.0.113.0/24';
const on = { state: 'on-campus', campusId: 'cam_1' };

t.test('on the device a listed gateway or access point decides alone', (t) => {
  t.same(judgeOnDevice({ ...nowhere, gatewayMacs: ['aa:bb:cc:00:00:01'] }, [campus], matches), on);
  t.same(judgeOnDevice({ ...nowhere, bssid: 'aa:bb:cc:00:00:02' }, [campus], matches), on);
  t.end();
});

t.test('a network name or a local address alone proves nothing; together they count', (t) => {
  const address = ['203.0.113.7'];
  t.equal(judgeOnDevice({ ...nowhere, ssid: 'school' }, [campus], matches).state, 'off-campus');
  t.equal(judgeOnDevice({ ...nowhere, addresses: address }, [campus], matches).state, 'off-campus');
  t.same(judgeOnDevice({ ...nowhere, ssid: 'school', addresses: address }, [campus], matches), on);
  t.end();
});

t.test('without a network, or without any campus, the place is unknown', (t) => {
  t.equal(
    judgeOnDevice({ ...nowhere, connected: false, bssid: 'aa:bb:cc:00:00:02' }, [campus], matches).state,
    'unknown',
  );
  t.equal(judgeOnDevice(nowhere, [], matches).state, 'unknown');
  t.end();
});

t.test('the address that the server sees overrules the device, both ways', (t) => {
  t.same(judgeOnServer({ state: 'off-campus', campusId: null }, '203.0.113.7', [campus], matches), on);
  t.equal(
    judgeOnServer({ state: 'on-campus', campusId: 'cam_1' }, '198.51.100.1', [campus], matches).state,
    'off-campus',
  );
  t.end();
});

t.test(
  'a campus that lists no networks is judged by the device’s evidence; an unknown campus is not believed',
  (t) => {
    const wireless = { ...campus, cidrs: [] };
    t.same(judgeOnServer({ state: 'on-campus', campusId: 'cam_1' }, '198.51.100.1', [wireless], matches), on);
    t.equal(
      judgeOnServer({ state: 'on-campus', campusId: 'cam_9' }, null, [wireless], matches).state,
      'unknown',
    );
    t.end();
  },
);
