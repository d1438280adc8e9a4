import t from 'tap';
import { createRefusalDelay } from '../../../../../api/http/limits/refusal-delay.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

t.test('ten refusals in a row are told at once, each further one after a second', async (t) => {
  const clock = createFakeClock();
  const refusalDelay = createRefusalDelay(clock);
  const connection = {};
  for (let n = 0; n < 10; n++) await refusalDelay.refused(connection);
  let told = false;
  const eleventh = refusalDelay.refused(connection).then(() => {
    told = true;
  });
  await clock.advance(999);
  t.equal(told, false);
  await clock.advance(1);
  await eleventh;
  t.equal(told, true);
});

t.test(
  'a request that is admitted begins the count anew, and other connections have their own',
  async (t) => {
    const refusalDelay = createRefusalDelay(createFakeClock());
    const [one, other] = [{}, {}];
    for (let n = 0; n < 10; n++) await refusalDelay.refused(one);
    await refusalDelay.refused(other);
    refusalDelay.admitted(one);
    for (let n = 0; n < 10; n++) await refusalDelay.refused(one);
    t.pass('none of these waited, for the clock stands still');
  },
);
