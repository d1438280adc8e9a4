import t from 'tap';
import { createRateLimiter, rateLimitHeaders } from '../../../../../api/http/limits/rate-limiter.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

t.test('each bucket has its own window', async (t) => {
  const limiter = createRateLimiter({ clock: createFakeClock() });
  t.equal(limiter.take('key a', 1).admitted, true);
  t.equal(limiter.take('key a', 1).admitted, false);
  t.equal(limiter.take('key b', 1).admitted, true);
});

t.test(
  'when there are too many windows the one that was not used for the longest time is forgotten',
  async (t) => {
    const limiter = createRateLimiter({ clock: createFakeClock(), maxWindows: 2 });
    limiter.take('asks all the time', 2);
    limiter.take('came once', 1);
    limiter.take('asks all the time', 2);
    for (let stranger = 0; stranger < 50; stranger++) {
      limiter.take(`stranger ${stranger}`, 1);
      t.equal(limiter.take('asks all the time', 2).admitted, false);
    }
    t.equal(limiter.take('came once', 1).admitted, true);
  },
);

t.test('a wall clock that jumps neither frees nor locks anybody', async (t) => {
  const clock = createFakeClock();
  const limiter = createRateLimiter({ clock });
  limiter.take('key a', 1);
  clock.jump(3_600_000);
  t.equal(limiter.take('key a', 1).admitted, false);
  clock.jump(-7_200_000);
  t.equal(limiter.take('key a', 1).admitted, false);
  await clock.advance(60_000);
  t.equal(limiter.take('key a', 1).admitted, true);
});

t.test('the header fields: reset is UTC epoch seconds, the draft fields count from now', async (t) => {
  const admission = { admitted: true, limit: 1_000, remaining: 988, resetSeconds: 12 };
  t.strictSame(rateLimitHeaders(admission, 1_795_168_800_000), {
    'x-ratelimit-limit': '1000',
    'x-ratelimit-remaining': '988',
    'x-ratelimit-reset': '1795168812',
    'ratelimit-policy': '"default";q=1000;w=60',
    ratelimit: '"default";r=988;t=12',
  });
  t.equal(
    rateLimitHeaders(admission, 1_795_168_800_001)['x-ratelimit-reset'],
    '1795168813',
    'rounded up: whoever comes at that second is not too early',
  );
});

t.test('no more windows are kept than were allowed, and whoever asks again stays', async (t) => {
  const two = createRateLimiter({ clock: createFakeClock(), maxWindows: 2 });
  for (const bucket of ['a', 'b', 'c']) two.take(bucket, 1);
  t.equal(two.take('a', 1).admitted, true, 'it was forgotten for c');
  const three = createRateLimiter({ clock: createFakeClock(), maxWindows: 3 });
  for (const bucket of ['a', 'b', 'c', 'b']) three.take(bucket, 1);
  t.equal(three.peek('a', 1).admitted, false, 'b took no other place');
  three.take('d', 1);
  t.equal(three.peek('c', 1).admitted, true, 'c was not used for the longest time');
});

t.test('a look counts nothing, and what is given back can be taken again', async (t) => {
  const limiter = createRateLimiter({ clock: createFakeClock() });
  limiter.giveBack('nobody', 1);
  t.strictSame(limiter.peek('key a', 1), { admitted: true, limit: 1, remaining: 1, resetSeconds: 0 });
  t.equal(limiter.take('key a', 1).admitted, true);
  t.equal(limiter.peek('key a', 1).admitted, false);
  limiter.giveBack('key a', 1);
  t.equal(limiter.take('key a', 1).admitted, true);
  t.equal(limiter.take('key b', 5, 5).admitted, true);
  t.equal(limiter.take('key b', 5).admitted, false, 'all five were counted');
});

t.test('the search for idle windows takes none that counts', async (t) => {
  const clock = createFakeClock();
  const limiter = createRateLimiter({ clock });
  limiter.take('idle', 1);
  await clock.advance(30_000);
  limiter.take('counts', 1);
  await clock.advance(30_000);
  for (let request = 0; request < 10_001; request++) limiter.take('many', 1);
  t.equal(limiter.take('counts', 1).admitted, false);
  t.equal(limiter.take('idle', 1).admitted, true);
});
