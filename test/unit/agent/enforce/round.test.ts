import t from 'tap';
import { digestAttempts } from '../../../../agent/enforce/round.ts';
import type { EgressAttempt } from '../../../../agent/ports/filter-control.ts';

const attempt = (address: string, count: number, kind: EgressAttempt['kind'] = 'vpn'): EgressAttempt => ({
  kind,
  address,
  port: 1194,
  uid: 1000,
  count,
});

t.test('what two accounts tried are two attempts, and one’s attempts are summed', (t) => {
  const bobs = { ...attempt('192.0.2.1', 3), uid: 1001 };
  t.same(digestAttempts([attempt('192.0.2.1', 2), bobs, bobs]), [
    { kind: 'vpn', address: '192.0.2.1', port: 1194, uid: 1001, count: 6 },
    { kind: 'vpn', address: '192.0.2.1', port: 1194, uid: 1000, count: 2 },
  ]);
  t.end();
});

t.test(
  'packets to thousands of addresses are twenty addresses and one sum a kind, and none is uncounted',
  (t) => {
    const flood = Array.from({ length: 3_000 }, (_, index) =>
      attempt(`198.51.${index >> 8}.${index & 255}`, 1, index % 2 === 0 ? 'vpn' : 'doh'),
    );
    const digest = digestAttempts([attempt('192.0.2.7', 9), ...flood]);
    t.equal(digest.length, 22);
    t.same(
      digest[0],
      { kind: 'vpn', address: '192.0.2.7', port: 1194, uid: 1000, count: 9 },
      'the most frequent first',
    );
    t.same(
      digest.slice(20).map(({ kind, address, port }) => ({ kind, address, port })),
      [
        { kind: 'doh', address: null, port: null },
        { kind: 'vpn', address: null, port: null },
      ],
    );
    t.equal(
      digest.reduce((sum, { count }) => sum + count, 0),
      3_009,
    );
    t.end();
  },
);

t.test('a count never outgrows what a record may hold', (t) => {
  t.equal(digestAttempts([attempt('192.0.2.1', 5_000_000)])[0]?.count, 1_000_000);
  t.end();
});
