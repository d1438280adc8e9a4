import t from 'tap';
import {
  createRecentCounts,
  createRecentNames,
} from '../../../../../gateway/ingest/readings/recent-counts.ts';

const WANTED = { count: 3, periodMs: 1_000 };

t.test('the one that completes the number is told, and then it counts from nothing', async (t) => {
  const counts = createRecentCounts(10);
  const told = [0, 1, 2, 3, 4, 5].map((at) => counts.note('a', at, WANTED));
  t.strictSame(told, [false, false, true, false, false, true]);
});

t.test('only what lies within the period counts, in whatever order it comes', async (t) => {
  const note = (...times: number[]) => {
    const counts = createRecentCounts(10);
    return times.map((at) => counts.note('a', at, WANTED)).at(-1);
  };
  t.equal(note(0, 500, 999), true);
  t.equal(note(0, 500, 1_000), false);
  t.equal(note(999, 0, 500), true);
  t.equal(note(1_000, 0, 500), false);
});

t.test('what came ahead of its time hides nothing of what happened before it', async (t) => {
  const counts = createRecentCounts(10);
  const told = [90_000, 0, 100, 200, 90_100].map((at) => counts.note('a', at, WANTED));
  t.strictSame(told, [false, false, false, true, false]);
  t.equal(counts.note('a', 90_200, WANTED), true, 'and counts with what happened beside it');
});

t.test('each thing is counted for itself; the one unheard of for longest is forgotten', async (t) => {
  const counts = createRecentCounts(2);
  const twice = { count: 2, periodMs: 1_000 };
  counts.note('a', 0, { ...twice, count: 9 });
  counts.note('b', 0, twice);
  counts.note('a', 0, { ...twice, count: 9 });
  t.equal(counts.note('c', 0, twice), false);
  t.equal(counts.note('a', 0, { ...twice, count: 3 }), true, 'it was heard of again');
  t.equal(counts.note('c', 0, twice), true);
  t.equal(counts.note('b', 0, twice), false, 'it was forgotten');
});

t.test('of too many names the oldest is forgotten', async (t) => {
  const names = createRecentNames(2);
  for (const name of ['a', 'b']) names.add(name);
  t.strictSame(['a', 'b', 'c'].map(names.has), [true, true, false]);
  names.add('c');
  t.strictSame(['a', 'b', 'c'].map(names.has), [false, true, true]);
  names.forget('b');
  names.add('d');
  t.strictSame(['b', 'c', 'd'].map(names.has), [false, true, true]);
});
