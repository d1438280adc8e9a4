import t from 'tap';
import { createTurns, type Task } from '../../../../gateway/ingest/turns.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { until } from '../../../support/until.ts';

/** Notes in which order work was done. */
function setUp() {
  const clock = createFakeClock();
  const turns = createTurns(clock);
  const done: string[] = [];
  const task = (name: string, changes: Partial<Task<string>> = {}): Task<string> => ({
    isWanted: () => true,
    waitMs: () => 0,
    async run() {
      done.push(name);
      return name;
    },
    ...changes,
  });
  return { clock, turns, done, task };
}

t.test('one piece of each device in turn, those of one device in the order of their coming', async (t) => {
  const { turns, done, task } = setUp();
  const wanted = ['mad1', 'mad2', 'mad3', 'mad4', 'mad5', 'mad6'];
  await Promise.all([
    ...wanted.map((name) => turns.add('dev_mad', task(name))),
    turns.add('dev_a', task('a1')),
    turns.add('dev_b', task('b1')),
    turns.add('dev_a', task('a2')),
  ]);
  t.ok(done.indexOf('a1') < done.indexOf('mad3'), done.join(' '));
  t.ok(done.indexOf('b1') < done.indexOf('mad3'), done.join(' '));
  t.same(
    done.filter((name) => name.startsWith('mad')),
    wanted,
  );
  t.ok(done.indexOf('a1') < done.indexOf('a2'));
  await until(() => !turns.isBusy('dev_mad'), { what: 'the end of its work' });
});

t.test('the work of a device that is gone is not begun', async (t) => {
  const { turns, done, task } = setUp();
  let isGone = false;
  const answers = await Promise.all([
    turns.add(
      'dev_a',
      task('first', {
        async run() {
          isGone = true;
          return 'first';
        },
      }),
    ),
    ...Array.from({ length: 500 }, (_, n) =>
      turns.add('dev_a', task(`late ${n}`, { isWanted: () => !isGone })),
    ),
    turns.add('dev_a', task('of its next connection')),
  ]);
  t.equal(answers[0], 'first');
  t.same(new Set(answers.slice(1, -1)), new Set([null]));
  t.same(done, ['of its next connection']);
});

t.test('a device in debt waits, and keeps nobody else waiting', async (t) => {
  const { clock, turns, done, task } = setUp();
  // As who sends one message after the other does: nothing waits behind the first when it is done.
  await turns.add('dev_mad', task('mad1'));
  await until(() => !turns.isBusy('dev_mad'), { what: 'the end of the first' });
  const paidAt = clock.monotonic() + 2_000;
  const waitMs = () => Math.max(0, paidAt - clock.monotonic());
  const mad = [turns.add('dev_mad', task('mad2', { waitMs }))];
  await turns.add('dev_a', task('a1'));
  await clock.advance(1_999);
  t.same([...done].sort(), ['a1', 'mad1']);
  t.equal(turns.isBusy('dev_mad'), true);
  await clock.advance(1);
  await Promise.all(mad);
  t.equal(done.at(-1), 'mad2');
});

t.test('work that fails is told to whoever asked for it, and the next is done', async (t) => {
  const { turns, task } = setUp();
  const failing = turns.add(
    'dev_a',
    task('ill', {
      async run() {
        throw new Error('ill');
      },
    }),
  );
  const next = turns.add('dev_a', task('next'));
  await t.rejects(failing, { message: 'ill' });
  t.equal(await next, 'next');
});
