import t from 'tap';
import { localNetworks } from '../../../../agent/enforce/local-networks.ts';
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
