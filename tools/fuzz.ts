// Fuzzes the readers of untrusted bytes: `node tools/fuzz.ts --minutes 10 [--only dns,bundles] [--seed N]`. Each target runs in a process
// of its own, for its share of the time. With the seed of a reported failure, the case comes first again (bundles), or the same inputs in
// nearly the same order (the others).
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ROOT } from './repository.ts';

const TARGETS = ['dns', 'client-hello', 'http', 'bundles'] as const;
/** A case that takes longer is a hang. The targets' own limits are far below. */
const HANG_MS = 90_000;
/** Heap of a target (MB). A leak exceeds it within minutes. */
const HEAP_MB = 1_500;

interface Outcome {
  readonly cases: number;
  readonly wrong: readonly string[];
  readonly seen: Readonly<Record<string, number>>;
}

/** A message from a target's process (test/fuzz/main.ts). */
type Told = { readonly caseSeed: number } | { readonly report: Outcome };

function runTarget(name: string, seed: number, seconds: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const heap = `--max-old-space-size=${HEAP_MB}`;
    const child = spawn(
      process.execPath,
      [
        heap,
        '--disable-warning=ExperimentalWarning',
        'test/fuzz/main.ts',
        name,
        String(seed),
        String(seconds),
      ],
      { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
    );
    let cases = 0;
    let last = seed;
    let report: Outcome | null = null;
    const giveUp = (): void => {
      child.kill('SIGKILL');
    };
    // A target that reports no cases is watched over its whole time.
    let timer = setTimeout(giveUp, seconds * 1_000 + HANG_MS);
    child.on('message', (told: Told) => {
      if ('report' in told) report = told.report;
      else {
        cases += 1;
        last = told.caseSeed;
        clearTimeout(timer);
        timer = setTimeout(giveUp, HANG_MS);
      }
    });
    child.on('error', (error) => resolve({ cases, wrong: [error.message], seen: {} }));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const how = signal === 'SIGKILL' ? 'hangs' : `died (${signal ?? code})`;
      resolve(report ?? { cases, wrong: [`${how}; seed ${last} repeats it`], seen: {} });
    });
  });
}

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, only: { type: 'string' }, seed: { type: 'string' } },
});
const names = values.only?.split(',') ?? TARGETS;
const unknown = names.filter((name) => !TARGETS.some((target) => target === name));
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
const seconds = (Number(values.minutes) * 60) / names.length;
if (unknown.length > 0 || !(seconds > 0) || !Number.isInteger(seed)) {
  console.error(
    `--minutes is a number above 0, --seed a whole number, --only names some of ${TARGETS.join()}`,
  );
  process.exit(2);
}
console.log(`seed ${seed}, ${Math.round(seconds)} s a target`);
for (const name of names) {
  const started = performance.now();
  const { cases, wrong, seen } = await runTarget(name, seed, seconds);
  const took = (performance.now() - started) / 1_000;
  const counts = Object.entries(seen).map(([what, count]) => `${what} ${count}`);
  console.log(
    `${name}: ${cases} cases, ${(cases / took).toFixed(1)} a second, ${wrong.length} failures (${counts.join(', ')})`,
  );
  for (const failure of wrong) console.error(`  ${failure}`);
  if (wrong.length > 0) process.exitCode = 1;
}
