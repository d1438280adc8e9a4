import type { LockAnswer, LockKeeper } from '../lock/lock-keeper.ts';
import { type CommandHandler, type CommandOutcome, failedWith, succeeded } from './command-outcome.ts';

/** The commands `lock` and `unlock`. Each is weighed, written to disk, carried out, and then confirmed. */
export function createLockCommands(keeper: Pick<LockKeeper, 'want'>): {
  readonly lock: CommandHandler;
  readonly unlock: CommandHandler;
} {
  return {
    async lock({ lock, commandId, issuedAt }) {
      if (lock === undefined || !lock.wanted || lock.commandId !== commandId) {
        return failedWith('invalid_params', 'the command does not carry the lock that it names');
      }
      return lockOutcome(await keeper.want(lock, issuedAt), commandId);
    },
    async unlock({ lock, issuedAt }) {
      if (lock === undefined || lock.wanted)
        return failedWith('invalid_params', 'the command does not carry an unlock');
      return unlockOutcome(await keeper.want(lock, issuedAt));
    },
  };
}

function lockOutcome(answer: LockAnswer, commandId: string): CommandOutcome {
  const { report } = answer;
  if (report.commandId !== commandId)
    return failedWith(`lock_${answer.why ?? 'replaced'}`, whyNotLocked(answer));
  if (report.state === 'locked') return succeeded(facts(answer));
  const reasons = Object.entries(report.problems).map(([part, reason]) => `${part}: ${reason}`);
  return failedWith(
    'lock_not_enforced',
    `nothing of the lock is in force yet; the agent keeps trying. ${reasons.join('; ')}`,
    facts(answer),
  );
}

function unlockOutcome(answer: LockAnswer): CommandOutcome {
  if (answer.why === 'older') return failedWith('superseded', 'a newer lock or unlock was obeyed before');
  if (answer.report.state === 'unlocked') return succeeded(facts(answer));
  return failedWith(
    'unlock_incomplete',
    `the firewall still holds; the agent keeps trying. ${answer.report.problems.network ?? ''}`,
    facts(answer),
  );
}

function whyNotLocked({ why }: LockAnswer): string {
  if (why === 'older') return 'a newer lock or unlock was obeyed before';
  if (why === 'released') return 'this lock was released on the device, by its PIN or its time';
  if (why === 'over') return 'the time of this lock was over before it arrived';
  return 'another lock is in force';
}

/** `network`, `session`, `window`: on, off, failed or observed. */
function facts({ report, durable }: LockAnswer): Record<string, unknown> {
  const { network, session, window, until, problems, lesson } = report;
  const parts = [network, session, window];
  return {
    network,
    session,
    window,
    until,
    ...(parts.includes('observed') ? { observed: true } : {}),
    ...(parts.includes('failed') && report.state === 'locked' ? { partial: true } : {}),
    ...(durable ? {} : { durable: false }),
    // After an unlock the screens may still be locked: the lesson's lock is not the administrator's.
    ...(lesson === null ? {} : { classroomSession: lesson.sessionId }),
    ...(Object.keys(problems).length > 0 ? { problems } : {}),
  };
}
