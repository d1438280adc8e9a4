import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { filesBelow, ROOT } from './repository.ts';

/** Imports and re-exports of our own files, types included; what a program computes at run time is not seen. */
const IMPORT = /(?:from|import\()\s*'(\.{1,2}\/[^']+\.ts)'/g;

/** Which of our files a file needs, with the number of steps to each. */
export type Distances = ReadonlyMap<string, number>;

/** What each file imports directly. Paths are from the root. */
export function readImports(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      const targets = [...text.matchAll(IMPORT)].map(([, target = '']) =>
        posix.join(posix.dirname(file), target),
      );
      return [file, [...new Set(targets)]];
    }),
  );
}

/** All that a file needs, near ones first. */
export function distancesFrom(file: string, imports: ReadonlyMap<string, readonly string[]>): Distances {
  const distances = new Map([[file, 0]]);
  // A map iterates over what is added meanwhile, in the order of adding: a breadth-first search.
  for (const [known, steps] of distances) {
    for (const target of imports.get(known) ?? []) {
      if (!distances.has(target)) distances.set(target, steps + 1);
    }
  }
  return distances;
}

/** All test files, unit tests first: they are the quickest to notice. */
export function testFiles(folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) => filesBelow(folder, '.test.ts'));
}
