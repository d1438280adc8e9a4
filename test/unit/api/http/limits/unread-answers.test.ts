import t from 'tap';
import { createUnreadAnswers } from '../../../../../api/http/limits/unread-answers.ts';

function setUp() {
  const unread = createUnreadAnswers({ perNetwork: 100, total: 150 });
  const cut: string[] = [];
  const hold = (network: string, name: string, bytes: number) =>
    unread.hold(network, bytes, () => cut.push(name));
  return { cut, hold };
}

t.test('a network that lets too much wait loses what has waited for the longest time', async (t) => {
  const { cut, hold } = setUp();
  hold('a', 'oldest', 40);
  hold('a', 'second', 40);
  t.same(cut, []);
  hold('a', 'newest', 40);
  t.same(cut, ['oldest']);
  hold('b', 'of another', 40);
  t.same(cut, ['oldest']);
});

t.test('where too much waits in all, the network with the most gives way', async (t) => {
  const { cut, hold } = setUp();
  hold('a', 'few', 30);
  hold('b', 'many', 90);
  hold('c', 'newest', 40);
  t.same(cut, ['many']);
});

t.test('what was read counts no more', async (t) => {
  const { cut, hold } = setUp();
  const first = hold('a', 'first', 90);
  first.release();
  first.release();
  hold('a', 'second', 90);
  t.same(cut, []);
});
