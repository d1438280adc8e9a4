import t from 'tap';
import { createUdpAskers } from '../../../../../agent/filter/dns/udp-askers.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

const HEAD =
  '   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode';
const ANY = '00000000';
const LOOPBACK = '0100007F';

function row(local: string, uid: number): string {
  return ` 1376: ${local} 00000000:0000 07 00000000:00000000 00:00000000 00000000  ${uid}        0 906382 2 0 0`;
}

const sender = (port: number, address = '127.0.0.1') => ({ address, port });

/** Askers over tables that the test writes; a reading takes as long as the test says. */
function stand() {
  const clock = createFakeClock();
  const tables: Record<string, string | null> = {};
  const state = { tookMs: 0, late: 0 };
  const read: string[] = [];
  const ends: (() => void)[] = [];
  const askers = createUdpAskers({
    clock: { monotonic: () => clock.monotonic() + state.late },
    readTable(path) {
      read.push(path);
      state.late += state.tookMs;
      return tables[path] ?? null;
    },
    atEndOfTurn: (then) => ends.push(then),
  });
  return {
    askers,
    clock,
    state,
    read,
    udp(...rows: readonly string[]) {
      tables['/proc/net/udp'] = [HEAD, ...rows].join('\n');
    },
    udp6(...rows: readonly string[]) {
      tables['/proc/net/udp6'] = [HEAD, ...rows].join('\n');
    },
    endTurn() {
      for (const end of ends.splice(0)) end();
    },
  };
}

t.test('the owner of a socket is told by its port and address, or by its port where it has any', (t) => {
  const { askers, udp, udp6 } = stand();
  udp(row(`${ANY}:C350`, 1_001), row(`${LOOPBACK}:C351`, 1_002), row('0208C80A:C352', 1_003));
  udp6(row(`${'0'.repeat(32)}:C353`, 1_004), row('00000000000000000000000001000000:C354', 1_005));
  t.equal(askers.uidOf(sender(0xc350)), 1_001);
  t.equal(askers.uidOf(sender(0xc351)), 1_002);
  t.equal(askers.uidOf(sender(0xc352)), null, 'the same port of another address');
  t.equal(askers.uidOf(sender(0xc352, '10.200.8.2')), 1_003);
  t.equal(askers.uidOf(sender(0xc353)), 1_004, 'IPv4 from a socket of IPv6');
  t.equal(askers.uidOf(sender(0xc354, '::1')), 1_005);
  t.equal(askers.uidOf(sender(0xc355)), null);
  t.end();
});

t.test('where sockets of several people could be it, it is nobody’s', (t) => {
  const { askers, udp } = stand();
  udp(row(`${ANY}:C350`, 1_001), row(`${LOOPBACK}:C350`, 1_002));
  t.equal(askers.uidOf(sender(0xc350)), null);
  t.end();
});

t.test('a reading serves the questions of its turn, and none of a later one', (t) => {
  const { askers, udp, read, endTurn } = stand();
  udp(row(`${ANY}:C350`, 1_001), row(`${ANY}:C351`, 1_002));
  t.same([askers.uidOf(sender(0xc350)), askers.uidOf(sender(0xc351))], [1_001, 1_002]);
  t.equal(read.length, 1);
  udp(row(`${ANY}:C350`, 1_002), row(`${ANY}:C360`, 1_003));
  t.equal(askers.uidOf(sender(0xc360)), 1_003, 'a socket that is newer than the reading');
  t.equal(read.length, 2);
  endTurn();
  t.equal(askers.uidOf(sender(0xc350)), 1_002, 'the port is another’s by now');
  t.end();
});

t.test('tables that take long to read take no more than a small part of the time', async (t) => {
  const { askers, udp, state, read, clock, endTurn } = stand();
  udp(row(`${ANY}:C350`, 1_001));
  state.tookMs = 40;
  const told: (number | null)[] = [];
  for (let question = 0; question < 10; question++) {
    told.push(askers.uidOf(sender(0xc350)));
    endTurn();
  }
  t.equal(read.length, 2);
  t.same(
    new Set(told.slice(2)),
    new Set([null]),
    'whose they are is not known; they are answered all the same',
  );
  await clock.advance(2_000);
  t.equal(askers.uidOf(sender(0xc350)), 1_001);
});
