import t from 'tap';
import { createPortHolders } from '../../../../../agent/os/linux/port-holders.ts';

const row = (local: string, { state = '0A', uid = 1_000, inode = 7 } = {}): string =>
  `   0: ${local} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000 ${uid} 0 ${inode} 1 0`;
const HEAD =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode';
const ANY_V6 = '0'.repeat(32);

function setUp(tables: Readonly<Record<string, readonly string[]>>) {
  return createPortHolders({
    files: {
      readText: async (path) => {
        const rows = tables[path.slice('/proc/net/'.length)];
        return rows === undefined ? null : [HEAD, ...rows, ''].join('\n');
      },
    },
    programs: { programOf: async ({ inode }) => (inode === 7 ? 'python3' : null) },
  });
}

t.test('who has a port is named by program and account, by TCP as by UDP, IPv4 as IPv6', async (t) => {
  // 5300 = 0x14B4
  t.same(await setUp({ tcp: [row('0100007F:14B4')] }).holderOf(5_300), { program: 'python3', uid: 1_000 });
  t.same(await setUp({ udp: [row('00000000:14B4', { state: '07' })] }).holderOf(5_300), {
    program: 'python3',
    uid: 1_000,
  });
  t.same(await setUp({ tcp6: [row(`${ANY_V6}:14B4`)] }).holderOf(5_300), { program: 'python3', uid: 1_000 });
  t.same(
    await setUp({ udp6: [row('00000000000000000000000001000000:14B4', { uid: 0, inode: 8 })] }).holderOf(
      5_300,
    ),
    { program: null, uid: 0 },
  );
});

t.test('connections, other ports and other addresses keep nobody off', async (t) => {
  const holders = setUp({
    tcp: [row('0100007F:14B4', { state: '01' }), row('0100007F:14B5'), row('0500000A:14B4')],
    udp: [],
  });
  t.equal(await holders.holderOf(5_300), null);
});
