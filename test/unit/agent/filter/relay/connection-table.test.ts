import t from 'tap';
import { createConnectionTable, findOrigin } from '../../../../../agent/filter/relay/connection-table.ts';

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

t.test('the row of the client says where it wanted to go', async (t) => {
  const origin = findOrigin(V4, { address: '10.200.8.2', port: 50_000 }, []);
  t.same(origin, { address: '93.184.16.10', port: 443, uid: 1000, inode: 13 });
  t.same(
    findOrigin(V4, { address: '::ffff:10.200.8.2', port: 50_000 }, []),
    origin,
    'as a server of IPv6 sees it',
  );
  t.equal(findOrigin(V4, { address: '10.200.8.4', port: 50_000 }, []), null);
  t.same(findOrigin(V6, { address: '::1', port: 50_001 }, []), {
    address: '2001:db8:0:0:0:0:0:8',
    port: 443,
    uid: 1000,
    inode: 21,
  });
});

t.test(
  'an ended connection of the same port is no answer, and of several the one that leads to us is',
  (t) => {
    const peer = { address: '10.200.8.2', port: 50_000 };
    const ended = [
      row('0208C80A:C350', '01010101:01BB', 0, 0).replace(' 01 ', ' 06 '),
      row('0208C80A:C350', '00000000:0000', 1000, 31).replace(' 01 ', ' 0A '),
      row('0208C80A:C350', '02020202:01BB', 0, 0).replace(' 01 ', ' 07 '),
    ];
    t.equal(findOrigin([HEAD, ...ended].join('\n'), peer, []), null);
    const plain = row('0208C80A:C350', '08080808:0050', 1000, 32);
    t.equal(findOrigin([HEAD, ...ended, plain].join('\n'), peer, [])?.inode, 32, 'better than none');
    const redirected = row('0208C80A:C350', '0A10B85D:01BB', 1000, 33);
    t.equal(findOrigin([HEAD, ...ended, plain, redirected].join('\n'), peer, [])?.inode, 33);
    const direct = row('0208C80A:C350', '0100007F:1FBB', 1000, 34);
    t.equal(findOrigin([HEAD, ...ended, plain, direct].join('\n'), peer, [8123])?.inode, 34);
    t.end();
  },
);

t.test('IPv4 through a socket of IPv6 is found, and what was meant for us has no other place', async (t) => {
  const files: Record<string, string> = { '/proc/net/tcp': V4, '/proc/net/tcp6': V6 };
  const table = createConnectionTable({
    files: { readText: (path) => Promise.resolve(files[path] ?? null) },
    ownPorts: () => [8443],
  });
  t.equal((await table.originOf({ address: '10.200.8.2', port: 50_002 }))?.inode, 22);
  t.equal(await table.originOf({ address: '127.0.0.1', port: 0xd431 }), null);
  t.equal(await table.originOf({ address: '', port: 0 }), null);
  t.same(
    await table.socketOf({ address: '127.0.0.1', port: 0xd431 }),
    { inode: 14, uid: 1000 },
    'its program can be told all the same',
  );
  t.equal(await table.socketOf({ address: '', port: 0 }), null);
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
    ownPorts: () => [],
  });
  const peer = { address: '10.200.8.2', port: 50_000 };
  const first = table.originOf(peer);
  const later = [table.originOf(peer), table.originOf(peer), table.originOf(peer)];
  t.equal(reads, 1);
  waiting.shift()?.();
  t.equal((await first)?.inode, 13);
  t.equal(reads, 2, 'one more for the three');
  waiting.shift()?.();
  for (const found of await Promise.all(later)) t.equal(found?.inode, 13);
  t.equal(reads, 2);
});
