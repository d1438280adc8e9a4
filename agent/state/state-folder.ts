import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../kit/fault.ts';
import { makeFolder } from '../../kit/make-folder.ts';
import { AgentError } from '../ports/agent-error.ts';

/** The files of the agent's state; all private to the account that it runs as. */
export interface StateFolder {
  readonly path: string;
  readonly identity: string;
  readonly pendingEnrollment: string;
  readonly lock: string;
  readonly database: string;
  readonly runLock: string;
  readonly status: string;
  /** That the server wants the computer given back. */
  readonly removalOrder: string;
  /** Removal codes that were tried. */
  readonly removalTries: string;
  /** The note about a removal without its code. It lies beside the folder, because the removal deletes the folder. */
  readonly removalNote: string;
  keyFile(name: string): string;
}

/** Where state is kept unless the operator says otherwise (packaging: these folders belong to the installer). */
export function defaultStateFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  const chosen = env.SCHOOLGATE_AGENT_STATE_DIR;
  if (chosen !== undefined && chosen !== '') return chosen;
  if (platform === 'darwin') return '/Library/Application Support/Schoolgate';
  if (platform === 'win32') return join(env.ProgramData ?? 'C:\\ProgramData', 'Schoolgate');
  return '/var/lib/schoolgate-agent';
}

export function stateFolderAt(path: string): StateFolder {
  return {
    path,
    identity: join(path, 'identity.json'),
    pendingEnrollment: join(path, 'pending-enrollment.json'),
    lock: join(path, 'lock.json'),
    database: join(path, 'state.db'),
    runLock: join(path, 'run.lock'),
    status: join(path, 'status.json'),
    removalOrder: join(path, 'removal-order.json'),
    removalTries: join(path, 'removal-tries.json'),
    removalNote: `${path}-removal.json`,
    keyFile: (name) => join(path, name),
  };
}

/** Makes a folder private to this account, and creates it when it is missing; rejects when it cannot. */
export type ProtectFolder = (path: string) => Promise<void>;

/** By mode bits, which Windows does not have. */
const protectByMode: ProtectFolder = async (path) => {
  await makeFolder(path, 0o700);
  if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, 0o700);
};

/** Makes the folder when it is missing, and private in any case. @param protect how; default: by mode bits @throws AgentError */
export async function prepareStateFolder(
  path: string,
  protect: ProtectFolder = protectByMode,
): Promise<StateFolder> {
  try {
    await protect(path);
  } catch (error) {
    const hint = 'run as administrator, or choose another folder with --state-dir';
    throw new AgentError(`cannot use the state folder ${path} (${messageOf(error)}): ${hint}`, {
      cause: error,
    });
  }
  return stateFolderAt(path);
}
