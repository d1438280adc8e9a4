import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { until } from './until.ts';

/** A real process of the product under test. */
export interface TestProcess {
  readonly pid: number;
  /** Standard output so far, by lines. */
  readonly lines: readonly string[];
  /** Standard error so far. */
  stderr(): string;
  /** Waits for the first line that fits. */
  line(pattern: RegExp): Promise<string>;
  /** Sends a signal and waits for the end. */
  end(signal?: NodeJS.Signals): Promise<{ readonly code: number | null; readonly signal: string | null }>;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

/** The repository's root. */
export const ROOT = new URL('../..', import.meta.url).pathname;

/**
 * The programs under test. `npm test` has built them before, which makes them start in half the time; a file that runs alone under `npx tap`
 * starts the sources.
 */
const BUILT = process.env.SCHOOLGATE_TEST_BUILT === '1';
export const SERVER_MAIN: string = `${ROOT}${BUILT ? 'dist/server/main.js' : 'server/main.ts'}`;
export const AGENT_MAIN: string = `${ROOT}${BUILT ? 'dist/agent/schoolgate-agent.cjs' : 'agent/main.ts'}`;

/** The programs of the server's threads. */
export const CATEGORY_PROGRAM: string = `${ROOT}${BUILT ? 'dist/server/category-worker.js' : 'api/categories/category-worker.ts'}`;
export const PREVIEW_PROGRAM: string = `${ROOT}${BUILT ? 'dist/server/preview-thread.js' : 'server/school/preview-thread.ts'}`;

/** No names of categories: making an index of what really ships takes a second of each first start. A test that wants it sets the variable to nothing. */
export const NOTHING_SHIPS: string = `${ROOT}test/fixtures/no-shipped-names.bin`;

/** What a program under test inherits: not the hooks that tap puts into every process below it. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, ...env } = process.env;
  return { SCHOOLGATE_CATEGORIES_SHIPPED_FILE: NOTHING_SHIPS, ...env };
}

/** Starts `node FILE …` on the Node that runs the test. */
export function startNode(args: readonly string[], env: Readonly<Record<string, string>> = {}): TestProcess {
  return startProgram(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], env);
}

/** Starts a program; nothing on its standard input. */
export function startProgram(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): TestProcess {
  return watch(
    spawn(file, args, { cwd: ROOT, env: { ...ownEnvironment(), ...env }, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
}

function watch(child: ChildProcess): TestProcess {
  const lines: string[] = [];
  let stderr = '';
  if (child.stdout !== null) createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  return {
    pid: child.pid ?? -1,
    lines,
    stderr: () => stderr,
    line: (pattern) =>
      until(() => lines.find((line) => pattern.test(line)), {
        what: `a line like ${pattern} from process ${child.pid}; it said: ${stderr.slice(-2_000)}`,
        timeoutMs: 60_000,
      }),
    end: (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return ended;
    },
    ended,
  };
}

/** Runs `node FILE …` to its end. */
export async function runNode(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const child = startNode(args, env);
  const { code } = await child.ended;
  return { code, stdout: child.lines.join('\n'), stderr: child.stderr() };
}

/** Below the ports that Linux, macOS and Windows give to whoever asks for any: nobody takes one of these by chance. */
const FIRST_OWN_PORT = 20_000;
const OWN_PORTS = 12_000;
/** Neighbouring processes begin far from one another. */
let nextPort = process.pid * 61;

/** A free port of 127.0.0.1 that nobody gets by chance: for a server that must come back on the same one, or that cannot say which port it was given. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < OWN_PORTS; tries++) {
    const port = FIRST_OWN_PORT + (nextPort++ % OWN_PORTS);
    if (await isFree(port)) return port;
  }
  throw new Error('no port is free');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
