import { type Clock, delay } from '../../../kit/clock.ts';
import { messageOf } from '../../../kit/fault.ts';
import { done, failed, type Outcome } from '../../ports/outcome.ts';
import type { ProcessStarter } from '../../ports/process-starter.ts';
import type { SessionLock } from '../../ports/session-lock.ts';
import type { WindowsHost } from './host/windows-host.ts';

/** It calls one function and ends. */
const LOCK_MS = 5_000;

export interface SessionLockDependencies {
  readonly windows: WindowsHost;
  /** Starts programs on the user's screen. */
  readonly programs: ProcessStarter;
  /** The host's own program. */
  readonly hostProgram: string;
  readonly clock: Clock;
}

/** Windows: LockWorkStation in the user's session, where a service cannot call it itself; failing that the session is taken off the screen. */
export function createSessionLock(deps: SessionLockDependencies): SessionLock {
  return {
    async lock() {
      try {
        if ((await deps.windows.call('session', null)) === null)
          return done('nobody is signed in at the screen');
        return await lockOrDisconnect(deps);
      } catch (error) {
        return failed(messageOf(error));
      }
    },
    unlock: () => Promise.resolve(failed('Windows lets only the user unlock the screen')),
  };
}

async function lockOrDisconnect(deps: SessionLockDependencies): Promise<Outcome> {
  const { windows, programs, hostProgram, clock } = deps;
  const program = programs.start([hostProgram, 'session', 'lock']);
  const aborter = new AbortController();
  const late = delay(clock, LOCK_MS, aborter.signal).then(() => ({ reason: 'it does not end' }));
  const { reason } = await Promise.race([program.ended, late]);
  aborter.abort();
  if (reason === 'exit code 0') return done('the workstation was locked');
  await program.stop();
  try {
    await windows.call('user.disconnect', null);
    return done('the session was taken off the screen');
  } catch (error) {
    return failed(`${reason}; ${messageOf(error)}`);
  }
}
