// Puts faults into the product, one at a time, and tells which the tests did not notice:
//   npm run mutants [-- FOLDER-OR-FILE …] [--sample PLACES] [--seed N] [--near TESTS] [--floor PERCENT]
// Without --sample all of it, which takes hours for a large folder. Without --seed the sample is another for each state of the code, and the same for the same.
// Needs `tools/mutation-programs.sh` once.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { distancesFrom, readImports, testFiles } from './import-graph.ts';
import { filesBelow, ROOT, runNode, sourceFiles } from './repository.ts';

/** Where a fault that nobody notices costs most. */
const FOLDERS = [
  'contracts/policy',
  'agent/core',
  'agent/filter/dns',
  'agent/filter/proxy',
  'agent/filter/relay',
  'gateway',
  'api/http',
  'api/outbound',
  'api/webhooks',
  'store/rules',
] as const;
/** Whole programs start built files, in which there are no faults. */
const TEST_FOLDERS = ['test/unit', 'test/contract', 'test/integration'] as const;
/** Lines of one place of a sample: most faults lie within. */
const PLACE_LINES = 3;
/** A fault is looked for by so many of the nearest test files. */
const NEAR_TESTS = 8;
/**
 * Not made: an emptied text is either a message, which is told and not asserted, or a member of a union, which does not compile.
 */
const LEFT_OUT = ['StringLiteral'] as const;
/** Tap's own limit for a file that it did not start is 30 s. */
const TEST_TIMEOUT_SECONDS = 300;
const PROGRAM = join(ROOT, 'test/mutation/node_modules/@stryker-mutator/core/bin/stryker.js');
const WORK = 'dist/mutants';

interface Mutant {
  readonly status: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: { readonly start: { readonly line: number } };
}

/** Of the mutation-testing report schema, what is read. */
interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[]; readonly source: string }>>;
}

/** A fault that stops a test is noticed. One that does not run at all says nothing of the tests. */
const NOTICED = new Set(['Killed', 'Timeout']);
const COUNTED = new Set([...NOTICED, 'Survived', 'NoCoverage']);

if (import.meta.main) await main();

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      sample: { type: 'string' },
      seed: { type: 'string' },
      near: { type: 'string', default: String(NEAR_TESTS) },
      floor: { type: 'string', default: '0' },
    },
  });
  if (!existsSync(PROGRAM)) throw new Error('install the program first: bash tools/mutation-programs.sh');
  const files = (positionals.length > 0 ? positionals : FOLDERS).flatMap(sourcesOf);
  const seed = Number(values.seed ?? seedOf(files));
  const random = createRandom(seed);
  const places = values.sample === undefined ? files : pickPlaces(files, Number(values.sample), random);
  const mutated = [...new Set(places.map((place) => place.replace(/:\d.*$/, '')))];
  const tests = nearestTests(mutated, Number(values.near));
  console.log(`${mutated.length} files, ${tests.length} files of tests near them, seed ${seed}`);
  const report = await runStryker(places, tests);
  const score = tell(report);
  if (score < Number(values.floor)) {
    console.log(`FAILED: below ${values.floor} %`);
    process.exitCode = 1;
  }
}

function sourcesOf(path: string): readonly string[] {
  if (!existsSync(path)) throw new Error(`there is no ${path}`);
  return statSync(path).isDirectory() ? filesBelow(path.replace(/\/+$/, ''), '.ts') : [path];
}

/** Places that hold code, each as likely as any other. @param count of places */
function pickPlaces(files: readonly string[], count: number, random: () => number): readonly string[] {
  const all = files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.flatMap((line, index) =>
      isCode(line) ? [`${file}:${index + 1}-${index + PLACE_LINES}`] : [],
    );
  });
  const picked = new Set<string>();
  while (picked.size < Math.min(count, all.length)) picked.add(all[Math.floor(random() * all.length)] ?? '');
  return [...picked].sort();
}

function isCode(line: string): boolean {
  return (
    /[=?!<>&|+(-]/.test(line) && !/^\s*(\*|\/\/|\/\*|import |export (type|interface) |readonly )/.test(line)
  );
}

/** How long the code is, in bytes. */
function seedOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + statSync(file).size, 0);
}

/** Mulberry32: the same seed makes the same sample. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** For each source its nearest test files: by imports, and by the folder in which they lie. */
function nearestTests(sources: readonly string[], near: number): readonly string[] {
  const imports = readImports(sourceFiles());
  const tests = testFiles(TEST_FOLDERS)
    .map((file) => ({ file, needs: distancesFrom(file, imports) }))
    .filter(
      ({ needs }) => ![...needs.keys()].some((file) => file.startsWith('test/') && startsPrograms(file)),
    );
  const wanted = new Set<string>();
  for (const source of sources) {
    const reaching = tests
      .flatMap(({ file, needs }, order) => {
        const steps = needs.get(source);
        if (steps === undefined) return [];
        // Tests lie as the code does, a module's own at the same path; and an integration test takes many times as long as another.
        const lies = file.replace(/^test\/\w+\//, '').startsWith(source.split('/').slice(0, 2).join('/'));
        const own = file === `test/unit/${source.replace(/\.ts$/, '.test.ts')}`;
        const cost = (file.startsWith('test/integration/') ? 2 : 0) - (lies ? 4 : 0) - (own ? 4 : 0);
        return [{ file, steps: steps + cost, order }];
      })
      .sort((a, b) => a.steps - b.steps || a.order - b.order);
    for (const { file } of reaching.slice(0, near)) wanted.add(file);
  }
  return [...wanted].sort();
}

/** The fault is in this process alone: a program that it starts is as it was. */
function startsPrograms(file: string): boolean {
  return readFileSync(join(ROOT, file), 'utf8').includes("'node:child_process'");
}

async function runStryker(places: readonly string[], tests: readonly string[]): Promise<Report> {
  const folder = join(ROOT, WORK);
  mkdirSync(folder, { recursive: true });
  const reportFile = join(folder, 'report.json');
  const configFile = join(folder, 'stryker.json');
  rmSync(reportFile, { force: true });
  writeFileSync(
    configFile,
    JSON.stringify({
      testRunner: 'tap',
      plugins: ['@stryker-mutator/tap-runner'],
      tap: {
        testFiles: tests,
        nodeArgs: ['--disable-warning=ExperimentalWarning', '-r', '{{hookFile}}', '{{testFile}}'],
      },
      mutate: places,
      mutator: { excludedMutations: LEFT_OUT },
      coverageAnalysis: 'perTest',
      concurrency: availableParallelism(),
      tempDirName: `${WORK}/sandboxes`,
      ignorePatterns: [
        'dist',
        'schoolgate-data',
        'schoolgate-demo-data',
        'test/conformance',
        'test/mutation',
        'test/service',
        '.tap',
      ],
      disableTypeChecks: false,
      reporters: ['json'],
      jsonReporter: { fileName: reportFile },
      allowConsoleColors: false,
      warnings: false,
    }),
  );
  // Tests of the product find its pinned Node first.
  const PATH = `${join(process.execPath, '..')}:${process.env.PATH ?? ''}`;
  const env = { ...process.env, PATH, TAP_TIMEOUT: String(TEST_TIMEOUT_SECONDS) };
  const status = await runNode([PROGRAM, 'run', configFile], { env });
  if (!existsSync(reportFile)) throw new Error(`the run ended with ${status} and no report`);
  return JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
}

interface Share {
  readonly noticed: number;
  readonly all: number;
}

/** Prints what was not noticed, and the share of what was by folder. @returns it over all, per cent */
function tell({ files }: Report): number {
  const shares = new Map<string, Share>();
  let total: Share = { noticed: 0, all: 0 };
  for (const [file, { mutants, source }] of Object.entries(files)) {
    const counted = mutants.filter(({ status }) => COUNTED.has(status));
    const missed = counted.filter(({ status }) => !NOTICED.has(status));
    const share = { noticed: counted.length - missed.length, all: counted.length };
    shares.set(folderOf(file), sum(share, shares.get(folderOf(file))));
    total = sum(total, share);
    for (const mutant of missed) tellMissed(file, mutant, source.split('\n'));
  }
  for (const [folder, share] of [...shares].sort(([a], [b]) => a.localeCompare(b))) tellShare(folder, share);
  tellShare('all', total);
  return percent(total);
}

function sum(a: Share, b: Share = { noticed: 0, all: 0 }): Share {
  return { noticed: a.noticed + b.noticed, all: a.all + b.all };
}

function percent({ noticed, all }: Share): number {
  return all === 0 ? 100 : (noticed / all) * 100;
}

function tellShare(name: string, share: Share): void {
  console.log(`${percent(share).toFixed(1).padStart(5)} % of ${share.all} noticed: ${name}`);
}

function tellMissed(file: string, mutant: Mutant, lines: readonly string[]): void {
  const { line } = mutant.location.start;
  const how = mutant.status === 'NoCoverage' ? 'not run' : 'not noticed';
  console.log(`${how}: ${file}:${line} ${mutant.mutatorName}`);
  console.log(`    ${lines[line - 1]?.trim()}`);
  console.log(`  → ${mutant.replacement?.split('\n')[0]}`);
}

function folderOf(file: string): string {
  return FOLDERS.find((folder) => file.startsWith(`${folder}/`)) ?? file.slice(0, file.lastIndexOf('/'));
}
