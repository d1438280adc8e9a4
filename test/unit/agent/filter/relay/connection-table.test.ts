import t from 'tap';
import { createConnectionTable, findClient } from '../../../../../agent/filter/relay/connection-table.ts';

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
