import t from 'tap';
import { createServiceWatchdog } from '../../../../../agent/os/linux/service-watchdog.ts';
import { silentLog } from '../../../../../kit/log.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { recordedRunner } from '../recorded.ts';

t.test('systemd hears from us twice in the time that it allows, until we stop', async (t) => {
  const clock = createFakeClock();
  const run = recordedRunner({ 'systemd-notify': ['', { code: 1, stderr: 'no socket' }, ''] });
  const env = { NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC: '30000000' };
  const watchdog = createServiceWatchdog({ run, clock, log: silentLog, env });
  watchdog.start();
  watchdog.start();
  for (let beat = 0; beat < 4; beat += 1) await clock.advance(15_000);
  t.same(
    run.ran.map(({ cmd }) => cmd),
    Array(4).fill('systemd-notify WATCHDOG=1'),
    'one that failed does not stop the next',
  );
  await watchdog.stop();
  await watchdog.stop();
  await clock.advance(60_000);
  t.equal(run.ran.length, 4);
});

t.test('where no watchdog waits for us, nothing is run', async (t) => {
  const clock = createFakeClock();
  for (const env of [{}, { WATCHDOG_USEC: '30000000' }, { NOTIFY_SOCKET: '/x', WATCHDOG_USEC: 'soon' }]) {
    const watchdog = createServiceWatchdog({ run: recordedRunner({}), clock, log: silentLog, env });
    watchdog.start();
    t.equal(clock.pending(), 0);
    await watchdog.stop();
  }
});
