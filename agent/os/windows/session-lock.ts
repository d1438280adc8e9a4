import type { CommandRunner } from '../../ports/command-runner.ts';
import { done, failed } from '../../ports/outcome.ts';
import type { SessionLock } from '../../ports/session-lock.ts';
import { failureOf } from '../command-failure.ts';
import { readConsole } from './console.ts';
import { planUserTask } from './user-task.ts';

/**
 * Windows: LockWorkStation in the user's session, where a service cannot call it itself; failing that tsdiscon, which takes the session
 * off the screen. Not yet run on Windows.
 */
export function createSessionLock({ run }: { readonly run: CommandRunner }): SessionLock {
  return {
    async lock() {
      const console = await readConsole({ run });
      if (console === null) return done('nobody is signed in at the screen');
      const locked = await run.run(planUserTask(console.user, 'rundll32.exe', 'user32.dll,LockWorkStation'));
      if (locked.code === 0) return done('the workstation was locked');
      if (console.sessionId === null) return failed(failureOf(locked));
      const disconnected = await run.run(['tsdiscon.exe', console.sessionId]);
      return disconnected.code === 0
        ? done('the session was taken off the screen')
        : failed(`${failureOf(locked)}; ${failureOf(disconnected)}`);
    },
    unlock: () => Promise.resolve(failed('Windows lets only the user unlock the screen')),
  };
}
