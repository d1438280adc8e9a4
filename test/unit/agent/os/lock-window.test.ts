import t from 'tap';
import { createLockWindow } from '../../../../agent/os/lock-window.ts';
import type { LockMessage, LockWindow, LockWindowLaunch } from '../../../../agent/ports/lock-window.ts';
import type { ProcessStarter } from '../../../../agent/ports/process-starter.ts';
import { silentLog } from '../../../../kit/log.ts';
import type { Random } from '../../../../kit/random.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';

const MESSAGE: LockMessage = { organisation: 'Lab', text: null, help: null, until: null, pin: false };
const NOBODY: LockWindowLaunch = { found: false, reason: 'nobody is signed in at the screen' };
const ANNA: LockWindowLaunch = { found: true, program: 'kiosk', cmd: ['kiosk', 'anna'], screen: 'anna' };
const MIA: LockWindowLaunch = { found: true, program: 'kiosk', cmd: ['kiosk', 'mia'], screen: 'mia' };

/** The longest and the shortest delay that chance may give. */
const unlucky: Random = { bytes: (count) => new Uint8Array(count), fraction: () => 0.999 };

interface Lab {
  readonly window: LockWindow;
  readonly clock: FakeClock;
  /** Windows started so far, as their commands. */
  readonly started: readonly string[];
  /** How many run now. */
  running(): number;
  /** Ends the running window as a person or a crash would. */
  kill(reason?: string): Promise<void>;
  screen: LockWindowLaunch;
}

function lab(screen: LockWindowLaunch): Lab {
  const clock = createFakeClock();
  const started: string[] = [];
  const alive = new Map<number, (reason: string) => void>();
  const start: ProcessStarter = {
    start(cmd) {
      const pid = started.push(cmd.join(' '));
      const ended = new Promise<{ reason: string }>((resolve) => {
        alive.set(pid, (reason) => {
          alive.delete(pid);
          resolve({ reason });
        });
      });
      return { pid, ended, stop: () => Promise.resolve(alive.get(pid)?.('stopped')) };
    },
  };
  const made: Lab = {
    window: createLockWindow({
      launcher: { find: () => Promise.resolve(made.screen) },
      start,
      clock,
      random: unlucky,
      log: silentLog,
    }),
    clock,
    started,
    running: () => alive.size,
    async kill(reason = 'killed by SIGKILL') {
      for (const end of [...alive.values()]) end(reason);
      await clock.advance(0);
    },
    screen,
  };
  return made;
}

t.test(
  'showing starts one window however often it is asked, and a new message needs no new one',
  async (t) => {
    const { window, started, clock } = lab(ANNA);
    t.strictSame(window.state(), { state: 'hidden' });
    t.strictSame(await window.show(MESSAGE), { state: 'shown', program: 'kiosk' });
    await window.show({ ...MESSAGE, organisation: 'Other' });
    await clock.advance(60_000);
    t.strictSame(started, ['kiosk anna']);
    t.equal(window.message()?.organisation, 'Other');
  },
);

t.test('a killed window is back within 2 s', async (t) => {
  const { window, started, clock, kill } = lab(ANNA);
  await window.show(MESSAGE);
  await clock.advance(3_000);
  await kill();
  hasFields(t, window.state(), { state: 'unavailable', reason: 'the window ended: killed by SIGKILL' });
  await clock.advance(2_000);
  t.equal(started.length, 2);
  hasFields(t, window.state(), { state: 'shown' });
});

t.test('a window that crashes at once is started ever more slowly, but never given up', async (t) => {
  const made = lab(ANNA);
  await made.window.show(MESSAGE);
  for (let minute = 0; minute < 240; minute++) {
    await made.kill('exit code 1');
    await made.clock.advance(500);
  }
  t.ok(made.started.length < 30, `${made.started.length} starts in two minutes`);
  const before = made.started.length;
  await made.clock.advance(46_000);
  t.ok(made.started.length > before || made.running() === 1, 'within the ceiling it is tried again');
});

t.test('a window that has lived for a while is not slowed by crashes before', async (t) => {
  const { window, started, clock, kill } = lab(ANNA);
  await window.show(MESSAGE);
  for (let crash = 0; crash < 3; crash++) {
    await kill('exit code 1');
    await clock.advance(6_000);
  }
  const before = started.length;
  await kill();
  await clock.advance(2_000);
  t.equal(started.length, before + 1);
});

t.test('with nobody signed in it waits, says so, and appears when somebody signs in', async (t) => {
  const made = lab(NOBODY);
  t.strictSame(await made.window.show(MESSAGE), {
    state: 'unavailable',
    reason: 'nobody is signed in at the screen',
  });
  await made.clock.advance(60_000);
  t.strictSame(made.started, []);
  made.screen = ANNA;
  await made.clock.advance(5_000);
  t.strictSame(made.started, ['kiosk anna']);
});

t.test('the window follows to the user who comes to the screen', async (t) => {
  const made = lab(ANNA);
  await made.window.show(MESSAGE);
  made.screen = MIA;
  await made.clock.advance(10_000);
  t.strictSame(made.started, ['kiosk anna', 'kiosk mia']);
  t.equal(made.running(), 1);
});

t.test('hiding ends the window for good, also while it is being started again', async (t) => {
  const { window, started, running, clock, kill } = lab(ANNA);
  await window.show(MESSAGE);
  await window.hide();
  await window.hide();
  t.equal(running(), 0);
  await window.show(MESSAGE);
  await kill();
  await window.hide();
  await clock.advance(600_000);
  t.equal(started.length, 2);
  t.strictSame(window.state(), { state: 'hidden' });
  t.equal(window.message(), null);
  t.equal(clock.pending(), 0);
});
