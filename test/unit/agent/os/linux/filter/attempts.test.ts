import t from 'tap';
import { readAttempts } from '../../../../../../agent/os/linux/filter/attempts.ts';
import { assertPlain, fixture, NONSENSE } from '../../recorded.ts';

t.test('each attempt has its kind, its address and who made it', (t) => {
  const { attempts } = readAttempts(fixture('linux/commands/nft-filter-attempts.json'));
  const found = attempts.map(
    ({ kind, address, port, uid, count }) => `${kind} ${address} ${port} ${uid} ${count}`,
  );
  t.same(found.sort(), [
    'doh 1.1.1.1 80 1501 1',
    'doh 1.1.1.1 9999 1501 1',
    'doq 9.9.9.9 853 1501 1',
    'dot 9.9.9.9 853 1501 1',
    'foreign_dns 2001:db8::8 53 1501 1',
    'foreign_dns 8.8.8.8 53 1501 3',
    'guest 2001:db8::8 53 null 1',
    'quic 1.1.1.1 443 0 1',
    'vpn 10.0.0.1 1723 1501 1',
    'vpn 10.0.0.1 51820 1501 1',
  ]);
  t.end();
});

t.test('just what was read is taken out again', (t) => {
  const { clearing } = readAttempts(fixture('linux/commands/nft-filter-attempts.json'));
  const lines = (clearing ?? '').trim().split('\n');
  t.equal(lines.length, 20);
  t.ok(lines.includes('add element inet schoolgate attempts4 { 1501 . 8.8.8.8 . udp . 53 }'));
  t.ok(lines.includes('delete element inet schoolgate guests6 { 2001:db8::8 . tcp . 53 }'));
  t.end();
});

t.test('an untouched table and nonsense hold no attempt', (t) => {
  t.same(readAttempts(fixture('linux/commands/nft-filter.json')), { attempts: [], clearing: null });
  for (const nonsense of NONSENSE) {
    const read = readAttempts(nonsense);
    assertPlain(read);
    t.same(read.attempts, []);
  }
  t.end();
});

t.test('nothing but keys of ours gets into a command', (t) => {
  const hostile = JSON.stringify({
    nftables: [
      {
        set: {
          name: 'attempts4',
          table: 'schoolgate',
          elem: [{ elem: { val: { concat: [1501, '8.8.8.8 }; flush ruleset', 'udp', 53] } } }],
        },
      },
    ],
  });
  t.same(readAttempts(hostile), { attempts: [], clearing: null });
  t.end();
});
