// `npm test [-- PATH …] [--jobs=N] [--timeout=SECONDS]` runs the tests that need nothing but npm, or those below the paths;
// `npm run test:extra [-- SUITE …]` the suites that need more. In the environment:
//   SCHOOLGATE_CI_REQUIRE  names of extra suites that must run in full: one that cannot, or that skips, fails
//   SCHOOLGATE_TEST_SKIPS  `fail`: what skips fails, as for a measurement that was asked for
//   SCHOOLGATE_TEST_COUNTS a file that gets one line `passed failed` a run
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildAll } from './build.ts';
import { EXTRA_SUITES, type ExtraSuite } from './extra-suites.ts';
import { filesBelow, packageProgram, ROOT, runNode } from './repository.ts';
import { countTests, recordCounts, type TestCounts } from './test-counts.ts';
import { describeFailure } from './test-failures.ts';
import { runTestFiles } from './test-files.ts';
import { groupFiles } from './test-groups.ts';
import { longestFirst, readTimes, writeTimes } from './test-times.ts';

/** Folders whose tests start the built programs. */
const NEED_BUILD = [
  'test/integration/server',
  'test/integration/agent',
  'test/e2e',
  'test/benches',
  'test/browser',
  'test/conformance',
  'test/powercut',
  'test/netns',
  'test/hostile',
  'test/mutation',
  'test/service',
  'test/packages',
];
const FOLDERS = ['test/unit', 'test/contract', 'test/integration', 'test/e2e', 'test/browser', 'test/arch'];

/** Two more than there are processors, because the longest tests mostly wait. At most four, because tests that depend on time must pass beside the others. */
const JOBS = Math.min(4, availableParallelism() + 2);
/** Limit of one file: several times what the longest needs on a busy machine. */
const TIMEOUT_SECONDS = 300;
/** The slowest files to list with their times, so that a failed run elsewhere can be understood from its log. */
const SLOWEST = 10;

interface RunOptions {
  readonly jobs?: number;
  readonly timeoutSeconds?: number;
  /** Whether to show the comments that tests print. */
  readonly showsComments?: boolean;
}

let built: Promise<boolean> | null = null;
const required = (process.env.SCHOOLGATE_CI_REQUIRE ?? '').split(/[\s,]+/).filter((name) => name !== '');

if (import.meta.main) await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<void> {
  const ok = args[0] === '--extra' ? await runExtra(args.slice(1)) : await runOrdinary(args);
  if (!ok) process.exitCode = 1;
}

async function runOrdinary(args: readonly string[]): Promise<boolean> {
  const paths = args.filter((arg) => !arg.startsWith('-'));
  const allowSkips = process.env.SCHOOLGATE_TEST_SKIPS !== 'fail';
  const ok = await runTests(paths.length > 0 ? paths : FOLDERS, { ...readOptions(args), allowSkips });
  if (paths.length === 0 && process.env.CI === undefined) {
    for (const { name, needs } of EXTRA_SUITES)
      console.log(
        `not part of this: ${name}, which runs by npm run test:extra -- ${name} and needs ${needs}`,
      );
  }
  return ok;
}

function readOptions(args: readonly string[]): RunOptions {
  const options: { jobs?: number; timeoutSeconds?: number; showsComments?: true } = {};
  for (const arg of args.filter((one) => one.startsWith('-'))) {
    if (arg === '--comments') {
      options.showsComments = true;
      continue;
    }
    const [, name, value] = /^--(jobs|timeout)=([1-9]\d*)$/.exec(arg) ?? [];
    if (name === 'jobs') options.jobs = Number(value);
    else if (name === 'timeout') options.timeoutSeconds = Number(value);
    else
      throw new Error(
        `${arg}: there are --jobs=N, --timeout=SECONDS and --comments; the options of tap are for npx tap`,
      );
  }
  return options;
}

async function runExtra(names: readonly string[]): Promise<boolean> {
  const unknown = [...names, ...required].filter(
    (name) => !EXTRA_SUITES.some((suite) => suite.name === name),
  );
  if (unknown.length > 0) throw new Error(`there is no extra suite called ${unknown.join(' or ')}`);
  let ok = true;
  for (const suite of EXTRA_SUITES.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const mustRun = required.includes(suite.name);
    if (suite.isPossible()) ok = (await runSuite(suite, mustRun)) && ok;
    else {
      ok = !mustRun && ok;
      tellMissing(suite, mustRun);
    }
  }
  return ok;
}

function runSuite({ files, jobs }: ExtraSuite, mustRun: boolean): Promise<boolean> {
  return runTests(files, { allowSkips: !mustRun, ...(jobs === undefined ? {} : { jobs }) });
}

function tellMissing({ name, needs }: ExtraSuite, mustRun: boolean): void {
  console.log(`${mustRun ? 'FAILED' : 'not run'}: the suite ${name} needs ${needs}`);
  if (mustRun) record({ passed: 0, failed: 1 });
}

/** Builds once, because several suites of one run use the same sources. */
function buildOnce(): Promise<boolean> {
  built ??= buildAll();
  return built;
}

async function runTests(
  paths: readonly string[],
  { allowSkips = true, ...options }: RunOptions & { readonly allowSkips?: boolean } = {},
): Promise<boolean> {
  const files = paths.flatMap((path) =>
    path.endsWith('.ts') ? [path] : filesBelow(path.replace(/\/+$/, ''), '.test.ts'),
  );
  if (files.length === 0) {
    console.error(`there are no tests below ${paths.join(', ')}`);
    return false;
  }
  const needsBuild = files.some((file) => NEED_BUILD.some((folder) => file.startsWith(`${folder}/`)));
  if (needsBuild && !(await buildOnce())) {
    record({ passed: 0, failed: 1 });
    return false;
  }
  const started = performance.now();
  // Two files that find no browser would otherwise each unpack one.
  if (files.some((file) => file.startsWith('test/browser/')))
    await runNode(['test/support/unpack-browser.ts']);
  const { counts, slowest } = await runFiles(files, options, needsBuild);
  const failed = counts.failed + (!allowSkips ? counts.skipped.length : 0);
  for (const failure of counts.failures) console.log(`FAILED: ${failure}`);
  for (const skipped of counts.skipped) console.log(`skipped: ${skipped}`);
  if (files.length > SLOWEST)
    console.log(
      `the slowest: ${slowest
        .slice(0, SLOWEST)
        .map(([file, seconds]) => `${file} ${seconds} s`)
        .join(', ')}`,
    );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const total = { passed: counts.passed, failed };
  console.log(
    `${total.passed} tests passed, ${total.failed} failed, ${counts.skipped.length} skipped in ${seconds} s`,
  );
  record(total);
  return total.failed === 0;
}

async function runFiles(
  files: readonly string[],
  { jobs = JOBS, timeoutSeconds = TIMEOUT_SECONDS, showsComments = false }: RunOptions,
  built: boolean,
): Promise<{ readonly counts: TestCounts; readonly slowest: readonly (readonly [string, number])[] }> {
  await prepareTap();
  const times: Record<string, number> = {};
  const known = readTimes();
  const tap = await runTestFiles(groupFiles(longestFirst(files, known), known), {
    jobs,
    timeoutMs: timeoutSeconds * 1_000,
    env: {
      // Processes load mostly the same modules, so they share a cache of compiled code.
      NODE_COMPILE_CACHE: join(ROOT, 'dist/compile-cache'),
      ...(built ? { SCHOOLGATE_TEST_BUILT: '1' } : {}),
    },
    onResult: (result) => {
      times[result.file] = Math.round(result.seconds * 10) / 10;
      for (const line of describeFailure(result)) console.log(line);
      if (showsComments) for (const line of commentsIn(result.output)) console.log(line);
    },
  });
  writeTimes(times);
  return { counts: countTests(tap), slowest: Object.entries(times).sort(([, a], [, b]) => b - a) };
}

/** The comments of tests, mostly figures. Tap's own comments about groups, times and counts are left out. */
function commentsIn(output: string): readonly string[] {
  return output.split('\n').flatMap((line) => {
    const [, said] = /^ *# (?!Subtest:|time=|\{ total:)(.+)$/.exec(line) ?? [];
    return said === undefined ? [] : [said];
  });
}

/**
 * Tap builds its test class for the plugins of package.json on the first run, but that run still loads the tests through a compiler that
 * does not know our TypeScript. So it is built here after `npm ci`, also for `npx tap`.
 */
async function prepareTap(): Promise<void> {
  const testClass = readFileSync(join(ROOT, 'node_modules/@tapjs/test/test-built/dist/esm/index.js'), 'utf8');
  if (!testClass.includes('@tapjs/typescript')) return;
  const status = await runNode([packageProgram('tap', 'tap'), 'build'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('tap could not build its test class');
}

function record(counts: Pick<TestCounts, 'passed' | 'failed'>): void {
  const file = process.env.SCHOOLGATE_TEST_COUNTS;
  if (file !== undefined) recordCounts(file, counts);
}
