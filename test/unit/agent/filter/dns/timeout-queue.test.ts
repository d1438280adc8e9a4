import t from 'tap';
import { TimeoutQueue, type Waiting } from '../../../../../agent/filter/dns/timeout-queue.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

function waiting(expired: string[], name: string): Waiting {
  return { dueAt: 0, earlier: null, later: null, expire: () => void expired.push(name) };
}

t.test('each expires after its time, in order; what was removed does not', async (t) => {
  const clock = createFakeClock();
  const queue = new TimeoutQueue(clock, 1_000);
  const expired: string[] = [];
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => waiting(expired, name));
  if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error('no waiting');
  queue.add(a);
  queue.add(b);
  await clock.advance(400);
  queue.add(c);
  queue.remove(b);
  queue.remove(b);
  queue.add(d);
  queue.remove(d);
  await clock.advance(599);
  t.same(expired, []);
  await clock.advance(1);
  t.same(expired, ['a']);
  await clock.advance(400);
  t.same(expired, ['a', 'c']);
  queue.add(b);
  queue.expireAll();
  t.same(expired, ['a', 'c', 'b']);
  await clock.advance(5_000);
  t.equal(expired.length, 3);
  t.equal(clock.pending(), 0, 'no timer is left');
});
