import t from 'tap';
import { createRepairBrake } from '../../../../../agent/core/drift/filter-keeper.ts';

const MINUTE = 60_000;
const PERIOD = 10 * MINUTE;

t.test('the sixth repair within ten minutes begins a conflict, told once', async (t) => {
  const brake = createRepairBrake();
  const begun = [0, 1, 2, 3, 4, PERIOD - 1, PERIOD - 1].map((at) => brake.repaired(at));
  t.strictSame(begun, [false, false, false, false, false, true, false]);
  t.equal(brake.conflict(), true);
});

t.test('a repair counts for ten minutes, no longer', async (t) => {
  const brake = createRepairBrake();
  for (let n = 0; n < 5; n++) brake.repaired(0);
  t.equal(brake.repaired(PERIOD), false, 'the first five are past');
  t.equal(brake.conflict(), false);
  const slow = createRepairBrake();
  for (let n = 0; n < 50; n++)
    t.equal(slow.repaired((n * PERIOD) / 5), false, `repair ${n + 1}, one in two minutes`);
});

t.test('in a conflict each repair doubles the pause, up to ten minutes', async (t) => {
  const brake = createRepairBrake();
  for (let n = 0; n < 6; n++) {
    t.equal(brake.pauseMs(), MINUTE);
    brake.repaired(n);
  }
  const pauses = [1, 2, 3, 4, 5].map((n) => {
    brake.repaired(n * MINUTE);
    return brake.pauseMs() / MINUTE;
  });
  t.strictSame(pauses, [2, 4, 8, 10, 10]);
});

t.test('a conflict is over when ten minutes have passed since the last repair', async (t) => {
  const brake = createRepairBrake();
  for (let n = 0; n < 7; n++) brake.repaired(n);
  brake.sound(6 + PERIOD - 1);
  t.equal(brake.conflict(), true);
  t.equal(brake.pauseMs(), 2 * MINUTE);
  brake.sound(6 + PERIOD);
  t.equal(brake.conflict(), false);
  t.equal(brake.pauseMs(), MINUTE);
  for (let n = 0; n < 5; n++) t.equal(brake.repaired(6 + PERIOD + n), false, 'counted from nothing again');
  t.equal(brake.repaired(6 + PERIOD + 5), true);
});
