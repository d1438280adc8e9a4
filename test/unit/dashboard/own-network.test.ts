import t from 'tap';
import { ownNetwork } from '../../../dashboard/pages/setup/own-network.ts';

const NETWORKS: readonly (readonly [address: string | null, network: string | null])[] = [
  ['10.20.3.4', '10.20.3.0/24'],
  ['192.168.1.77', '192.168.1.0/24'],
  ['172.16.0.9', '172.16.0.0/24'],
  ['172.32.0.9', '172.32.0.9/32'],
  ['203.0.113.9', '203.0.113.9/32'],
  ['::ffff:10.20.3.4', '10.20.3.0/24'],
  ['2001:db8:1:2::9', '2001:db8:1:2::9/64'],
  ['127.0.0.1', null],
  ['::ffff:127.0.0.1', null],
  ['169.254.1.1', null],
  ['::1', null],
  ['fe80::1', null],
  ['', null],
  [null, null],
];

t.test('the network of a campus is proposed from an address that says something about a place', (t) => {
  for (const [address, network] of NETWORKS) t.equal(ownNetwork(address), network, `${address} → ${network}`);
  t.end();
});
