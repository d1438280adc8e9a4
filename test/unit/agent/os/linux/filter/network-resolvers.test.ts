import t from 'tap';
import { createFileReader } from '../../../../../../agent/os/file-reader.ts';
import { readNetworkResolvers } from '../../../../../../agent/os/linux/filter/network-resolvers.ts';
import { testFolder } from '../../../../../support/test-folder.ts';
import { alwaysRunner, MISSING, NONSENSE, recordedRunner } from '../../recorded.ts';

const RESOLVECTL = `Global: 127.0.0.1:5300
Link 2 (enp3s0):
Link 3 (wlp2s0): 10.20.0.1 9.9.9.9#dns.quad9.net fe80::1%3 2001:db8::53
`;
const NMCLI = `IP4.DNS[1]:10.20.0.1
IP4.DNS[2]:10.20.0.2
IP6.DNS[1]:2001\\:db8\\:\\:53
`;
const LEASE = '# This is private data. Do not parse.\nADDRESS=10.20.1.50\nDNS=10.20.0.3 10.20.0.4\n';
const RESOLV_CONF = '# made by systemd-resolved\nnameserver 127.0.0.53\nnameserver ::1\noptions edns0\n';

t.test('the network’s resolvers, preferred ones first, each once; ours and loops are left out', async (t) => {
  const root = testFolder(t, {
    etc: { 'resolv.conf': RESOLV_CONF },
    run: { systemd: { netif: { leases: { '3': LEASE } } } },
  });
  const run = recordedRunner({
    resolvectl: RESOLVECTL,
    nmcli: NMCLI,
    'ip -4': 'default via 10.20.0.254 dev wlp2s0 proto dhcp metric 600\n',
    'ip -6': 'default via fe80::1 dev wlp2s0 proto ra metric 600 pref medium\n',
  });
  t.same(await readNetworkResolvers({ run, reader: createFileReader({ root }) }), [
    '10.20.0.1',
    '9.9.9.9',
    'fe80::1%wlp2s0',
    '2001:db8::53',
    '10.20.0.2',
    '10.20.0.3',
    '10.20.0.4',
    '10.20.0.254',
  ]);
});

t.test('without any of those programs /etc/resolv.conf tells', async (t) => {
  const root = testFolder(t, {
    etc: { 'resolv.conf': 'nameserver 192.168.1.1\n  nameserver\t2001:db8::1\n#nameserver 9.9.9.9\n' },
  });
  const run = recordedRunner({ resolvectl: MISSING, nmcli: MISSING, ip: MISSING });
  t.same(await readNetworkResolvers({ run, reader: createFileReader({ root }) }), [
    '192.168.1.1',
    '2001:db8::1',
  ]);
});

t.test('a link-local resolver comes with its interface; without one it leads nowhere', async (t) => {
  const root = testFolder(t, {
    etc: {
      'resolv.conf':
        'nameserver fe80::9%eth0\nnameserver fe80::8\nnameserver 2001:db8::1%eth0\nnameserver fe80::7%2\n',
    },
  });
  const run = recordedRunner({
    resolvectl: MISSING,
    nmcli: MISSING,
    'ip -4': '',
    'ip -6': 'default via fe80::1 dev eth0 proto ra metric 600\n',
  });
  t.same(await readNetworkResolvers({ run, reader: createFileReader({ root }) }), [
    'fe80::9%eth0',
    'fe80::1%eth0',
  ]);
});

t.test('nonsense gives no resolver', async (t) => {
  const reader = createFileReader({ root: testFolder(t) });
  for (const stdout of NONSENSE)
    t.same(await readNetworkResolvers({ run: alwaysRunner({ stdout }), reader }), []);
});
