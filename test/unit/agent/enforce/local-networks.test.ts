import t from 'tap';
import { homeNetworks, localNetworks, type Place } from '../../../../agent/enforce/local-networks.ts';
import type { NetworkAddress } from '../../../../agent/ports/system-facts.ts';

const at = (address: string, prefix: number | null): NetworkAddress => ({
  interface: 'w',
  address,
  prefix,
  family: address.includes(':') ? 6 : 4,
});

t.test('the private networks of the computer are told, without its own address', (t) => {
  t.same(
    localNetworks({
      addresses: [
        at('192.168.1.23', 24),
        at('192.168.1.24', 24),
        at('fd00:1::1f2e', 64),
        at('2001:db8::7', 64),
        at('203.0.113.9', 24),
        at('100.64.0.9', 10),
        at('10.0.0.9', null),
        at('10.0.0.9', 0),
        at('169.254.3.4', 16),
        at('fe80::1%w', 64),
      ],
      defaultGateways: [
        { address: '192.168.0.1', interface: 'w', mac: null },
        { address: '203.0.113.1', interface: 'w', mac: null },
        { address: 'fe80::1', interface: 'w', mac: null },
      ],
      wifi: null,
    }),
    ['192.168.0.1/32', '192.168.1.0/24', 'fd00:1::/64'],
  );
  t.end();
});

const NETWORKS = ['192.168.1.0/24', 'fd00:1::/64'];
const FAR = { addresses: ['10.9.0.2', '203.0.113.5'], isReached: false };
const home = (changes: Partial<Place>): readonly string[] =>
  homeNetworks(NETWORKS, { campus: 'unknown', campuses: [], server: FAR, ...changes });

t.test('where campuses are defined, home is a network off-campus that none of them lists', (t) => {
  const campusOf = (...cidrs: readonly string[]) => [{ cidrs }];
  t.same(home({ campus: 'off-campus', campuses: campusOf('10.0.0.0/8', 'nonsense') }), NETWORKS);
  for (const listed of ['192.168.0.0/16', '192.168.1.128/25'])
    t.same(home({ campus: 'off-campus', campuses: campusOf(listed) }), ['fd00:1::/64'], listed);
  for (const campus of ['on-campus', 'unknown'] as const)
    t.same(home({ campus, campuses: campusOf() }), [], campus);
  t.end();
});

t.test('where no campus is defined, home is where the server is not', (t) => {
  t.same(home({}), NETWORKS, 'it is not reached');
  t.same(
    home({ server: { addresses: ['203.0.113.5'], isReached: true } }),
    NETWORKS,
    'it is in the internet',
  );
  t.same(home({ server: { ...FAR, isReached: true } }), [], 'it is reached at a private address');
  t.same(
    home({ server: { addresses: ['192.168.1.2'], isReached: false } }),
    ['fd00:1::/64'],
    'its own network',
  );
  t.same(home({ campuses: undefined }), [], 'nobody knows whether one is defined');
  t.end();
});
