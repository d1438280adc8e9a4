import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './repository.ts';

/** Seconds that each test file took when it last ran here. */
export type TestTimes = Readonly<Record<string, number>>;

const FILE = join(ROOT, 'dist/test-times.json');

/** Folders of the longest tests: they start whole programs. In the order of their length. */
const LONG_FOLDERS = ['test/e2e/', 'test/browser/', 'test/integration/server/', 'test/integration/'];

/**
 * Puts the files that take longest first, so that at the end no long one runs alone. What has never run here comes
 * before all that has: those that start whole programs first, then the larger ones.
 */
export function longestFirst(
  files: readonly string[],
  times: TestTimes,
  sizeOf: (file: string) => number = (file) => statSync(join(ROOT, file)).size,
): string[] {
  const keys = new Map(
    files.map((file) => {
      const folder = LONG_FOLDERS.findIndex((one) => file.startsWith(one));
      return [
        file,
        [times[file] ?? Number.MAX_VALUE, folder < 0 ? LONG_FOLDERS.length : folder, sizeOf(file)],
      ];
    }),
  );
  return [...files].sort((a, b) => {
    const [timeA = 0, folderA = 0, sizeA = 0] = keys.get(a) ?? [];
    const [timeB = 0, folderB = 0, sizeB = 0] = keys.get(b) ?? [];
    return timeB - timeA || folderA - folderB || sizeB - sizeA;
  });
}

/** The times of earlier runs; none when there was no run. */
export function readTimes(): TestTimes {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as TestTimes;
  } catch {
    return {}; // only the order depends on it
  }
}

/** Adds the times of a run to those of earlier ones. */
export function writeTimes(times: TestTimes): void {
  const all = Object.entries({ ...readTimes(), ...times }).sort(([, a], [, b]) => b - a);
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(all), null, 1)}\n`);
}
