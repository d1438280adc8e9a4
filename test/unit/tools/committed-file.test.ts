import t from 'tap';
import { firstDifference } from '../../../tools/committed-file.ts';

t.test('the first line that differs is named', (t) => {
  t.equal(firstDifference('a\nb\n', 'a\nb\n'), null);
  t.equal(firstDifference('a\nb\n', 'a\nc\n'), 'line 2: "b" is now "c"');
  t.equal(firstDifference('', 'a\n'), 'line 1: "" is now "a"');
  t.equal(firstDifference('a\nb', 'a'), 'line 2: "b" is now nothing');
  t.end();
});
