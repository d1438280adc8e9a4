// A source file over its limit has more than one reason to change and must be split.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, sourceFiles } from './repository.ts';

const MOST_LINES = 400;
const MOST_DASHBOARD_LINES = 300; // a part of a page is read beside its neighbours
const MOST_TEST_LINES = 600; // a test file is a list of entries that are read one at a time

/** The files that are too long, each as a sentence. */
export function findLongFiles(files: readonly string[], linesOf: (file: string) => number): string[] {
  return files.flatMap((file) => {
    const most = mostLinesOf(file);
    const lines = linesOf(file);
    return lines > most ? [`${file} has ${lines} lines, ${most} are allowed`] : [];
  });
}

function mostLinesOf(file: string): number {
  if (file.startsWith('test/')) return MOST_TEST_LINES;
  return file.startsWith('dashboard/') ? MOST_DASHBOARD_LINES : MOST_LINES;
}

if (import.meta.main) {
  const long = findLongFiles(
    sourceFiles(),
    (file) => readFileSync(join(ROOT, file), 'utf8').trimEnd().split('\n').length,
  );
  for (const sentence of long) console.error(sentence);
  if (long.length > 0) process.exitCode = 1;
}
