import t from 'tap';
import { createTurnstile } from '../../../kit/turnstile.ts';

/** Turns of the event loop that a test lets pass. */
function setUp() {
  const turns: (() => void)[] = [];
  const turnstile = createTurnstile(8, () => new Promise((resolve) => turns.push(resolve)));
  const begun: number[] = [];
  const gone = new Set<number>();
  const given: number[] = [];
  const come = (number: number, network = 'school'): void => {
    const waiting = turnstile.pass({ network, isGone: () => gone.has(number) });
    if (waiting === null) begun.push(number);
    else void waiting.then((begins) => (begins ? begun : given).push(number));
  };
  const nextTurn = async (): Promise<void> => {
    turns.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { come, begun, gone, given, nextTurn };
}

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, number) => number);

t.test(
  'eight requests begin in a turn of the event loop, the others in the next turns, in their order',
  async (t) => {
    const { come, begun, nextTurn } = setUp();
    for (const number of upTo(20)) come(number);
    t.same(begun, upTo(8));
    await nextTurn();
    t.same(begun, upTo(16));
    come(20);
    await nextTurn();
    t.same(begun, upTo(21), 'a later one waits behind those before');
    await nextTurn();
    await nextTurn();
    for (const number of upTo(8)) come(21 + number);
    t.same(begun, upTo(29), 'and after a quiet turn they begin at once');
  },
);

t.test('networks take turns, so that one with many keeps no other waiting', async (t) => {
  const { come, begun, nextTurn } = setUp();
  for (const number of upTo(100)) come(number, 'many');
  come(200, 'few');
  come(201, 'other');
  await nextTurn();
  t.same(begun.slice(8), [8, 200, 201, 9, 10, 11, 12, 13]);
});

t.test('a request whose client has gone takes nobody’s turn', async (t) => {
  const { come, begun, gone, given, nextTurn } = setUp();
  for (const number of upTo(40)) come(number);
  for (let number = 8; number < 38; number++) gone.add(number);
  await nextTurn();
  t.same(begun, [...upTo(8), 38, 39]);
  t.equal(given.length, 30);
});
