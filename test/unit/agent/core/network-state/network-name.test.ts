import t from 'tap';
import { networkName } from '../../../../../agent/core/network-state/network-name.ts';
import type { Gateway, Network } from '../../../../../agent/ports/system-facts.ts';

function gateway(address: string, mac: string | null): Gateway {
  return { address, mac, interface: 'eth0' };
}

function network(...defaultGateways: Gateway[]): Network {
  const own = { interface: 'eth0', address: '192.0.2.7', prefix: 24, family: 4 } as const;
  return { addresses: [own], defaultGateways, wifi: null };
}
const HOME = gateway('192.0.2.1', '00:00:5e:00:53:01');

t.test('a computer without a gateway or an address is in no network', async (t) => {
  t.equal(networkName(network()), null);
  t.equal(networkName({ ...network(HOME), addresses: [] }), null);
});

t.test(
  'a network is known again by its gateways, in whatever order and with however many addresses',
  async (t) => {
    const second = gateway('192.0.2.2', '00:00:5e:00:53:02');
    t.strictSame(networkName(network(HOME, second)), networkName(network(second, HOME)));
    const ipv6 = gateway('fe80::1', HOME.mac);
    t.equal(networkName(network(HOME, ipv6))?.name, networkName(network(HOME))?.name);
    const lease = { ...network(HOME), addresses: [{ ...network().addresses[0], address: '192.0.2.8' }] };
    t.strictSame(networkName(lease as Network), networkName(network(HOME)));
  },
);

t.test('another gateway with the same address is another network at the same place', async (t) => {
  const here = networkName(network(HOME));
  const there = networkName(network(gateway(HOME.address, '00:00:5e:00:53:09')));
  t.not(there?.name, here?.name);
  t.equal(there?.place, here?.place);
  t.not(networkName(network(gateway('198.51.100.1', null)))?.place, here?.place);
});

t.test('while no gateway’s hardware address is known the place names the network', async (t) => {
  const named = networkName(network(gateway('192.0.2.1', null)));
  t.equal(named?.name, named?.place);
  t.not(networkName(network(HOME))?.name, networkName(network(HOME))?.place);
});

t.test('another Wi-Fi is another network', async (t) => {
  const wifi = (ssid: string) => ({
    ...network(HOME),
    wifi: { ssid, bssid: null } as unknown as Network['wifi'],
  });
  t.not(networkName(wifi('A'))?.name, networkName(wifi('B'))?.name);
  t.not(networkName(wifi('A'))?.name, networkName(network(HOME))?.name);
});
