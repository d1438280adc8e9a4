import t from 'tap';
import { createReplayCache } from '../../../../gateway/auth/replay-cache.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

t.test('a nonce is good once for as long as it is remembered, for each device by itself', async (t) => {
  const clock = createFakeClock();
  const cache = createReplayCache({ clock, keepMs: 1_000, perDevice: 2 });
  t.equal(cache.use('dev_a', 'one'), null);
  t.equal(cache.use('dev_b', 'one'), null);
  t.equal(cache.use('dev_a', 'one'), 'replayed_password');
  clock.jump(-3_600_000);
  await clock.advance(999);
  t.equal(cache.use('dev_a', 'one'), 'replayed_password');
  t.equal(cache.use('dev_a', 'two'), null);
  t.equal(cache.use('dev_a', 'three'), 'too_many_logins');
  await clock.advance(1);
  t.equal(cache.use('dev_a', 'three'), null, 'the first has been forgotten');
});

t.test('what is forgotten counts no more, and what is not does', async (t) => {
  const clock = createFakeClock();
  const cache = createReplayCache({ clock, keepMs: 1_000, perDevice: 3 });
  t.equal(cache.use('dev_a', 'one'), null);
  await clock.advance(500);
  t.equal(cache.use('dev_a', 'two'), null);
  t.equal(cache.use('dev_a', 'three'), null);
  t.equal(cache.use('dev_a', 'four'), 'too_many_logins');
  t.equal(cache.use('dev_b', 'two'), null, 'another device has its own');
  await clock.advance(500);
  t.equal(cache.use('dev_a', 'two'), 'replayed_password');
  t.equal(cache.use('dev_a', 'one'), null, 'forgotten, and its place is free');
  t.equal(cache.use('dev_a', 'five'), 'too_many_logins', 'two and three still count');
  await clock.advance(1_000);
  for (const nonce of ['two', 'three', 'one']) t.equal(cache.use('dev_a', nonce), null, nonce);
  t.equal(cache.use('dev_a', 'four'), 'too_many_logins', 'nothing was counted off twice');
});
