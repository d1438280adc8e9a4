import t from 'tap';
import { createArrivals } from '../../../../gateway/admission/admissions.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

t.test('a network begins so many connections within four seconds, whatever others do', async (t) => {
  const clock = createFakeClock();
  const arrivals = createArrivals(clock);
  const comes = (network: string): boolean => arrivals.take(network, 2);
  t.strictSame([comes('a'), comes('a'), comes('a'), comes('b')], [true, true, false, true]);
  await clock.advance(3_999);
  t.equal(comes('a'), false);
  await clock.advance(1);
  t.strictSame([comes('a'), comes('a'), comes('a')], [true, true, false]);
});
