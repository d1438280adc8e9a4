import t from 'tap';
import { Deadlines } from '../../../../gateway/presence/deadlines.ts';

t.test('a deadline is due when it has passed, at most half a second late, and once', async (t) => {
  const deadlines = new Deadlines<string>(0);
  deadlines.set('a', 1_200);
  deadlines.set('b', 2_000);
  t.same(deadlines.due(1_100), []);
  t.same(deadlines.due(1_500), ['a']);
  t.same(deadlines.due(1_999), []);
  t.same(deadlines.due(2_000), ['b']);
  t.same(deadlines.due(9_999), []);
});

t.test('a deadline can be moved and removed, and one in the past is due at the next look', async (t) => {
  const deadlines = new Deadlines<string>(10_000);
  deadlines.set('moved', 11_000);
  deadlines.set('moved', 15_000);
  deadlines.set('removed', 11_000);
  deadlines.delete('removed');
  deadlines.set('past', 3_000);
  t.same(deadlines.due(12_000), ['past']);
  t.same(deadlines.due(15_000), ['moved']);
});

t.test('a long pause between two looks misses nothing', async (t) => {
  const deadlines = new Deadlines<number>(0);
  for (let key = 0; key < 1_000; key++) deadlines.set(key, key * 7_919);
  t.equal(deadlines.due(10_000_000).length, 1_000);
});

t.test('deadlines at the same time are due together, but for those that were taken back', async (t) => {
  const deadlines = new Deadlines<string>(0);
  for (const key of ['a', 'b', 'c']) deadlines.set(key, 900);
  deadlines.delete('b');
  deadlines.delete('unknown');
  t.strictSame(deadlines.due(1_000), ['a', 'c']);
});

t.test('a deadline that was taken back may be set to the same time again', async (t) => {
  const deadlines = new Deadlines<string>(0);
  deadlines.set('a', 900);
  deadlines.delete('a');
  t.strictSame(deadlines.due(1_000), []);
  deadlines.set('a', 1_900);
  deadlines.delete('a');
  deadlines.set('a', 1_900);
  t.strictSame(deadlines.due(2_000), ['a']);
});
