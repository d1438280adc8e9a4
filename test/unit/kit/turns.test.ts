import t from 'tap';
import { inSteps, nextTurn } from '../../../kit/turns.ts';

const LIMITS = { most: 100, least: 10, aimMs: 20 };

function clockOf(stepsMs: readonly number[]) {
  const left = [...stepsMs];
  let at = 0;
  let asked = 0;
  return {
    monotonic() {
      asked += 1;
      if (asked % 2 === 0) at += left.shift() ?? 0;
      return at;
    },
  };
}

async function sizesOf(stepsMs: readonly number[]): Promise<readonly number[]> {
  const sizes: number[] = [];
  const tools = {
    clock: clockOf(stepsMs),
    signal: new AbortController().signal,
    turn: async () => undefined,
  };
  await inSteps(LIMITS, tools, async (size) => sizes.push(size) < stepsMs.length);
  return sizes;
}

t.test(
  'a step that took too long is followed by smaller ones, down to the least, and by larger ones once they are quick',
  async (t) => {
    t.same(await sizesOf([30, 30, 30, 30, 30, 30]), [100, 50, 25, 12, 10, 10]);
    t.same(await sizesOf([30, 15, 5, 5, 5]), [100, 50, 50, 100, 100]);
  },
);

t.test(
  'between two steps a timer that is due fires and a macrotask runs, however quick the steps are',
  async (t) => {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      if (turns < 50) setImmediate(count);
    };
    setImmediate(count);
    const seen: number[] = [];
    const tools = { clock: clockOf([]), signal: new AbortController().signal, turn: nextTurn };
    await inSteps(LIMITS, tools, async () => {
      await Promise.resolve();
      return seen.push(turns) < 10;
    });
    t.same(seen, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  },
);

t.test('it ends between two steps when its signal aborts, and begins none after that', async (t) => {
  const over = new AbortController();
  let steps = 0;
  const tools = { clock: clockOf([]), signal: over.signal };
  await inSteps(LIMITS, tools, async () => {
    steps += 1;
    if (steps === 3) over.abort();
    return true;
  });
  await inSteps(LIMITS, tools, async () => t.fail('nothing begins'));
  t.equal(steps, 3);
});

t.test('what a step throws is thrown on', async (t) => {
  const tools = { clock: clockOf([]), signal: new AbortController().signal };
  await t.rejects(
    inSteps(LIMITS, tools, () => Promise.reject(new Error('full disk'))),
    { message: 'full disk' },
  );
});
