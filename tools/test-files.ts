// Runs test files, each as a process of its own or several in one, and gives back one TAP document.
//
// Not by tap's own runner: it puts module hooks into every test, and by NODE_OPTIONS into every process that a test starts, which cost more
// processor time than most tests do. And a file that runs out of time leaves the servers that it started behind.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { Parser } from 'tap-parser';
import { beginOf, errorsOfFiles, fileSubtests } from './file-subtests.ts';
import { ROOT } from './repository.ts';

export interface TestFilesOptions {
  /** How many run at a time. */
  readonly jobs: number;
  /** How long one file may take. */
  readonly timeoutMs: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Called for each file as it ends. */
  readonly onResult?: (result: FileResult) => void;
}

export interface FileResult {
  readonly file: string;
  readonly ok: boolean;
  readonly seconds: number;
  /** What the file wrote to its standard output. */
  readonly output: string;
  /** What it wrote to its standard error. */
  readonly errors: string;
  /** A reason for the failure beside the tests' own results; null = none. */
  readonly fault: string | null;
}

/** The program that runs several files. */
const SEVERAL = join(import.meta.dirname, 'test-process.ts');
/** Time for a timed-out test to report what it was waiting for. */
const LAST_WORDS_MS = 2_000;

/** Runs processes of one or more files in the order given; resolves with the TAP of the files, in the order of ending. */
export async function runTestFiles(
  processes: readonly (readonly string[])[],
  { jobs, onResult, ...options }: TestFilesOptions,
): Promise<string> {
  const parts = ['TAP version 14\n'];
  const waiting = [...processes];
  const running = new Set<ChildProcess>();
  const endAll = (): never => {
    for (const child of running) endGroup(child);
    process.exit(130);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, endAll);
  let ended = 0;
  const work = async (): Promise<void> => {
    for (let files = waiting.shift(); files !== undefined; files = waiting.shift()) {
      for (const result of await runProcess(files, { ...options, running })) {
        ended += 1;
        parts.push(asSubtest(result, ended));
        onResult?.(result);
      }
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  for (const signal of signals) process.removeListener(signal, endAll);
  return `${parts.join('')}1..${ended}\n`;
}

/** How a process of tests ended. */
interface Ended {
  readonly seconds: number;
  readonly output: string;
  readonly errors: string;
  /** The problem of the process; null = none. */
  readonly problem: string | null;
}

type ProcessOptions = Pick<TestFilesOptions, 'timeoutMs' | 'env'> & {
  readonly running: Set<ChildProcess>;
};

async function runProcess(files: readonly string[], options: ProcessOptions): Promise<readonly FileResult[]> {
  const [file] = files;
  if (file !== undefined && files.length === 1) {
    const { problem, ...ended } = await runProgram([file], options);
    const fault = problem ?? faultOf(ended.output);
    return [{ file, ok: fault === null, ...ended, fault }];
  }
  return resultsOf(files, await runProgram([SEVERAL, ...files], options));
}

/** The results of several files in one process. */
function resultsOf(files: readonly string[], { output, errors, problem }: Ended): readonly FileResult[] {
  const subtests = new Map(fileSubtests(output).map((subtest) => [subtest.name, subtest]));
  const saidBy = errorsOfFiles(errors);
  const isExplained = [...subtests.values()].some(({ ok }) => ok !== true);
  return files.map((file, index) => {
    const { ok = null, seconds = 0, output: own } = subtests.get(file) ?? {};
    let fault: string | null = null;
    if (own === undefined) fault = `did not begin: its process ${problem ?? 'ended'}`;
    else if (ok === null) fault = problem ?? 'its process ended before it did';
    else if (ok === false) fault = 'a test of it failed';
    else fault = faultOf(own);
    // A crash after the last test may come from any of the files.
    if (index === files.length - 1 && !isExplained && problem !== null)
      fault ??= `its process ${problem}, after ${files.join(', ')}`;
    return { file, ok: fault === null, seconds, output: own ?? '', errors: saidBy.get(file) ?? '', fault };
  });
}

function runProgram(
  args: readonly string[],
  { timeoutMs, env = {}, running }: ProcessOptions,
): Promise<Ended> {
  return new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
      cwd: ROOT,
      // TAP as under tap's own runner, so that only TAP is printed. The time limit is enforced here, because tap's would apply to the file
      // as well.
      env: { ...process.env, ...env, TAP: '1', TAP_TIMEOUT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own, so that everything it starts can be ended with it.
      detached: true,
    });
    running.add(child);
    let output = '';
    let errors = '';
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGALRM'); // tap's signal to report what a test is waiting for
      setTimeout(() => endGroup(child), LAST_WORDS_MS).unref();
    }, timeoutMs);
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      errors += chunk;
      // The limit is for one file, so it starts anew.
      if (!late && chunk.includes(beginOf(''))) timer.refresh();
    });
    const done = (problem: string | null): void => {
      clearTimeout(timer);
      running.delete(child);
      const seconds = (performance.now() - started) / 1_000;
      resolve({
        seconds,
        output,
        errors,
        problem: late ? `took longer than ${timeoutMs / 1_000} s` : problem,
      });
    };
    child.once('error', (error) => done(error.message));
    // Processes that it left behind may hold its standard output open.
    child.once('exit', () => endGroup(child));
    child.once('close', (code, signal) =>
      done(code === 0 ? null : `ended with ${signal ?? `status ${code}`}`),
    );
  });
}

/** The problem in the TAP of a file that exited successfully. */
function faultOf(output: string): string | null {
  const parser = new Parser();
  let points = 0;
  let reason = '';
  parser.on('assert', () => {
    points += 1;
  });
  parser.on('plan', ({ comment }: { comment: string }) => {
    reason = comment;
  });
  parser.end(output);
  if (!parser.ok) return 'its output is broken';
  // A file whose every test is skipped says so. A file with no points and no such remark found no tests.
  return points > 0 || /skip/i.test(reason) ? null : 'there are no tests in it';
}

function asSubtest({ file, ok, seconds, output, fault }: FileResult, number: number): string {
  const lines = output.split('\n').filter((line) => line !== '' && !line.startsWith('TAP version'));
  // Without anything inside, the file would count as an assertion of the run.
  const inside = (lines.length === 0 ? ['1..0'] : lines).map((line) => `    ${line}\n`).join('');
  const point = `${ok ? 'ok' : 'not ok'} ${number} - ${file} # time=${Math.round(seconds * 1_000)}ms\n`;
  return `# Subtest: ${file}\n${inside}${point}${fault === null ? '' : `# ${file} ${fault}\n`}`;
}

/** Ends a file's process with everything it started. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
