import t from 'tap';
import { exceededJsonLimit } from '../../../kit/json-limits.ts';

t.test('arrays and objects count alike for the depth, and what is closed counts no more', async (t) => {
  t.equal(exceededJsonLimit('{"a":[{"b":1}]}', { depth: 3 }), null);
  t.equal(exceededJsonLimit('{"a":[{"b":[]}]}', { depth: 3 }), 'depth');
  t.equal(exceededJsonLimit('[[],[],[],[],[]]', { depth: 2 }), null);
  t.equal(exceededJsonLimit('7', { depth: 0 }), null);
});

t.test('never fewer values are counted than there are', async (t) => {
  for (const [text, values] of [
    ['7', 1],
    ['[1,2,3]', 4],
    ['{"a":1,"b":[2,3]}', 5],
    ['[[],[]]', 3],
  ] as const) {
    t.equal(exceededJsonLimit(text, { depth: 9, values: values - 1 }), 'values', text);
    t.equal(exceededJsonLimit(text, { depth: 9, values: values + 2 }), null, text);
  }
});

t.test('what stands in strings does not count, also after escapes', async (t) => {
  const limits = { depth: 1, values: 6 };
  t.equal(exceededJsonLimit('["[[[[,,,,", "\\"[[[[,,,", "\\\\", "{{{\\\\\\"[["]', limits), null);
  t.equal(exceededJsonLimit('["\\\\", [[]]]', { depth: 2 }), 'depth', 'an escaped backslash escapes nothing');
  t.equal(exceededJsonLimit('["[[[[', limits), null, 'a string without an end goes on to the end');
  t.equal(exceededJsonLimit('\\"[[[', { depth: 1 }), null, 'what is no JSON ends all the same');
});

t.test('a text of a million brackets is told at the first that is too much', async (t) => {
  t.equal(exceededJsonLimit('['.repeat(1_000_000), { depth: 64 }), 'depth');
  t.equal(exceededJsonLimit(`[${'[],'.repeat(500_000)}7]`, { depth: 64, values: 1_000 }), 'values');
});
