// `npm run measure [-- NAME …]`: runs the measurements, prints one table, and writes dist/measure/NAME.json for each. Exits with 1 when a
// measurement exceeds its bound.
import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAll } from './build.ts';
import { MEASUREMENTS, type Measurement } from './measurements.ts';
import { captureNode, ROOT, runNode } from './repository.ts';

interface Figure {
  readonly figure: string;
  readonly value: number;
  /** The largest allowed value; null = the figure is only reported. */
  readonly bound: number | null;
  readonly ok: boolean;
}

if (import.meta.main) await main(process.argv.slice(2));

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !MEASUREMENTS.some((one) => one.name === name));
  if (unknown.length > 0) {
    for (const { name, what, needs } of MEASUREMENTS)
      console.error(`${name.padEnd(14)}${what}${needs === null ? '' : ` (needs ${needs})`}`);
    console.error(`there is no measurement called ${unknown.join(' or ')}`);
    process.exitCode = 2;
    return;
  }
  const rows: (readonly [string, Figure])[] = [];
  for (const one of MEASUREMENTS.filter(({ name }) => names.length === 0 || names.includes(name)))
    rows.push(...(await measure(one)).map((figure) => [one.name, figure] as const));
  print(rows);
  if (rows.some(([, { ok }]) => !ok)) process.exitCode = 1;
}

async function measure({
  name,
  args,
  env = {},
  newSeed,
  tellsFigures,
}: Measurement): Promise<readonly Figure[]> {
  console.log(`== ${name}`);
  const seed = newSeed ? seedOfRun() : {};
  const folder = mkdtempSync(join(tmpdir(), 'measure-'));
  const counts = join(folder, 'counts');
  const loadBefore = loadavg()[0];
  const started = performance.now();
  const whole = { ...process.env, ...env, ...seed, SCHOOLGATE_TEST_COUNTS: counts };
  const { status, told } = tellsFigures
    ? await hear(args, whole)
    : { status: await runNode(args, { env: whole }), told: [] };
  const seconds = Math.round((performance.now() - started) / 1_000);
  const figures: readonly Figure[] = [
    ...told,
    ...countedIn(counts),
    { figure: 'exit status', value: status, bound: 0, ok: status === 0 },
    { figure: 'seconds', value: seconds, bound: null, ok: true },
  ];
  rmSync(folder, { recursive: true });
  const machine = { cores: availableParallelism(), loadBefore };
  mkdirSync(join(ROOT, 'dist/measure'), { recursive: true });
  const text = JSON.stringify({ name, at: new Date().toISOString(), machine, figures }, null, 2);
  writeFileSync(join(ROOT, `dist/measure/${name}.json`), `${text}\n`);
  return figures;
}

/** A random seed, or the given one, to repeat a failed run. */
function seedOfRun(): { readonly SCHOOLGATE_TEST_SEED: string } {
  const seed = process.env.SCHOOLGATE_TEST_SEED ?? String(randomInt(2 ** 31));
  console.log(`the same again: SCHOOLGATE_TEST_SEED=${seed}`);
  return { SCHOOLGATE_TEST_SEED: seed };
}

/** Runs a program that prints its own figures. Its other output is shown. */
async function hear(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ readonly status: number; readonly told: readonly Figure[] }> {
  if (!(await buildAll())) return { status: 1, told: [] };
  const { status, output } = await captureNode(args, { ...env, SCHOOLGATE_TEST_BUILT: '1' });
  const lines = output.split('\n').filter((line) => line !== '');
  const isFigure = (line: string): boolean => line.startsWith('{"figure":');
  for (const line of lines.filter((one) => !isFigure(one))) console.log(line);
  return { status, told: lines.filter(isFigure).map(readFigure) };
}

function readFigure(line: string): Figure {
  const { figure, value, unit, bound, ok } = JSON.parse(line) as Figure & { readonly unit: string };
  return { figure: `${figure} (${unit})`, value: Math.round(value * 10) / 10, bound, ok };
}

/** The numbers of passed and failed tests; none for a program that counts no tests. */
function countedIn(file: string): readonly Figure[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return []; // it was not a run of tests
  }
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number));
  const sum = (at: number): number => lines.reduce((all, numbers) => all + (numbers[at] ?? 0), 0);
  return [
    { figure: 'passed', value: sum(0), bound: null, ok: true },
    { figure: 'failed', value: sum(1), bound: 0, ok: sum(1) === 0 },
  ];
}

function print(rows: readonly (readonly [string, Figure])[]): void {
  const table = rows.map(([name, { figure, value, bound, ok }]) => ({
    measurement: name,
    figure,
    value,
    bound: bound ?? '',
    verdict: ok ? 'ok' : 'PAST ITS BOUND',
  }));
  console.table(table);
}
