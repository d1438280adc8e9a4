import t from 'tap';
import { createHostWatchdog } from '../../../../../../agent/os/windows/host/host-watchdog.ts';
import { silentLog } from '../../../../../../kit/log.ts';
import { createFakeClock } from '../../../../../support/fake-clock.ts';

t.test('the host hears every ten seconds that the agent lives, until it stops', async (t) => {
  const clock = createFakeClock();
  let beats = 0;
  const watchdog = createHostWatchdog({
    windows: {
      call: () => {
        beats += 1;
        return Promise.reject(new Error('one that is not heard does no harm'));
      },
    },
    clock,
    log: silentLog,
  });
  watchdog.start();
  watchdog.start();
  await clock.advance(30_000);
  t.equal(beats, 3);
  await watchdog.stop();
  await clock.advance(30_000);
  t.equal(beats, 3);
});
