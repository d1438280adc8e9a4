import { silentLog } from '../../kit/log.ts';
import { createCommandRunner } from '../os/command-runner.ts';
import { createFileReader } from '../os/file-reader.ts';
import { AgentError } from '../ports/agent-error.ts';
import { stateFolderAt } from '../state/state-folder.ts';
import { mustBeAdministrator } from './administrator.ts';
import { linuxFilter } from './select-os.ts';

interface Options {
  readonly stateDir: string;
  readonly json?: true;
}

/**
 * What the service manager calls when the agent cannot be kept running: with the policy's fail mode `open` the computer gets DNS and https without the filter; with
 * `closed` nothing changes. The next start of the agent enforces again. A lock stays.
 */
export async function rescueCommand({ stateDir, json }: Options): Promise<void> {
  if (process.platform !== 'linux') throw new AgentError('rescue is for Linux; elsewhere use restore');
  mustBeAdministrator('rescue');
  const filter = linuxFilter({
    run: createCommandRunner({ env: process.env }),
    files: createFileReader({ root: '/' }),
    stateFolder: stateFolderAt(stateDir).path,
    ownUid: process.getuid?.() ?? 0,
    log: silentLog,
  });
  const outcome = await filter.rescue();
  console.log(json ? JSON.stringify(outcome) : outcome.detail);
  if (!outcome.done) throw new AgentError(`the rescue failed: ${outcome.detail}`);
}
