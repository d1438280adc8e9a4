import t from 'tap';
import { fitted } from '../../../../../api/webhooks/chat/fitted.ts';
import { isWhole } from './hostile-batch.ts';

const escaped = (character: string): string => (character === '&' ? '&amp;' : character);

t.test('a text that fits stays whole, also when it fits exactly', async (t) => {
  t.equal(fitted('abc', 3), 'abc');
  t.equal(fitted('', 3), '');
  t.equal(fitted('a&', 6, escaped), 'a&amp;');
});

t.test(
  'a text that does not fit ends in … within the limit, with no escape and no character in two',
  async (t) => {
    t.equal(fitted('abcd', 3), 'ab…');
    t.equal(fitted('a&b', 6, escaped), 'a…');
    t.equal(fitted('😀😀', 3), '😀…');
    for (let limit = 1; limit < 40; limit++) {
      const text = fitted('&😀'.repeat(20), limit, escaped);
      t.ok(text.length <= limit && isWhole(text) && !/&(?!amp;)/.test(text), `${limit}: ${text}`);
    }
  },
);
