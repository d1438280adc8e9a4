import type { Log } from '../../kit/log.ts';
import type { AgentOs } from '../ports/agent-os.ts';
import type { DeviceAction } from '../ports/device-actions.ts';
import type { FilterControl } from '../ports/filter-control.ts';
import type { LockWindow } from '../ports/lock-window.ts';
import { type Outcome, observed } from '../ports/outcome.ts';

/**
 * The same computer for an agent that only observes: its facts are real, but nothing is changed. Each change is logged, and its outcome is
 * `observed`. The state of the lock is read from the system, so that it stays what it really is.
 */
export function observeOnly(os: AgentOs, log: Log): AgentOs {
  const would = (what: string): Promise<Outcome> => {
    log.info({ observed: true, what }, 'watching only: nothing was changed');
    return Promise.resolve(observed(`watching only; would ${what}`));
  };
  const action = <Input>(of: DeviceAction<Input>, what: string): DeviceAction<Input> => ({
    supported: of.supported,
    run: () => would(what),
  });
  return {
    facts: os.facts,
    networkLock: {
      engage: ({ servers }) => would(`cut the network off but for ${servers.length} server addresses`),
      release: () => would('give the network back'),
      state: () => os.networkLock.state(),
    },
    filter: observeFilter(os.filter, would),
    sessionLock: { lock: () => would('lock the screen'), unlock: () => would('unlock the screen') },
    lockWindow: observeWindow(os.lockWindow, would),
    actions: {
      restart: action(os.actions.restart, 'restart the computer'),
      shutdown: action(os.actions.shutdown, 'turn the computer off'),
      signOut: action(os.actions.signOut, 'end the session'),
      showMessage: action(os.actions.showMessage, 'show a message'),
      openUrl: action(os.actions.openUrl, 'open a page'),
    },
    socketPrograms: os.socketPrograms,
    portHolders: os.portHolders,
    ...(os.events === undefined ? {} : { events: os.events }),
  };
}

/** Reads the system as it is; repairs, removes and flushes nothing. */
function observeFilter(filter: FilterControl, would: (what: string) => Promise<Outcome>): FilterControl {
  return {
    check: (goal) => filter.check(goal),
    apply: (steps) => would(`filter: ${steps.map(({ what }) => what).join('; ')}`),
    restore: () => would('take the filter away'),
    flush: () => Promise.resolve(),
    attempts: () => Promise.resolve([]),
    networkResolvers: () => filter.networkResolvers(),
    cutConnections: () => Promise.resolve(),
    problems: async (goal) => (await filter.problems?.(goal)) ?? [],
  };
}

/** A window that is never shown. Logs this once for each lock, because the agent asks again on each round. */
function observeWindow(window: LockWindow, would: (what: string) => Promise<Outcome>): LockWindow {
  let said = false;
  return {
    async show() {
      if (!said) await would('show the lock window');
      said = true;
      return window.state();
    },
    hide() {
      said = false;
      return Promise.resolve();
    },
    state: () => window.state(),
    message: () => window.message(),
  };
}
