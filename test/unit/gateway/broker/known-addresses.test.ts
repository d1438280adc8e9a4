import t from 'tap';
import { createKnownAddresses } from '../../../../gateway/broker/known-addresses.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const WEEK = 7 * 86_400_000;

t.test('an address is known from its login on, for a week', async (t) => {
  const clock = createFakeClock();
  const known = createKnownAddresses(clock);
  t.equal(known.has('192.0.2.1'), false);
  known.add('192.0.2.1');
  t.equal(known.has('192.0.2.1'), true);
  t.equal(known.has('192.0.2.2'), false);
  await clock.advance(WEEK - 1);
  t.equal(known.has('192.0.2.1'), true);
  await clock.advance(1);
  t.equal(known.has('192.0.2.1'), false);
});

t.test('each login begins the week anew', async (t) => {
  const clock = createFakeClock();
  const known = createKnownAddresses(clock);
  known.add('192.0.2.1');
  await clock.advance(WEEK - 1);
  known.add('192.0.2.1');
  await clock.advance(WEEK - 1);
  t.equal(known.has('192.0.2.1'), true);
});

t.test('of more than ten thousand addresses the one used least recently is forgotten', async (t) => {
  const known = createKnownAddresses(createFakeClock());
  for (let n = 0; n < 9_999; n++) known.add(`address ${n}`);
  known.add('address 0');
  known.add('address 9999');
  t.equal(known.has('address 1'), true, 'ten thousand have room');
  known.add('one more');
  t.equal(known.has('address 0'), true, 'it was used again');
  t.equal(known.has('address 1'), false);
  t.equal(known.has('address 2'), true);
  t.equal(known.has('one more'), true);
});
