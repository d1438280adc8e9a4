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
