import t, { type Test } from 'tap';
import { createRetry } from '../../../../../agent/core/policy/retry.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

function scene(t: Test, fraction = 1) {
  const clock = createFakeClock();
  const failures: unknown[] = [];
  const tries: string[] = [];
  const retry = createRetry({
    clock,
    random: { bytes: () => new Uint8Array(), fraction: () => fraction },
    onFailure: (error) => failures.push(error),
  });
  t.teardown(() => retry.stop());
  const after = (name: string, outcomes: (boolean | Error)[]) => async (): Promise<boolean> => {
    tries.push(name);
    const outcome = outcomes.shift() ?? false;
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  return { clock, failures, tries, retry, after };
}

t.test('it tries at once, and no more when it has what it is after', async (t) => {
  const { clock, tries, retry, after } = scene(t);
  retry.begin(after('a', [true]));
  await clock.advance(0);
  t.strictSame(tries, ['a']);
  await clock.advance(10_000_000);
  t.strictSame(tries, ['a']);
  t.equal(clock.pending(), 0);
});

t.test('the pauses double from four seconds up to ten minutes', async (t) => {
  const { clock, tries, retry, after } = scene(t);
  retry.begin(after('a', []));
  await clock.advance(0);
  for (const [index, seconds] of [4, 8, 16, 32, 64, 128, 256, 512, 600, 600].entries()) {
    await clock.advance(seconds * 1_000 - 1);
    t.equal(tries.length, index + 1, `${seconds} s`);
    await clock.advance(1);
    t.equal(tries.length, index + 2);
  }
});

t.test('pauses are of random length, so that a fleet does not come at once', async (t) => {
  const { clock, tries, retry, after } = scene(t, 0.25);
  retry.begin(after('a', []));
  await clock.advance(1_000);
  t.equal(tries.length, 2);
});

t.test(
  'a try that throws is told of and is followed by another; one that fails quietly is not told',
  async (t) => {
    const { clock, failures, tries, retry, after } = scene(t);
    const error = new Error('no answer');
    retry.begin(after('a', [error, false, true]));
    await clock.advance(60_000);
    t.strictSame([tries.length, failures], [3, [error]]);
  },
);

t.test('the first try waits when it is to, and a kick ends any pause', async (t) => {
  const { clock, tries, retry, after } = scene(t);
  retry.begin(after('a', []), 5_000);
  await clock.advance(4_999);
  t.strictSame(tries, []);
  retry.kick();
  await clock.advance(0);
  t.equal(tries.length, 1);
  retry.kick();
  await clock.advance(0);
  t.equal(tries.length, 2);
  t.equal(clock.pending(), 1, 'then it pauses again');
});

t.test('what is newer takes its place, after the try that runs has ended', async (t) => {
  const { clock, failures, tries, retry, after } = scene(t);
  let end = (): void => undefined;
  let aborted = false;
  retry.begin(async (signal) => {
    tries.push('a');
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    aborted = signal.aborted;
    throw new Error('aborted');
  });
  await clock.advance(0);
  retry.begin(after('b', [true]));
  await clock.advance(1_000);
  t.strictSame(tries, ['a'], 'two never run at once');
  end();
  await clock.advance(1_000_000);
  t.strictSame(tries, ['a', 'b']);
  t.strictSame([aborted, failures], [true, []], 'an end that was wished is no failure');
});

t.test('stopped, it tries no more, and has ended what ran', async (t) => {
  const { clock, tries, retry, after } = scene(t);
  retry.begin(after('a', []));
  await clock.advance(0);
  await retry.stop();
  t.equal(clock.pending(), 0);
  await clock.advance(1_000_000);
  t.equal(tries.length, 1);
  const early = scene(t);
  early.retry.begin(early.after('a', []), 5_000);
  await early.retry.stop();
  await early.clock.advance(1_000_000);
  t.strictSame(early.tries, []);
});
