import t from 'tap';
import { createTurnstile } from '../../../../../api/http/limits/turnstile.ts';

/** Turns of the event loop that a test lets pass. */
function setUp() {
  const turns: (() => void)[] = [];
  const turnstile = createTurnstile(() => new Promise((resolve) => turns.push(resolve)));
  const begun: number[] = [];
  const come = (number: number): void => {
    const waiting = turnstile.pass();
    if (waiting === null) begun.push(number);
    else void waiting.then(() => begun.push(number));
  };
  const nextTurn = async (): Promise<void> => {
    turns.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { come, begun, nextTurn };
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
