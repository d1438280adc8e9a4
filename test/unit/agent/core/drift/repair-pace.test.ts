import t from 'tap';
import { createRepairPace } from '../../../../../agent/core/drift/filter-keeper.ts';

const MINUTE = 60_000;
const PERIOD = 10 * MINUTE;

t.test('the sixth repair within ten minutes begins a conflict, told once', async (t) => {
  const pace = createRepairPace();
  const begun = [0, 1, 2, 3, 4, PERIOD - 1, PERIOD - 1].map((at) => pace.repaired(at));
  t.strictSame(begun, [false, false, false, false, false, true, false]);
  t.equal(pace.conflict(), true);
});

t.test('a repair counts for ten minutes, no longer', async (t) => {
  const pace = createRepairPace();
  for (let n = 0; n < 5; n++) pace.repaired(0);
  t.equal(pace.repaired(PERIOD), false, 'the first five are past');
  t.equal(pace.conflict(), false);
  const slow = createRepairPace();
  for (let n = 0; n < 50; n++)
    t.equal(slow.repaired((n * PERIOD) / 5), false, `repair ${n + 1}, one in two minutes`);
});

t.test('in a conflict each repair doubles the pause, up to ten minutes', async (t) => {
  const pace = createRepairPace();
  for (let n = 0; n < 6; n++) {
    t.equal(pace.pauseMs(), MINUTE);
    pace.repaired(n);
  }
  const pauses = [1, 2, 3, 4, 5].map((n) => {
    pace.repaired(n * MINUTE);
    return pace.pauseMs() / MINUTE;
  });
  t.strictSame(pauses, [2, 4, 8, 10, 10]);
});

t.test('a conflict is over when ten minutes have passed since the last repair', async (t) => {
  const pace = createRepairPace();
  for (let n = 0; n < 7; n++) pace.repaired(n);
  pace.sound(6 + PERIOD - 1);
  t.equal(pace.conflict(), true);
  t.equal(pace.pauseMs(), 2 * MINUTE);
  pace.sound(6 + PERIOD);
  t.equal(pace.conflict(), false);
  t.equal(pace.pauseMs(), MINUTE);
  for (let n = 0; n < 5; n++) t.equal(pace.repaired(6 + PERIOD + n), false, 'counted from nothing again');
  t.equal(pace.repaired(6 + PERIOD + 5), true);
});
