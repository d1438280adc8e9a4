import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './repository.ts';

/** Seconds that each test file took when it last ran here. */
export type TestTimes = Readonly<Record<string, number>>;

const FILE = join(ROOT, 'dist/test-times.json');
/** Times of the longest files on two cores, for a fresh clone. */
const USUAL = join(ROOT, 'tools/test-times.json');

/** Sorts the files that take longest first, so that no long file runs alone at the end. Files without a known time come last, the larger first. */
export function longestFirst(
  files: readonly string[],
  times: TestTimes,
  sizeOf: (file: string) => number = (file) => statSync(join(ROOT, file)).size,
): string[] {
  const keyed = files.map((file) => ({ file, time: times[file] ?? 0, size: sizeOf(file) }));
  return keyed.sort((a, b) => b.time - a.time || b.size - a.size).map(({ file }) => file);
}

/** The times of earlier runs on this machine, and the usual times for other files, if known. */
export function readTimes(): TestTimes {
  return { ...timesIn(USUAL), ...timesIn(FILE) };
}

function timesIn(file: string): TestTimes {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TestTimes;
  } catch {
    return {}; // the times affect only the order
  }
}

/** Adds the times of a run to those of earlier runs. */
export function writeTimes(times: TestTimes): void {
  const all = Object.entries({ ...timesIn(FILE), ...times }).sort(([, a], [, b]) => b - a);
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(all), null, 1)}\n`);
}
