import t from 'tap';
import { createImpatience } from '../../../../../api/http/limits/impatience.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

t.test('ten refusals in a row are told at once, each further one after a second', async (t) => {
  const clock = createFakeClock();
  const impatience = createImpatience(clock);
  const connection = {};
  for (let n = 0; n < 10; n++) await impatience.refused(connection);
  let told = false;
  const eleventh = impatience.refused(connection).then(() => {
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
    const impatience = createImpatience(createFakeClock());
    const [one, other] = [{}, {}];
    for (let n = 0; n < 10; n++) await impatience.refused(one);
    await impatience.refused(other);
    impatience.admitted(one);
    for (let n = 0; n < 10; n++) await impatience.refused(one);
    t.pass('none of these waited, for the clock stands still');
  },
);
