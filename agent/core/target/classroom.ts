import { accountKey, completeAccount } from '../../../contracts/device/account.ts';
import type { OverrideTarget, SessionTarget, TargetState } from '../../../contracts/mqtt/messages.ts';
import { compileBundle } from '../../../contracts/policy/compile.ts';
import { decidingSession } from '../../../contracts/policy/decide.ts';
import type { BundleOverride, BundleSession } from '../../../contracts/policy/model.ts';
import type { TrustedTime } from '../time/trusted-time.ts';

/** The running lesson that locks the screens. Times are server time, epoch milliseconds. */
export interface LessonLock {
  readonly sessionId: string;
  readonly name: string;
  readonly since: number;
  readonly until: number;
}

/** What of the target's classroom sessions and overrides is in force now. */
export interface ClassroomState {
  readonly sessions: readonly BundleSession[];
  readonly overrides: readonly BundleOverride[];
  /** The session that decides here for who is signed in: the one with the latest start; null = none. */
  readonly deciding: SessionTarget | null;
}

/**
 * Classroom sessions and overrides on the device. They begin and end by server time as the device knows it, also while the server is not reached. The
 * end of a lesson is judged by the likeliest time (`TrustedTime.now`), not by the certain one, so that it binds nobody for too long. Turning the
 * computer's clock while the agent runs moves neither begin nor end.
 */
export interface Classroom {
  state(): ClassroomState;
  /** The lock of a session in mode `locked`; null = none. */
  lock(): LessonLock | null;
  /** Looks at the clock, the target and who is signed in; to be called each second and whenever one of them has changed. @returns whether anything has begun, ended or changed since the last look */
  look(): boolean;
  /** Calls after each look that found a change. @returns a function that ends it */
  subscribe(listener: (state: ClassroomState) => void): () => void;
}

export interface ClassroomDependencies {
  readonly deviceId: string;
  readonly target: () => TargetState | null;
  readonly time: Pick<TrustedTime, 'now'>;
  /**
   * The signed-in account as the system names it; null = nobody. Undefined = not known yet, shortly after the start: the session that the server
   * names as deciding is used.
   */
  readonly user: () => string | null | undefined;
}

const NOTHING: ClassroomState = { sessions: [], overrides: [], deciding: null };

export function createClassroom(deps: ClassroomDependencies): Classroom {
  const listeners = new Set<(state: ClassroomState) => void>();
  let state = NOTHING;
  let told = JSON.stringify(state);
  return {
    state: () => state,
    lock() {
      const { deciding } = state;
      if (deciding?.mode !== 'locked') return null;
      const { id, name, startsAt, endsAt } = deciding;
      return { sessionId: id, name, since: startsAt, until: endsAt };
    },
    look() {
      state = present(deps);
      const now = JSON.stringify(state);
      if (now === told) return false;
      told = now;
      for (const listener of listeners) listener(state);
      return true;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function present({ deviceId, target, time, user }: ClassroomDependencies): ClassroomState {
  const current = target();
  if (current === null) return NOTHING;
  const at = time.now();
  const known = user();
  const on = (current.sessions ?? []).filter(({ startsAt, endsAt }) => startsAt <= at && at < endsAt);
  const sessions = on.map((session) => bundleSessionOf(session, known));
  const overrides = (current.overrides ?? [])
    .filter(({ startsAt, expiresAt }) => startsAt <= at && at < expiresAt)
    .map(bundleOverrideOf);
  const account = completeAccount(known ?? null, current.settings.accountDomain ?? '');
  const deciding = decidingSession(compileBundle({ policies: [], overrides, sessions }), {
    deviceId,
    user: account === null ? null : accountKey(account),
    at,
  });
  return { sessions, overrides, deciding: on.find(({ id }) => id === deciding?.session.id) ?? null };
}

function bundleSessionOf(session: SessionTarget, user: string | null | undefined): BundleSession {
  const { id, mode, allowedUrls, startsAt, endsAt, students } = session;
  return { id, mode, allowedUrls, startsAt, endsAt, students: user === undefined ? null : students };
}

function bundleOverrideOf({ id, site, scope, startsAt, expiresAt }: OverrideTarget): BundleOverride {
  return { id, site, scope, startsAt, expiresAt };
}
