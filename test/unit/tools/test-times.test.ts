import t from 'tap';
import { longestFirst } from '../../../tools/test-times.ts';

t.test('the longest file of the last run comes first', (t) => {
  const times = { 'test/unit/a.test.ts': 1, 'test/unit/b.test.ts': 9, 'test/unit/c.test.ts': 5 };
  t.same(
    longestFirst(Object.keys(times), times, () => 0),
    ['test/unit/b.test.ts', 'test/unit/c.test.ts', 'test/unit/a.test.ts'],
  );
  t.end();
});

t.test('what has no time yet comes last, by size', (t) => {
  const sizes: Readonly<Record<string, number>> = {
    'test/unit/small.test.ts': 1,
    'test/unit/large.test.ts': 9,
    'test/unit/known.test.ts': 0,
  };
  t.same(
    longestFirst(Object.keys(sizes), { 'test/unit/known.test.ts': 100 }, (file) => sizes[file] ?? 0),
    ['test/unit/known.test.ts', 'test/unit/large.test.ts', 'test/unit/small.test.ts'],
  );
  t.end();
});
