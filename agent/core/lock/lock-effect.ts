import { messageOf } from '../../../kit/fault.ts';
import type { Log } from '../../../kit/log.ts';
import type { AgentOs } from '../../ports/agent-os.ts';
import type { LockWindowState } from '../../ports/lock-window.ts';
import type { NetworkLockState } from '../../ports/network-lock.ts';
import { failed, type Outcome } from '../../ports/outcome.ts';
import { type LockGoal, type LockSituation, type LockStep, planLock } from './lock-plan.ts';

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

  /** An observing agent changes nothing, so the firewall cannot show its lock: what it would have done stands for it. */
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
          // The ports promise not to reject; a broken promise of one must not cost the others.
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
