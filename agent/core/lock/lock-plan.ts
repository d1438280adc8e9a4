import type { LockMessage, LockWindowState } from '../../ports/lock-window.ts';
import type { LockedNetwork, NetworkLockState } from '../../ports/network-lock.ts';

/** How the computer should be. `null` = not locked. */
export interface LockGoal {
  readonly message: LockMessage;
  readonly network: LockedNetwork;
}

/** How the computer is. */
export interface LockSituation {
  readonly network: NetworkLockState;
  readonly window: LockWindowState['state'];
  /** What the window shows, the firewall was given and the session got from this process; null = nothing yet. */
  readonly applied: {
    readonly message: LockMessage | null;
    readonly network: LockedNetwork | null;
    readonly session: boolean;
  };
}

export type LockStep =
  | { readonly step: 'engage_network'; readonly network: LockedNetwork }
  | { readonly step: 'lock_session' }
  | { readonly step: 'show_window'; readonly message: LockMessage }
  | { readonly step: 'release_network' }
  | { readonly step: 'unlock_session' }
  | { readonly step: 'hide_window' };

/**
 * What leads from the situation to the goal, in order: the network first, since it is the lock; the screen tells of it. Pure. The
 * screens are locked once a lock, not again and again: the user may see the lock's message behind their own password.
 */
export function planLock(goal: LockGoal | null, situation: LockSituation): readonly LockStep[] {
  return goal === null ? planUnlocked(situation) : planLocked(goal, situation);
}

function planLocked(
  { message, network }: LockGoal,
  { network: have, window, applied }: LockSituation,
): readonly LockStep[] {
  const steps: LockStep[] = [];
  if (have !== 'engaged' || !same(applied.network, network)) steps.push({ step: 'engage_network', network });
  if (!applied.session) steps.push({ step: 'lock_session' });
  // A window that is wanted but gone comes back by the port's own promise.
  if (window === 'hidden' || !same(applied.message, message)) steps.push({ step: 'show_window', message });
  return steps;
}

function planUnlocked({ network, window, applied }: LockSituation): readonly LockStep[] {
  const steps: LockStep[] = [];
  if (network !== 'released') steps.push({ step: 'release_network' });
  if (window !== 'hidden') steps.push({ step: 'hide_window' });
  if (applied.session) steps.push({ step: 'unlock_session' });
  return steps;
}

/** Both are small and made by us in one order of members. */
function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
