// Runs the faults of one source, one after another, in this thread.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { ROOT } from '../repository.ts';
import type { Bundle } from './bundle.ts';
import { createRun, type Run } from './tap-stand-in.ts';

/** A test file that passes without a fault. */
export interface UsableTest {
  readonly test: string;
  /** The faults that it runs over. */
  readonly reaches: readonly string[];
  readonly tookMs: number;
}

/** What the thread is given. */
export interface Work {
  readonly bundles: readonly Bundle[];
  /** Faults in the order of running. */
  readonly queue: readonly string[];
  /** What an earlier thread found; null for the first. */
  readonly usable: readonly UsableTest[] | null;
}

/** What the thread tells. */
export type Told =
  | { readonly is: 'ready'; readonly usable: readonly UsableTest[]; readonly unusable: readonly string[] }
  | { readonly is: 'begun'; readonly id: string; readonly usuallyMs: number }
  | { readonly is: 'ended'; readonly id: string; readonly status: 'noticed' | 'not noticed' | 'not run' }
  /** It failed by something that may have come late of an earlier fault: a new thread is to say. */
  | { readonly is: 'doubtful'; readonly id: string }
  | { readonly is: 'done' };

/** The switches of Stryker's instrumented code. */
interface Switches {
  activeMutant?: string | undefined;
  mutantCoverage?: { readonly static: Readonly<Record<string, number>> } | undefined;
  hitCount?: number;
  hitLimit?: number;
}

interface Loaded {
  readonly test: string;
  /** Evaluates the test and all our code anew, and runs it. @returns why it failed, or null */
  readonly run: () => Promise<string | null>;
}

/** Of a fault's own code: so often only in a loop without an end. */
const HIT_LIMIT = 3_000_000;
/** Of all tests of one fault that nothing notices. The nearest is run however long it takes, the others while there is time, the quickest first. */
const BUDGET_MS = 1500;
const WHY_SHOWN = 300;
const LATE = 'an unhandled rejection';

const shared = globalThis as unknown as { __stryker__: Switches; schoolgateTap: object };
shared.__stryker__ = {};
let current: Run | null = null;
process.on('unhandledRejection', (error) => current?.fail(`${LATE}: ${String(error)}`));
await main(workerData as Work);

async function main({ bundles, queue, usable }: Work): Promise<void> {
  const loaded = bundles.map(load);
  const known = usable ?? (await runWithoutFault(loaded));
  for (const [index, id] of queue.entries()) {
    const reaching = known.filter(({ reaches }) => reaches.includes(id));
    tell({ is: 'begun', id, usuallyMs: reaching.reduce((sum, { tookMs }) => sum + tookMs, 0) });
    const why = await runFault(
      id,
      reaching.flatMap(({ test }) => loaded.filter((each) => each.test === test)),
    );
    if (why?.startsWith(LATE) && index > 0) return tell({ is: 'doubtful', id });
    const missed = reaching.length === 0 ? 'not run' : 'not noticed';
    tell({ is: 'ended', id, status: why === null ? missed : 'noticed' });
  }
  tell({ is: 'done' });
}

function tell(told: Told): void {
  parentPort?.postMessage(told);
}

function load({ test, code }: Bundle): Loaded {
  const file = join(ROOT, test);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${code}\n})`, {
    filename: file,
  });
  const evaluate = script.runInThisContext() as (...names: readonly unknown[]) => void;
  const run = async () => {
    const run = createRun();
    current = run;
    shared.schoolgateTap = run.tap;
    const module = { exports: {} };
    try {
      evaluate(module.exports, createRequire(file), module, file, dirname(file));
    } catch (error) {
      return `it does not load: ${String(error)}`;
    }
    return await run.finish();
  };
  return { test, run };
}

/** Tells which tests can be used: a test that fails without a fault says nothing of one. */
async function runWithoutFault(loaded: readonly Loaded[]): Promise<readonly UsableTest[]> {
  const usable: UsableTest[] = [];
  const unusable: string[] = [];
  for (const { test, run } of loaded) {
    const switches: Switches = {};
    shared.__stryker__ = switches;
    const began = performance.now();
    const why = await run();
    const reaches = Object.keys(shared.__stryker__.mutantCoverage?.static ?? {});
    if (why === null) usable.push({ test, reaches, tookMs: performance.now() - began });
    else unusable.push(`${test}: ${why.slice(0, WHY_SHOWN)}`);
  }
  const affordable = withinBudget(usable);
  tell({ is: 'ready', usable: affordable, unusable });
  return affordable;
}

/** @param usable the nearest first */
function withinBudget([nearest, ...others]: readonly UsableTest[]): readonly UsableTest[] {
  if (nearest === undefined) return [];
  let sumMs = nearest.tookMs;
  const kept = others
    .sort((a, b) => a.tookMs - b.tookMs)
    .filter(({ tookMs }) => {
      sumMs += tookMs;
      return sumMs < BUDGET_MS;
    });
  return [nearest, ...kept].sort((a, b) => a.tookMs - b.tookMs);
}

async function runFault(id: string, reaching: readonly Loaded[]): Promise<string | null> {
  Object.assign(shared.__stryker__, { activeMutant: id, hitCount: 0, hitLimit: HIT_LIMIT });
  for (const { run } of reaching) {
    const why = await run();
    if (why !== null) return why;
  }
  return null;
}
