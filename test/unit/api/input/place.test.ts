import t from 'tap';
import { commonPath } from '../../../../api/input/place.ts';

t.test('the nearest unit above all is found, by whole names', (t) => {
  t.equal(commonPath(['/High/9B']), '/High/9B');
  t.equal(commonPath(['/High/9B', '/High/9B']), '/High/9B');
  t.equal(commonPath(['/High/9B', '/High/9A']), '/High');
  t.equal(commonPath(['/High/9B/Cart', '/High/9B']), '/High/9B');
  t.equal(commonPath(['/High/9B', '/High/9B/Cart']), '/High/9B');
  t.equal(commonPath(['/High', '/Highlands']), '/');
  t.equal(commonPath(['/High/9B', '/']), '/');
  t.equal(commonPath([]), '/');
  t.end();
});
