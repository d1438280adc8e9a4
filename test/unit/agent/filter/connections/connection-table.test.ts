import t from 'tap';
import {
  createConnectionTable,
  findClient,
} from '../../../../../agent/filter/connections/connection-table.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const HEAD =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode';

function row(local: string, remote: string, uid: number, inode: number): string {
  return `   1: ${local} ${remote} 01 00000000:00000000 00:00000000 00000000  ${uid}        0 ${inode} 1 0000000000000000 20 4 30 10 -1`;
}

const V4 = [
  HEAD,
  // The relay's own end of the same connection, and another program on the same port of another address.
  row('0100007F:20FB', '0208C80A:C350', 998, 11),
  row('0308C80A:C350', '08080808:0050', 1001, 12),
  row('0208C80A:C350', '0A10B85D:01BB', 1000, 13),
  row('0100007F:D431', '0100007F:20FB', 1000, 14),
  'nonsense :C350 here',
].join('\n');

const V6 = [
  HEAD,
  row('00000000000000000000000001000000:C351', 'B80D0120000000000000000008000000:01BB', 1000, 21),
  row('0000000000000000FFFF00000208C80A:C352', '0000000000000000FFFF00000A10B85D:01BB', 1000, 22),
].join('\n');

function accepted(address: string, port: number, ownPort = 8_443) {
  return { peer: { address, port }, ownPort, turnedPort: 443 };
}

t.test('the row of the client says where it wanted to go, and whose it is', async (t) => {
  const client = findClient(V4, accepted('10.200.8.2', 50_000));
  t.same(client, { uid: 1000, inode: 13, wanted: { address: '93.184.16.10', port: 443 } });
  t.same(findClient(V4, accepted('::ffff:10.200.8.2', 50_000)), client, 'as a server of IPv6 sees it');
  t.equal(findClient(V4, accepted('10.200.8.4', 50_000)), null);
  t.same(findClient(V6, accepted('::1', 50_001)), {
    uid: 1000,
    inode: 21,
    wanted: { address: '2001:db8:0:0:0:0:0:8', port: 443 },
  });
});

t.test('an ended connection of the same port is no answer, nor one that leads elsewhere', (t) => {
  const asked = { ...accepted('10.200.8.2', 50_000), ownPort: 8_123 };
  const find = (...rows: readonly string[]) => findClient([HEAD, ...rows].join('\n'), asked);
  const ended = [
    row('0208C80A:C350', '01010101:01BB', 0, 0).replace(' 01 ', ' 06 '),
    row('0208C80A:C350', '00000000:0000', 1000, 31).replace(' 01 ', ' 0A '),
    row('0208C80A:C350', '02020202:01BB', 0, 0).replace(' 01 ', ' 07 '),
  ];
  t.equal(find(...ended), null);
  // Another user's may stand on the same port: its row is no evidence.
  const others = [
    row('0208C80A:C350', '08080808:0050', 1001, 32),
    row('0208C80A:C350', '08080808:1FBB', 1001, 33),
  ];
  t.equal(find(...ended, ...others), null);
  const turned = row('0208C80A:C350', '0A10B85D:01BB', 1000, 34);
  t.equal(find(...ended, ...others, turned)?.inode, 34);
  const direct = row('0208C80A:C350', '0100007F:1FBB', 1000, 35);
  t.same(find(...ended, ...others, direct), { uid: 1000, inode: 35, wanted: null });
  t.equal(
    findClient([HEAD, turned, direct].join('\n'), { ...asked, turnedPort: null })?.inode,
    35,
    'where the firewall turns nothing to us',
  );
  t.end();
});

t.test('IPv4 through a socket of IPv6 is found, and what was meant for us has no other place', async (t) => {
  const files: Record<string, string> = { '/proc/net/tcp': V4, '/proc/net/tcp6': V6 };
  const table = createConnectionTable({
    files: { readText: (path) => Promise.resolve(files[path] ?? null) },
  });
  t.equal((await table.clientOf(accepted('10.200.8.2', 50_002)))?.inode, 22);
  t.same(await table.clientOf(accepted('127.0.0.1', 0xd431, 8_123)), null, 'a connection to another port');
  t.same(await table.clientOf(accepted('127.0.0.1', 0xd431, 0x20fb)), { uid: 1000, inode: 14, wanted: null });
  t.equal(await table.clientOf(accepted('', 0)), null);
});

t.test('calls share a reading, but never one that began before them', async (t) => {
  let reads = 0;
  const waiting: (() => void)[] = [];
  const table = createConnectionTable({
    files: {
      readText: () => {
        reads += 1;
        return new Promise((resolve) => waiting.push(() => resolve(V4)));
      },
    },
  });
  const peer = accepted('10.200.8.2', 50_000);
  const first = table.clientOf(peer);
  const later = [table.clientOf(peer), table.clientOf(peer), table.clientOf(peer)];
  t.equal(reads, 1);
  waiting.shift()?.();
  t.equal((await first)?.inode, 13);
  t.equal(reads, 2, 'one more for the three');
  waiting.shift()?.();
  for (const found of await Promise.all(later)) t.equal(found?.inode, 13);
  t.equal(reads, 2);
});

t.test('a row that cannot be read is passed over', async (t) => {
  const find = (...rows: readonly string[]) =>
    findClient([HEAD, ...rows].join('\n'), accepted('10.200.8.2', 50_000));
  const sound = row('0208C80A:C350', '0A10B85D:01BB', 1_000, 13);
  for (const [local, remote] of [
    ['F0208C80A:C350', '0A10B85D:01BB'],
    ['208C80A:C350', '0A10B85D:01BB'],
    ['0208C80A:C350', 'F0A10B85D:01BB'],
    ['0208C80A:C350', '0A10B85D:01BB1'],
    ['0208C80A:C350', '0A10B85D:1BB'],
    ['0208c80a:C350', '0A10B85D:01BB'],
  ] as const) {
    t.equal(find(row(local, remote, 1_000, 12)), null, `${local} ${remote}`);
    t.equal(find(row(local, remote, 1_000, 12), sound)?.inode, 13);
  }
  t.equal(find(':C350 '), null);
  t.equal(find(), null);
});

t.test('a low port is found, and no other that ends with its digits', async (t) => {
  const find = (local: string, port: number) =>
    findClient(row(local, '0A10B85D:01BB', 1_000, 13), accepted('10.200.8.2', port))?.inode;
  t.equal(find('0208C80A:0050', 80), 13);
  t.equal(find('0208C80A:1050', 80), undefined);
  t.equal(find('0208C80A:0ABC', 2_748), 13);
});

t.test('what leads to any address of this computer at our port was meant for us', async (t) => {
  const find = (remote: string, asked = accepted('10.200.8.2', 50_000)) =>
    findClient(row('0208C80A:C350', remote, 1_000, 13), asked);
  hasFields(t, find('3500007F:20FB'), { wanted: null });
  t.equal(find('3500007F:20FC'), null, 'another program’s port');
  t.equal(find('0208C80A:20FB'), null, 'no address of this computer alone');
  hasFields(t, find('3500007F:01BB'), { wanted: { address: '127.0.0.53', port: 443 } });
  const six = '00000000000000000000000001000000';
  const asked = accepted('::1', 50_000);
  hasFields(t, findClient(row(`${six}:C350`, `${six}:20FB`, 1_000, 21), asked), { inode: 21, wanted: null });
  const other = '00000000000000000000000002000000';
  t.equal(findClient(row(`${six}:C350`, `${other}:20FB`, 1_000, 21), asked), null);
});

t.test('an address of IPv6 is the same however it is written', async (t) => {
  // 2001:db8:0:a::8 and fe80::1
  const table = [
    row('B80D01200A0000000000000008000000:C350', '00000000000000000000000001000000:01BB', 1_000, 31),
    row('000080FE000000000000000001000000:C350', '00000000000000000000000001000000:01BB', 1_000, 32),
    row('00000000000000000000000000000000:C350', '00000000000000000000000001000000:01BB', 1_000, 33),
  ].join('\n');
  const inodeOf = (address: string) => findClient(table, accepted(address, 50_000))?.inode;
  for (const address of [
    '2001:db8:0:a::8',
    '2001:0DB8:0000:000A::0008',
    '2001:db8:0:a:0:0:0:8',
    '2001:db8::a:0:0:0:8',
  ])
    t.equal(inodeOf(address), 31, address);
  for (const address of ['fe80::1', 'fe80::1%eth0', 'FE80::1%2']) t.equal(inodeOf(address), 32, address);
  t.equal(inodeOf('::'), 33);
  for (const address of ['2001:db8:0:a::9', '2001:db8::a:8', 'fe80::', '::1', 'fe80:1'])
    t.equal(inodeOf(address), undefined, address);
  const mapped = accepted('::FFFF:10.200.8.2', 50_000);
  t.equal(findClient(V4, mapped)?.inode, 13);
  t.equal(findClient(V4, { ...mapped, peer: { address: 'x::ffff:10.200.8.2', port: 50_000 } }), null);
  t.equal(findClient(V4, { ...mapped, peer: { address: '::ffff:10.200.8.2x', port: 50_000 } }), null);
});

t.test('only the tables in which a client can stand are read', async (t) => {
  const read: string[] = [];
  const tables: Record<string, string | null> = { '/proc/net/tcp': V4, '/proc/net/tcp6': V6 };
  const table = createConnectionTable({
    files: {
      readText: (path) => {
        read.push(path);
        return Promise.resolve(tables[path] ?? null);
      },
    },
  });
  t.equal((await table.clientOf(accepted('10.200.8.2', 50_000)))?.inode, 13);
  t.strictSame(read.splice(0), ['/proc/net/tcp']);
  t.equal((await table.clientOf(accepted('::1', 50_001)))?.inode, 21);
  t.strictSame(read.splice(0), ['/proc/net/tcp6']);
  t.equal((await table.clientOf(accepted('::ffff:10.200.8.2', 50_002)))?.inode, 22);
  t.strictSame(read.splice(0), ['/proc/net/tcp', '/proc/net/tcp6']);
  tables['/proc/net/tcp6'] = null;
  t.equal(await table.clientOf(accepted('::1', 50_001)), null, 'a computer without IPv6');
  t.equal((await table.clientOf(accepted('10.200.8.2', 50_000)))?.inode, 13, 'each time anew');
});
