import type { LockWindowLauncher } from '../../ports/lock-window.ts';

/**
 * Windows: a service has no desktop, and a window that it cannot watch is not supervised. Until our service host starts the window in
 * the user's session (CreateProcessAsUser), there is none: the firewall and the workstation's lock hold without it.
 */
export const windowLauncher: LockWindowLauncher = {
  find: () =>
    Promise.resolve({
      found: false,
      reason: 'on Windows the lock window needs the service host, which is not there yet',
    }),
};
