import { every, systemClock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import { commandResult } from '../core/commands/command-intake.ts';
import { failedWith, succeeded } from '../core/commands/command-outcome.ts';
import { unenroll } from '../enrollment/enroll.ts';
import { forgetRemovalOrder } from '../enrollment/removal-order.ts';
import { AgentError } from '../ports/agent-error.ts';
import type { Agent } from '../service/agent.ts';
import type { AgentState } from '../state/agent-state.ts';
import type { StateFolder } from '../state/state-folder.ts';
import { type Given, giveBack } from './unenroll-command.ts';

/** How often to check whether the server has the result (milliseconds). */
const LOOK_MS = 500;

export interface Leaving {
  readonly folder: StateFolder;
  /** The command that ordered it. */
  readonly commandId: string;
  readonly state: AgentState;
  readonly os: Given;
  readonly log: Log;
  /** Makes an agent that changes nothing on this computer and only reports. */
  readonly reporter: () => Agent;
  /** Resolves when this process is to stop. */
  readonly asked: Promise<string>;
}

/**
 * Carries out the server's order to give this computer back and to forget the enrollment. The steps are: restore the computer, write down the result,
 * report it, and remove the key when the server has the report, or refuses this device for good. An interrupted step is done again at the next start.
 * Until the end the server lists the device, which filters nothing. @returns `kept`: the computer could not be given back; this is reported, and the
 * enrollment stays in force
 */
export async function leave(leaving: Leaving): Promise<'left' | 'kept' | 'stopped'> {
  const { folder, commandId, state, os, log, asked } = leaving;
  const finish = (outcome: ReturnType<typeof succeeded>): void =>
    state.commands.finish(commandResult(commandId, { ...outcome, at: systemClock.now() }));
  try {
    await giveBack(folder, os);
  } catch (error) {
    if (!(error instanceof AgentError)) throw error;
    log.error({ error: messageOf(error) }, 'the computer cannot be given back; its enrollment stays');
    finish(failedWith('not_done', messageOf(error)));
    await forgetRemovalOrder(folder);
    return 'kept';
  }
  log.info({ commandId }, 'the computer is given back, as the server ordered');
  finish(succeeded({ detail: 'filter and lock are taken away, the enrollment is forgotten' }));
  const agent = leaving.reporter();
  await agent.start();
  const heard = await Promise.race([asked.then(() => false), isHeard(agent, state, log)]);
  await agent.stop();
  if (!heard) return 'stopped';
  await unenroll(folder);
  log.info({}, 'the enrollment is forgotten');
  return 'left';
}

/** Resolves when the server has the result, or refuses this device for good. */
function isHeard(agent: Agent, state: AgentState, log: Log): Promise<true> {
  return new Promise((resolve) => {
    const looking = every(
      systemClock,
      LOOK_MS,
      async () => {
        const waits = state.outbox.peek('results', { rows: 1, bytes: 1 }).length > 0;
        if (waits && !agent.status().link.revoked) return;
        resolve(true);
        void looking.stop();
      },
      (error) => log.error({ error: messageOf(error) }, 'cannot look for the result'),
    );
  });
}
