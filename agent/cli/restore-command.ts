import { existsSync } from 'node:fs';
import { silentLog } from '../../kit/log.ts';
import { createCommandRunner } from '../os/command-runner.ts';
import { AGENT_UNITS } from '../os/linux/units.ts';
import { AgentError } from '../ports/agent-error.ts';
import type { CommandRunner } from '../ports/command-runner.ts';
import type { Outcome } from '../ports/outcome.ts';
import { takeRunLock } from '../state/run-lock.ts';
import { type StateFolder, stateFolderAt } from '../state/state-folder.ts';
import { readStatus } from '../state/status-file.ts';
import { mustBeAdministrator } from './administrator.ts';
import { type RemovalOptions, removalLeave, tellForced } from './removal-code.ts';
import { NO_PAGE, systemOs } from './system-os.ts';

interface Options extends RemovalOptions {
  readonly stateDir: string;
  readonly force?: true;
  readonly json?: true;
}

/** What starts with the computer. */
const ENABLED = AGENT_UNITS.filter((unit) => unit !== 'schoolgate-rescue.service');

/**
 * Gives the computer back as it was before the filter and the lock. Needs no server and reads no configuration, so that it works when all else is broken; may be
 * repeated. Where the computer is enrolled it needs the removal code. An agent that systemd runs is stopped first, or it would mend what is taken away.
 */
export async function restoreCommand({ stateDir, force, json, ...rights }: Options): Promise<void> {
  mustBeAdministrator('restore');
  const folder = stateFolderAt(stateDir);
  const leave = await removalLeave(folder, 'restore', rights);
  const run = createCommandRunner({ env: process.env });
  const stopped = await stopAgent(folder, run, force === true);
  const { filter, networkLock } = systemOs({ log: silentLog, stateFolder: folder.path, pageUrl: NO_PAGE });
  const outcomes = { filter: await filter.restore(), lock: await networkLock.release() };
  const told = await tellForced(folder, leave);
  const restored = outcomes.filter.done && outcomes.lock.done;
  console.log(
    json
      ? JSON.stringify({ restored, agentStopped: stopped, ...outcomes })
      : [...inWords(outcomes, stopped), ...(told === null ? [] : [told])].join('\n'),
  );
  if (!restored) throw new AgentError('not all could be restored; it is safe to try again');
}

/** @returns whether there was one to stop. @throws AgentError when one runs that we cannot stop */
async function stopAgent(folder: StateFolder, run: CommandRunner, force: boolean): Promise<boolean> {
  const active = (await run.run(['systemctl', 'is-active', '--quiet', ...AGENT_UNITS])).code === 0;
  if (active) {
    const stop = await run.run(['systemctl', 'stop', ...AGENT_UNITS], { timeoutMs: 90_000 });
    if (stop.code !== 0 && !force)
      throw new AgentError(`the agent's service cannot be stopped: ${stop.stderr.trim()} (--force goes on)`);
  }
  if (force || !(await isRunning(folder))) return active;
  const pid = (await readStatus(folder))?.pid;
  throw new AgentError(
    `an agent runs on ${folder.path}${pid === undefined ? '' : ` (process ${pid})`} and would mend what is taken away: stop it first, or use --force`,
  );
}

async function isRunning(folder: StateFolder): Promise<boolean> {
  // Asking would make the file.
  if (!existsSync(folder.runLock)) return false;
  const lock = takeRunLock(folder.runLock);
  lock?.release();
  return lock === null;
}

function inWords(
  outcomes: { readonly filter: Outcome; readonly lock: Outcome },
  stopped: boolean,
): readonly string[] {
  const line = (name: string, { done, detail }: Outcome): string =>
    `${name}: ${done ? '' : 'FAILED: '}${detail}.`;
  return [
    ...(stopped ? ['The agent is stopped; it starts again with the computer.'] : []),
    line('Filter', outcomes.filter),
    line('Lock', outcomes.lock),
    ...(stopped ? [`To keep it off: systemctl disable ${ENABLED.join(' ')}`] : []),
  ];
}
