import t from 'tap';
import { isDeeperThan } from '../../../../api/http/json-depth.ts';

t.test('arrays and objects count alike, and what is closed counts no more', async (t) => {
  t.equal(isDeeperThan('{"a":[{"b":1}]}', 3), false);
  t.equal(isDeeperThan('{"a":[{"b":[]}]}', 3), true);
  t.equal(isDeeperThan('[[],[],[],[],[]]', 2), false);
  t.equal(isDeeperThan('7', 0), false);
});

t.test('brackets inside strings do not count, also after escapes', async (t) => {
  t.equal(isDeeperThan('["[[[[", "\\"[[[[", "\\\\", "{{{"]', 1), false);
  t.equal(isDeeperThan('["\\\\", [[]]]', 2), true, 'an escaped backslash does not escape the quote after it');
});

t.test('a text of a million brackets is told without building anything', async (t) => {
  t.equal(isDeeperThan('['.repeat(1_000_000), 64), true);
});
