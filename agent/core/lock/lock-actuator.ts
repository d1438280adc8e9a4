import { messageOf } from '../../../kit/fault.ts';
import type { Log } from '../../../kit/log.ts';
import type { AgentOs } from '../../ports/agent-os.ts';
import type { LockMessage, LockWindowState } from '../../ports/lock-window.ts';
import type { LockedNetwork, NetworkLockState } from '../../ports/network-lock.ts';
import { failed, type Outcome } from '../../ports/outcome.ts';

/** How the computer should be. `null` = not locked. */
export interface LockGoal {
  readonly message: LockMessage;
  readonly network: LockedNetwork;
}

/** How the computer is. */
export interface LockSituation {
  readonly network: NetworkLockState;
  readonly window: LockWindowState['state'];
  /** What this process has applied: the message in the window, the rules of the firewall, the lock of the session. Null = nothing yet. */
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

/** How the parts of a lock went when they were last touched; null = not touched since the agent started. */
export interface LockEffect {
  readonly network: Outcome | null;
  readonly session: Outcome | null;
  readonly window: LockWindowState;
  /** What the firewall held when it was last read. */
  readonly firewall: NetworkLockState;
}

/** Brings the computer to a goal. Steps that fail do not keep the others from being tried. */
export interface LockActuator {
  /** Reads what is, does what is missing, reads again. @returns what the firewall held before, and the effect after */
  reach(goal: LockGoal | null): Promise<{ readonly before: NetworkLockState; readonly effect: LockEffect }>;
  effect(): LockEffect;
}

type Applied = { -readonly [K in keyof LockSituation['applied']]: LockSituation['applied'][K] };

export function createLockActuator({ os, log }: { readonly os: AgentOs; readonly log: Log }): LockActuator {
  let network: Outcome | null = null;
  let session: Outcome | null = null;
  let firewall: NetworkLockState = 'released';
  const applied: Applied = { message: null, network: null, session: false };

  const effect = (): LockEffect => ({ network, session, window: os.lockWindow.state(), firewall });

  /** An agent that only observes changes no firewall. What it would have engaged counts as engaged. */
  const readFirewall = async (): Promise<NetworkLockState> => {
    if (network?.observed === true && applied.network !== null) return 'engaged';
    return await os.networkLock.state();
  };

  const readWindow = (): LockWindowState['state'] => {
    const { state } = os.lockWindow.state();
    return state === 'hidden' && applied.message !== null && network?.observed === true ? 'shown' : state;
  };

  const run = async (step: LockStep): Promise<void> => {
    switch (step.step) {
      case 'engage_network':
        network = await os.networkLock.engage(step.network);
        applied.network = network.done || network.observed ? step.network : null;
        return;
      case 'lock_session':
        session = await os.sessionLock.lock();
        applied.session = session.done || session.observed;
        return;
      case 'show_window':
        await os.lockWindow.show(step.message);
        applied.message = step.message;
        return;
      case 'release_network':
        network = await os.networkLock.release();
        applied.network = null;
        return;
      case 'hide_window':
        await os.lockWindow.hide();
        applied.message = null;
        return;
      case 'unlock_session':
        session = await os.sessionLock.unlock();
        applied.session = false;
        return;
    }
  };

  return {
    effect,
    async reach(goal) {
      const before = await readFirewall();
      firewall = before;
      const steps = planLock(goal, { network: before, window: readWindow(), applied: { ...applied } });
      for (const step of steps) {
        try {
          await run(step);
        } catch (error) {
          // The ports promise not to reject. If one does, the other steps are still run.
          log.error({ step: step.step, error: messageOf(error) }, 'a step of the lock threw');
          if (step.step === 'engage_network' || step.step === 'release_network')
            network = failed(messageOf(error));
        }
      }
      if (steps.length > 0) firewall = await readFirewall();
      return { before, effect: effect() };
    },
  };
}

/**
 * The steps that lead from the situation to the goal, in order. The network comes first, because closing it is the lock; the screen only explains it.
 * Each lock locks the session once and not again, so that users who unlock it with their password see the message. Pure.
 */
function planLock(goal: LockGoal | null, situation: LockSituation): readonly LockStep[] {
  return goal === null ? planUnlocked(situation) : planLocked(goal, situation);
}

function planLocked(
  { message, network }: LockGoal,
  { network: have, window, applied }: LockSituation,
): readonly LockStep[] {
  const steps: LockStep[] = [];
  if (have !== 'engaged' || !same(applied.network, network)) steps.push({ step: 'engage_network', network });
  if (!applied.session) steps.push({ step: 'lock_session' });
  // A window that was closed needs no step: the port promises to open it again.
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
