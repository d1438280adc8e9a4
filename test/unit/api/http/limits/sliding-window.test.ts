import t from 'tap';
import { createSlidingWindow } from '../../../../../api/http/limits/sliding-window.ts';
import { fc } from '../../../../support/property.ts';

t.test('a burst up to the limit is admitted, the next one refused, and a refusal costs nothing', (t) => {
  const window = createSlidingWindow();
  for (let n = 0; n < 100; n++) t.ok(window.take(500, 100).admitted);
  const refused = window.take(500, 100);
  t.notOk(refused.admitted);
  t.equal(refused.remaining, 0);
  t.equal(refused.resetSeconds, 60, 'the burst was made within one second: it falls out 60 s later');
  t.ok(window.take(60_000, 100).admitted, 'second 60 opens the window again');
  t.end();
});

t.test('the window slides by seconds: what was used early is free again early', (t) => {
  const window = createSlidingWindow();
  for (let second = 0; second < 10; second++) window.take(second * 1_000, 10);
  t.notOk(window.take(59_900, 10).admitted);
  const one = window.take(60_000, 10);
  t.ok(one.admitted, 'the request of second 0 has fallen out');
  t.notOk(window.take(60_500, 10).admitted);
  t.equal(window.take(60_500, 10).resetSeconds, 1);
  t.ok(window.take(61_000, 10).admitted);
  t.end();
});

t.test('Reset says when Remaining next grows, and when refused, when the request would pass', (t) => {
  const window = createSlidingWindow();
  t.equal(window.peek(0, 10).resetSeconds, 0, 'nothing is counted');
  window.take(0, 10);
  window.take(5_000, 10);
  t.equal(window.take(30_000, 10).resetSeconds, 30, 'the first request falls out at 60 s');
  const costly = createSlidingWindow();
  costly.take(0, 10, 4);
  costly.take(20_000, 10, 6);
  const refused = costly.take(30_000, 10, 5);
  t.notOk(refused.admitted);
  t.equal(refused.resetSeconds, 50, 'five are free only when the second batch falls out');
  t.end();
});

t.test('no 60 seconds ever see more than the limit admitted, whatever the pattern', (t) => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 400 }),
      fc.integer({ min: 1, max: 20 }),
      (gaps, limit) => {
        const window = createSlidingWindow();
        const admitted: number[] = [];
        let now = 0;
        for (const gap of gaps) {
          now += gap;
          if (window.take(now, limit).admitted) admitted.push(now);
        }
        // By whole seconds: 60 one-second counters.
        return admitted.every(
          (at) =>
            admitted.filter((other) => other <= at && Math.floor(other / 1_000) > Math.floor(at / 1_000) - 60)
              .length <= limit,
        );
      },
    ),
  );
  t.end();
});

t.test('a window in which nothing was counted for a minute is idle', (t) => {
  const window = createSlidingWindow();
  window.take(1_000, 10);
  t.notOk(window.idle(60_999));
  t.ok(window.idle(61_000));
  t.end();
});

t.test('what is given back is free at once, newest first, and never more than was counted', (t) => {
  const window = createSlidingWindow();
  window.take(0, 10, 6);
  window.take(30_000, 10, 4);
  t.notOk(window.take(30_000, 10, 1).admitted);
  window.giveBack(30_500, 5);
  t.equal(window.peek(30_500, 10).remaining, 5);
  t.equal(window.peek(60_000, 10).remaining, 10, 'what is left of the first falls out in its own time');
  window.take(60_000, 10, 3);
  window.giveBack(60_000, 50);
  t.equal(window.peek(60_000, 10).remaining, 10);
  t.ok(window.idle(60_000));
  t.end();
});

t.test('what has fallen out is counted off once, however long nobody asks', (t) => {
  const quiet = createSlidingWindow();
  quiet.take(0, 10, 5);
  t.equal(quiet.peek(120_000, 10).remaining, 10);
  quiet.take(121_000, 10, 2);
  t.equal(quiet.peek(180_000, 10).remaining, 8);
  const asked = createSlidingWindow();
  asked.take(0, 10, 5);
  for (const now of [59_000, 90_000, 120_000, 150_000]) asked.peek(now, 10);
  t.equal(asked.peek(180_000, 10).remaining, 10);
  const twice = createSlidingWindow();
  twice.take(0, 10, 3);
  twice.take(0, 10, 3);
  t.equal(twice.peek(59_999, 10).remaining, 4);
  t.equal(twice.peek(60_000, 10).remaining, 10);
  t.end();
});

t.test('what is given back is of the latest seconds, and the older ones fall out in their time', (t) => {
  const window = createSlidingWindow();
  for (const now of [0, 10_000, 20_000]) window.take(now, 10, 3);
  window.giveBack(20_000, 4);
  t.equal(window.peek(20_000, 10).remaining, 5);
  t.equal(window.peek(60_000, 10).remaining, 8);
  t.equal(window.peek(70_000, 10).remaining, 10);
  t.end();
});

t.test('a look tells whether one more would be admitted', (t) => {
  const window = createSlidingWindow();
  window.take(0, 2);
  t.equal(window.peek(0, 2).admitted, true);
  t.equal(window.peek(0, 2).admitted, true, 'it counts nothing');
  window.take(0, 2);
  t.equal(window.peek(0, 2).admitted, false);
  t.end();
});
