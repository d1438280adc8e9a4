import type { CommandResult, CommandRunner } from '../../ports/command-runner.ts';
import { done, failed, type Outcome } from '../../ports/outcome.ts';
import type { SessionLock } from '../../ports/session-lock.ts';
import { failureOf } from '../command-failure.ts';

/** Linux by logind, which asks each desktop to show its lock screen; a desktop that ignores it (a bare window manager) stays open. */
export function createSessionLock({ run }: { readonly run: CommandRunner }): SessionLock {
  return {
    lock: async () =>
      outcomeOf(await run.run(['loginctl', 'lock-sessions']), 'asked every session to lock its screen'),
    unlock: async () =>
      outcomeOf(await run.run(['loginctl', 'unlock-sessions']), 'asked every session to unlock its screen'),
  };
}

function outcomeOf(result: CommandResult, detail: string): Outcome {
  if (result.code === 0) return done(detail);
  return failed(failureOf(result, 'loginctl'));
}
