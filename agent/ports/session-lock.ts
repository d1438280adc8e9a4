import type { Outcome } from './outcome.ts';

/** The system's own lock screen. Used together with the firewall: a lock screen alone ends with a reboot, and a firewall alone is not visible. */
export interface SessionLock {
  /** Locks the screens of the local sessions. May be repeated. Nobody signed in: `done`, for the sign-in screen is shown already. */
  lock(): Promise<Outcome>;
  /** Takes the lock screen away again where the system permits it; elsewhere the user's own password does. */
  unlock(): Promise<Outcome>;
}
