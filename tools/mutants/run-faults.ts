import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type Bundle, bundleTest } from './bundle.ts';
import { type Fault, instrument, type Lines } from './instrument.ts';
import type { NearTests } from './near-tests.ts';
import type { Outcome } from './outcomes.ts';
import type { Told, UsableTest, Work } from './worker.ts';

/** A fault that keeps its tests from ending is noticed: after this, and many times what they take without it. */
const TIMEOUT_MS = 5000;
const TIMEOUT_FACTOR = 5;
/** Until all tests have run without a fault. */
const READY_TIMEOUT_MS = 120_000;

type Status = Outcome['status'];

/**
 * Puts in all faults of a source at once, bundles each near test with it, and runs every fault in a thread.
 * @param places files, or parts of them as `file:first-last`
 * @returns what became of each fault; a test that fails without a fault is named and not counted on
 */
export async function runFaults(
  places: readonly string[],
  nearTests: NearTests,
  { eachFile = false }: { readonly eachFile?: boolean } = {},
): Promise<readonly Outcome[]> {
  const parts = new Map<string, Lines[]>();
  for (const place of places) {
    const [file = '', first, last] = place.split(/[:-](?=\d+(?:-|$))/);
    const lines = parts.get(file) ?? [];
    if (first !== undefined) lines.push([Number(first), Number(last)]);
    parts.set(file, lines);
  }
  const waiting = [...parts];
  const outcomes: Outcome[] = [];
  const runNext = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [file, lines] = next;
      const ofFile = await runFile(file, lines, nearTests(file));
      outcomes.push(...ofFile);
      if (eachFile) tellFile(file, ofFile);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runNext));
  return outcomes.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}

function tellFile(file: string, outcomes: readonly Outcome[]): void {
  const noticed = outcomes.filter(({ status }) => status === 'noticed').length;
  const share = outcomes.length === 0 ? 100 : (noticed / outcomes.length) * 100;
  console.log(`${share.toFixed(1).padStart(5)} % of ${outcomes.length} noticed: ${file}`);
}

async function runFile(
  file: string,
  lines: readonly Lines[],
  tests: readonly string[],
): Promise<readonly Outcome[]> {
  const { content, faults } = await instrument(file, lines);
  if (faults.length === 0) return [];
  const bundles: Bundle[] = [];
  for (const test of tests) {
    try {
      bundles.push(await bundleTest(test, file, content));
    } catch (error) {
      tellUnusable(`${test}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const statuses = await runAll(bundles, faults);
  return faults.map(({ id, line, mutatorName, replacement }) => {
    const status = statuses.get(id);
    if (status === undefined) throw new Error(`nothing is known of a fault in ${file}:${line}`);
    return { file, status, line, mutatorName, replacement };
  });
}

const told = new Set<string>();

function tellUnusable(what: string): void {
  if (!told.has(what)) console.log(`not counted on: ${what.split('\n').slice(0, 2).join(' ')}`);
  told.add(what);
}

/** Runs all faults, with a new thread after each that has spoilt its own. */
async function runAll(bundles: readonly Bundle[], faults: readonly Fault[]) {
  const statuses = new Map<string, Status>();
  let usable: readonly UsableTest[] | null = null;
  let queue = faults.map(({ id }) => id);
  while (queue.length > 0) {
    usable = await runThread({ bundles, queue, usable }, statuses);
    queue = queue.filter((id) => !statuses.has(id));
  }
  return statuses;
}

/** Runs the queue until it is done or the thread is spoilt. A fault that spoils a thread as its first is noticed. */
function runThread(work: Work, statuses: Map<string, Status>): Promise<readonly UsableTest[] | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: work,
      stdout: true,
      stderr: true,
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    let { usable } = work;
    let running: string | null = null;
    let timer: NodeJS.Timeout | undefined;
    const finish = () => {
      clearTimeout(timer);
      worker.removeAllListeners();
      worker.on('error', () => undefined);
      void worker.terminate().then(() => resolve(usable));
    };
    const spoilt = (why: string) => {
      if (running === null) return reject(new Error(`the tests do not run without a fault: ${why}`));
      if (running === work.queue[0]) statuses.set(running, 'noticed');
      finish();
    };
    const startTimer = (ms: number, run: () => void) => {
      clearTimeout(timer);
      timer = setTimeout(run, ms);
    };
    startTimer(READY_TIMEOUT_MS, () => spoilt('they do not end'));
    worker.on('error', (error) => spoilt(String(error)));
    worker.on('exit', () => spoilt('the thread ended'));
    worker.on('message', (message: Told) => {
      switch (message.is) {
        case 'ready':
          for (const what of message.unusable) tellUnusable(what);
          usable = message.usable;
          return;
        case 'begun': {
          const { id, usuallyMs } = message;
          running = id;
          return startTimer(TIMEOUT_MS + TIMEOUT_FACTOR * usuallyMs, () => {
            statuses.set(id, 'noticed');
            finish();
          });
        }
        case 'ended':
          statuses.set(message.id, message.status);
          running = null;
          return startTimer(READY_TIMEOUT_MS, () => spoilt('the thread is silent'));
        case 'doubtful':
        case 'done':
          return finish();
      }
    });
  });
}
