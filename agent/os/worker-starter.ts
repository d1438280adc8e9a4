import { type ChildProcess, spawn } from 'node:child_process';
import { Duplex } from 'node:stream';
import type { WorkerStarter } from '../ports/worker-starter.ts';

/** Flags that keep the heap of the worker small: 90 MB instead of 130. */
const NODE_FLAGS = [
  '--max-semi-space-size=1',
  '--max-old-space-size=64',
  '--disable-warning=ExperimentalWarning',
];

/** The stream to the agent, in the worker. */
export const WORKER_FD = 3;
/** In the worker: what it inherits begins behind that. */
export const FIRST_INHERITED_FD = WORKER_FD + 1;

export interface WorkerStarterDependencies {
  /** The program of this process: Node, and the file that it runs; null = the program is both in one file. */
  readonly node: string;
  readonly script: string | null;
  /** Arguments that follow the hidden command. */
  readonly args: readonly string[];
  /** The account of the worker's process; null = that of the agent. Its supplementary groups are cleared (libuv does so whenever the account changes). */
  readonly account: { readonly uid: number; readonly gid: number } | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Files of this process that the worker inherits: the first as FIRST_INHERITED_FD, and so on. */
  readonly inherits?: readonly number[];
}

/** The environment variables that the worker gets. It gets no others, so that secrets of the service stay with the agent. */
const ENVIRONMENT = ['PATH', 'TZ', 'LANG', 'SystemRoot'];

/** Starts the worker as a child, with a socket to the agent as its fourth file. Its log goes where the agent's goes. */
export function createWorkerStarter(deps: WorkerStarterDependencies): WorkerStarter {
  const { node, script, args, account, env, inherits = [] } = deps;
  const inherited = Object.fromEntries(
    ENVIRONMENT.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );
  return {
    start() {
      const child = spawn(node, [...(script === null ? [] : [...NODE_FLAGS, script]), 'worker', ...args], {
        ...(account ?? {}),
        cwd: '/',
        // A program that is Node and script in one takes Node's flags from here only.
        env: script === null ? { ...inherited, NODE_OPTIONS: NODE_FLAGS.join(' ') } : inherited,
        stdio: ['ignore', 'ignore', 'inherit', 'pipe', ...inherits],
        windowsHide: true,
      });
      return {
        pid: child.pid ?? null,
        stream: streamOf(child),
        ended: endOf(child),
        kill: () => void child.kill('SIGKILL'),
      };
    },
  };
}

function streamOf(child: ChildProcess): Duplex {
  const stream = child.stdio[WORKER_FD];
  if (stream instanceof Duplex) return stream;
  // A process that could not be started has no files.
  const none = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  none.destroy();
  return none;
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) =>
      resolve(signal === null ? `exit code ${code}` : `killed by ${signal}`),
    );
  });
}
