import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { extname, join } from 'node:path';

/** `.ts` when Node runs the sources, `.js` when it runs the build: what we start is of the same kind. */
const EXTENSION = extname(import.meta.filename);
const FLAGS = ['--disable-warning=ExperimentalWarning'];
const AGENT = join(
  import.meta.dirname,
  EXTENSION === '.ts' ? '../../agent/main.ts' : '../agent/schoolgate-agent.cjs',
);

/** Starts the simulation's process, with a channel for messages. What it logs goes to our standard error. */
export function forkWorker(): ChildProcess {
  return fork(join(import.meta.dirname, `demo-worker${EXTENSION}`), [], {
    execArgv: FLAGS,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: childEnvironment(),
  });
}

/** Starts the real agent's command line. Its standard input is a pipe that closes with us. */
export function startAgent(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [...FLAGS, AGENT, ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: childEnvironment(),
  });
}

/** The server's settings are not its children's. */
function childEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SCHOOLGATE_')));
}

/** Waits for a process to end. @returns its exit code; null when a signal ended it. @throws Error when it could not be started */
export async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  await once(child, 'exit');
  return child.exitCode;
}
