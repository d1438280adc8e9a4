import type { AgentOs } from '../../agent/ports/agent-os.ts';
import type { DeviceAction } from '../../agent/ports/device-actions.ts';
import type { LockMessage, LockWindowState } from '../../agent/ports/lock-window.ts';
import type { LockedNetwork, NetworkLockState } from '../../agent/ports/network-lock.ts';
import { done, type Outcome } from '../../agent/ports/outcome.ts';
import type { Hardware, Network, Power, Session } from '../../agent/ports/system-facts.ts';
import { createFakeFilter, type FakeFilter } from './fake-filter.ts';

/** What the pretended computer is like; may be changed while the test runs. What a test does not set, must not be asked. */
export interface FakeScript {
  hardware?: Hardware;
  power?: Power;
  session?: Session;
  network?: Network;
  /** How the next attempts at this end; without one they succeed. */
  outcomes?: Partial<Record<FakeCall['name'], Outcome>>;
  /** Actions that this computer cannot do. */
  unsupported?: readonly (keyof AgentOs['actions'])[];
  /** The program of every socket; without it none is found. */
  program?: string;
}

/** One change that was asked for, in order. */
export interface FakeCall {
  readonly name: 'engage' | 'release' | 'lock' | 'unlock' | 'show' | 'hide' | keyof AgentOs['actions'];
  readonly input?: LockedNetwork | LockMessage | string;
}

export interface FakeOs extends AgentOs {
  readonly script: FakeScript;
  readonly calls: readonly FakeCall[];
  readonly filter: FakeFilter;
  /** Somebody has changed the firewall behind the agent's back. */
  setNetworkLock(state: NetworkLockState): void;
}

/** A computer that only remembers. Starts unlocked; throws when asked for a fact that was not set. */
export function createFakeOs(script: FakeScript = {}): FakeOs {
  const calls: FakeCall[] = [];
  let networkLock: NetworkLockState = 'released';
  let window: LockWindowState = { state: 'hidden' };
  let message: LockMessage | null = null;

  const call = (name: FakeCall['name'], input?: LockedNetwork | LockMessage | string): Outcome => {
    calls.push(input === undefined ? { name } : { name, input });
    return script.outcomes?.[name] ?? done(`fake ${name}`);
  };
  const action = <Input>(name: keyof AgentOs['actions']): DeviceAction<Input> => ({
    get supported() {
      return script.unsupported?.includes(name) !== true;
    },
    run: (input) => Promise.resolve(call(name, typeof input === 'string' ? input : undefined)),
  });
  const change = (
    name: 'engage' | 'release',
    state: NetworkLockState,
    input?: LockedNetwork,
  ): Promise<Outcome> => {
    const outcome = call(name, input);
    if (outcome.done) networkLock = state;
    return Promise.resolve(outcome);
  };

  return {
    script,
    calls,
    setNetworkLock: (state) => {
      networkLock = state;
    },
    facts: {
      hardware: async () => scripted('hardware', script.hardware),
      power: async () => scripted('power', script.power),
      session: async () => scripted('session', script.session),
      network: async () => scripted('network', script.network),
    },
    networkLock: {
      engage: (network) => change('engage', 'engaged', network),
      release: () => change('release', 'released'),
      state: () => Promise.resolve(networkLock),
    },
    filter: createFakeFilter(),
    sessionLock: { lock: () => Promise.resolve(call('lock')), unlock: () => Promise.resolve(call('unlock')) },
    lockWindow: {
      show: (wanted) => {
        const { done: shown, detail } = call('show', wanted);
        message = wanted;
        window = shown ? { state: 'shown', program: 'fake' } : { state: 'unavailable', reason: detail };
        return Promise.resolve(window);
      },
      hide: () => {
        call('hide');
        window = { state: 'hidden' };
        message = null;
        return Promise.resolve();
      },
      state: () => window,
      message: () => message,
    },
    actions: {
      restart: action('restart'),
      shutdown: action('shutdown'),
      signOut: action('signOut'),
      showMessage: action('showMessage'),
      openUrl: action('openUrl'),
    },
    socketPrograms: { programOf: async () => script.program ?? null },
    portHolders: {
      holderOf: async () => (script.program === undefined ? null : { program: script.program, uid: 1_000 }),
    },
  };
}

function scripted<T>(name: string, value: T | undefined): T {
  if (value === undefined) throw new Error(`fake OS: "${name}" was asked but not scripted`);
  return value;
}
