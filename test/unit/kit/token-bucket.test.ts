import t from 'tap';
import { createDeviceBudgets } from '../../../gateway/limits/device-budgets.ts';
import { DEFAULT_LIMITS } from '../../../gateway/limits/limits.ts';
import { TokenBucket } from '../../../kit/token-bucket.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

t.test('a bucket gives its burst at once, then its rate, and says how long a debt takes', async (t) => {
  const clock = createFakeClock();
  const bucket = new TokenBucket(clock, { perSecond: 10, burst: 2 });
  t.same([bucket.take(1), bucket.take(1), bucket.take(1), bucket.take(1)], [0, 0, 100, 200]);
  await clock.advance(300);
  t.equal(bucket.take(1), 0);
  t.equal(bucket.full(), false);
  clock.jump(-3_600_000);
  await clock.advance(1_000);
  t.equal(bucket.full(), true, 'the wall clock counts for nothing');
});

t.test(
  'a budget belongs to the device: what is refused is not charged, and what is full is forgotten',
  async (t) => {
    const clock = createFakeClock();
    const limits = {
      ...DEFAULT_LIMITS,
      messagesPerSecond: 1,
      messageBurst: 1,
      bytesPerSecond: 1_000,
      byteBurst: 1_000,
    };
    const budgets = createDeviceBudgets(clock, limits);
    t.equal(budgets.of('dev_a').charge({ bytes: 10, mayWait: false }), 0);
    t.equal(budgets.of('dev_a').charge({ bytes: 10, mayWait: false }), null);
    t.equal(budgets.of('dev_a').charge({ bytes: 10, mayWait: true }), 1_000);
    t.equal(budgets.of('dev_b').charge({ bytes: 10, mayWait: false }), 0, 'another device has its own');
    t.equal(budgets.of('dev_b').charge({ bytes: 90_000, mayWait: true }), null, 'too far in debt');
    budgets.sweep();
    t.equal(budgets.of('dev_a').charge({ bytes: 0, mayWait: false }), null, 'a debt is not forgotten');
  },
);
