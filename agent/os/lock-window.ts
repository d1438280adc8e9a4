import { type BackoffPolicy, backoffDelay } from '../../kit/backoff.ts';
import type { Clock, Timer } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import type { Random } from '../../kit/random.ts';
import type {
  LockMessage,
  LockWindow,
  LockWindowLaunch,
  LockWindowLauncher,
  LockWindowState,
} from '../ports/lock-window.ts';
import type { ProcessStarter, StartedProcess } from '../ports/process-starter.ts';

/** A window that ends sooner than this cannot run here; no person closes it so fast (milliseconds). */
const CRASH_MS = 2_000;

/** The first restart comes 0.25-0.75 s after the end, within the promised 2 s. The ceiling limits the restarts on a laptop on which no window can run. */
const RESTART: BackoffPolicy = { firstMs: 500, factor: 2, ceilingMs: 30_000, jitter: 0.5 };

/** How soon somebody who signs in, or switches user, sees the message. */
const LOOK_AGAIN_MS = 5_000;

export interface LockWindowDependencies {
  readonly launcher: LockWindowLauncher;
  readonly start: ProcessStarter;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** Keeps one window process up; the launcher says how on this platform. */
export function createLockWindow({
  launcher,
  start,
  clock,
  random,
  log,
}: LockWindowDependencies): LockWindow {
  let state: LockWindowState = { state: 'hidden' };
  let message: LockMessage | null = null;
  /** Counts calls of `show` and `hide`, so that work for an earlier call stops by itself. */
  let turn = 0;
  let running: { readonly process: StartedProcess; readonly screen: string } | null = null;
  let timer: Timer | null = null;
  let crashes = 0;
  let first: Promise<void> = Promise.resolve();

  const later = (mine: number, delayMs: number): void => {
    timer?.cancel();
    timer = clock.setTimeout(() => void attempt(mine), delayMs);
  };

  const attempt = async (mine: number): Promise<void> => {
    const launch = await launcher
      .find(crashes, message)
      .catch((error: unknown): LockWindowLaunch => ({ found: false, reason: messageOf(error) }));
    if (mine !== turn) return;
    later(mine, LOOK_AGAIN_MS);
    if (!launch.found) {
      if (running === null) state = { state: 'unavailable', reason: launch.reason };
      return;
    }
    if (running === null) open(mine, launch);
    else if (running.screen !== launch.screen) await running.process.stop();
  };

  const open = (mine: number, launch: LockWindowLaunch & { readonly found: true }): void => {
    const openedAt = clock.monotonic();
    const process = start.start(launch.cmd);
    running = { process, screen: launch.screen };
    state = { state: 'shown', program: launch.program };
    log.info({ program: launch.program }, 'the lock window is up');
    void process.ended.then(({ reason }) => {
      if (mine !== turn) return;
      running = null;
      crashes = clock.monotonic() - openedAt < CRASH_MS ? crashes + 1 : 0;
      state = { state: 'unavailable', reason: `the window ended: ${reason}` };
      const delayMs = backoffDelay(RESTART, crashes, random);
      log.warn(
        { program: launch.program, reason, crashes, delayMs },
        'the lock window ended and is started again',
      );
      later(mine, delayMs);
    });
  };

  return {
    async show(wanted) {
      message = wanted;
      if (state.state === 'hidden') {
        turn += 1;
        crashes = 0;
        state = { state: 'unavailable', reason: 'the window is being started' };
        first = attempt(turn);
      }
      await first;
      return state;
    },
    async hide() {
      turn += 1;
      timer?.cancel();
      const process = running?.process;
      running = null;
      state = { state: 'hidden' };
      message = null;
      await process?.stop();
    },
    state: () => state,
    message: () => message,
  };
}
