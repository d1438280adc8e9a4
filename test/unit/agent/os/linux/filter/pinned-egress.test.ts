import t from 'tap';
import { readAttempts } from '../../../../../../agent/os/linux/filter/attempts.ts';
import { renderFilterTable } from '../../../../../../agent/os/linux/filter/filter-table.ts';
import { renderGiven, renderKept } from '../../../../../../agent/os/linux/filter/pinned-egress.ts';
import { hasText } from '../../../../../support/has-fields.ts';
import { GOAL } from '../../filter-fakes.ts';

const pinned = { ...GOAL, pinnedEgress: true, localNetworks: ['10.20.0.7/16', 'nonsense } drop {'] };

t.test('the table shuts all but what was given out, only where it is wished and nothing is rescued', (t) => {
  const table = renderFilterTable({ ...pinned, rescued: false });
  t.match(table, /\n {4}jump pinned\n {2}\}/, 'the last word on what leaves the computer');
  hasText(t, table, '255.255.255.255, 10.20.0.0-10.20.255.255 }');
  t.notMatch(table, 'nonsense');
  for (const open of [
    { ...pinned, rescued: true },
    { ...GOAL, rescued: false },
  ])
    t.notMatch(renderFilterTable(open), /pinned|given|unnamed/);
  t.end();
});

t.test('addresses are opened until their TTL and an hour are over; nothing else gets into a command', (t) => {
  const given = renderGiven(
    new Map([
      ['192.0.2.1', 59.5],
      ['2001:db8::1', 1e9],
      ['1.1.1.1 }; flush ruleset; add element x y { 2.2.2.2', 60],
    ]),
    'schoolgate',
  );
  t.same(given?.split('\n'), [
    'add element inet schoolgate given4 { 192.0.2.1 }',
    'delete element inet schoolgate given4 { 192.0.2.1 }',
    'add element inet schoolgate given4 { 192.0.2.1 timeout 3660s }',
    'add element inet schoolgate given6 { 2001:db8::1 }',
    'delete element inet schoolgate given6 { 2001:db8::1 }',
    'add element inet schoolgate given6 { 2001:db8::1 timeout 90000s }',
    '',
  ]);
  t.equal(renderGiven(new Map([['nonsense', 1]]), 'schoolgate'), null);
  t.end();
});

const set = (name: string, elem: readonly unknown[]) => ({ set: { name, table: 'schoolgate', elem } });
const listing = JSON.stringify({
  nftables: [
    set('given4', [
      { elem: { val: '192.0.2.1', timeout: 3_660, expires: 12 } },
      { elem: { val: '192.0.2.2; x', timeout: 3_660, expires: 12 } },
      'nonsense',
    ]),
    set('given6', [{ elem: { val: '2001:db8::1', timeout: 3_660, expires: 3_000 } }]),
    set('unnamed4', [
      { elem: { val: { concat: [1_501, '203.0.113.9', 'tcp', 80] }, counter: { packets: 3 } } },
    ]),
  ],
});

t.test('what was given out is put back into a table that is loaded anew, for the time that is left', (t) => {
  t.same(renderKept(listing, 'set given4', 'schoolgate').split('\n'), [
    'add element inet schoolgate given4 { 192.0.2.1 timeout 12s }',
    'add element inet schoolgate given6 { 2001:db8::1 timeout 3000s }',
    '',
  ]);
  t.equal(renderKept(listing, 'a table without pins', 'schoolgate'), '');
  t.equal(renderKept('', 'set given4', 'schoolgate'), '');
  t.end();
});

t.test('who went to an address that no name led to is told as such', (t) => {
  t.same(readAttempts(listing).attempts, [
    { kind: 'unnamed_host', address: '203.0.113.9', port: 80, uid: 1_501, count: 3 },
  ]);
  t.end();
});
