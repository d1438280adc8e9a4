import t from 'tap';
import { createFactsWatch } from '../../../../agent/report/facts-watch.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { createFakeOs } from '../../../support/fake-os.ts';

t.test('tells of a new user or a pulled plug, keeps what it knew when a look fails', async (t) => {
  const clock = createFakeClock();
  const os = createFakeOs({
    power: { batteryPercent: 50, charging: true },
    session: { user: null, sessionId: null },
    network: { addresses: [], defaultGateways: [], wifi: null },
  });
  const looks: boolean[] = [];
  const watch = createFactsWatch({
    facts: os.facts,
    clock,
    log: silentLog,
    onLook: (changed) => void looks.push(changed),
  });
  await watch.start();
  await clock.advance(10_000);
  t.same(looks, [true, false]);
  t.equal(watch.hardware(), null, 'not told: not guessed');
  os.script.session = { user: 'ana', sessionId: '2' };
  await clock.advance(10_000);
  os.script.power = { batteryPercent: 49, charging: true };
  await clock.advance(10_000);
  os.script.power = { batteryPercent: 49, charging: false };
  await clock.advance(10_000);
  t.same(looks.slice(2), [true, false, true], 'a percent less is no news');
  delete os.script.session;
  await clock.advance(10_000);
  t.equal(watch.session().user, 'ana');
  await watch.stop();
  t.equal(clock.pending(), 0);
});
