import { CANNOT_RUN, type CommandRunner } from '../../ports/command-runner.ts';
import { done, failed } from '../../ports/outcome.ts';
import type { SessionLock } from '../../ports/session-lock.ts';
import { failureOf } from '../command-failure.ts';

/**
 * macOS: puts the display to sleep. It locks only where a password is asked at once after sleep, which the school's MDM sets
 * (com.apple.screensaver askForPassword, askForPasswordDelay 0). Not yet run on a Mac.
 */
export function createSessionLock({ run }: { readonly run: CommandRunner }): SessionLock {
  return {
    async lock() {
      const result = await run.run(['pmset', 'displaysleepnow']);
      if (result.code === 0)
        return done('the display sleeps; waking it asks for the password where the school requires it');
      return failed(result.code === CANNOT_RUN ? 'pmset is not there' : failureOf(result, 'pmset'));
    },
    unlock: () => Promise.resolve(failed('macOS lets only the user unlock the screen')),
  };
}
