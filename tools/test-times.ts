import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './repository.ts';

/** Seconds that each test file took when it last ran here. */
export type TestTimes = Readonly<Record<string, number>>;

const FILE = join(ROOT, 'dist/test-times.json');
/** Of the longest files, as two cores took them: for a fresh clone. */
const USUAL = join(ROOT, 'tools/test-times.json');

/**
 * Puts the files that take longest first, so that at the end no long one runs alone. One that has no time yet comes after all that have, and the
 * larger of two such first.
 */
export function longestFirst(
  files: readonly string[],
  times: TestTimes,
  sizeOf: (file: string) => number = (file) => statSync(join(ROOT, file)).size,
): string[] {
  const keyed = files.map((file) => ({ file, time: times[file] ?? 0, size: sizeOf(file) }));
  return keyed.sort((a, b) => b.time - a.time || b.size - a.size).map(({ file }) => file);
}

/** The times of earlier runs here; of what did not run here the usual ones, as far as they are known. */
export function readTimes(): TestTimes {
  return { ...timesIn(USUAL), ...timesIn(FILE) };
}

function timesIn(file: string): TestTimes {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TestTimes;
  } catch {
    return {}; // only the order depends on it
  }
}

/** Adds the times of a run to those of earlier ones. */
export function writeTimes(times: TestTimes): void {
  const all = Object.entries({ ...timesIn(FILE), ...times }).sort(([, a], [, b]) => b - a);
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(all), null, 1)}\n`);
}
