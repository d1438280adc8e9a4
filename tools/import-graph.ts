import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { filesBelow, ROOT } from './repository.ts';

/** Matches imports and re-exports of our own files, types included. Paths that a program computes at run time are not seen. */
const IMPORT = /(?:from|import\()\s*'(\.{1,2}\/[^']+\.ts)'/g;

/** The files that a file needs, with the number of import steps to each. */
export type Distances = ReadonlyMap<string, number>;

/** The direct imports of each file. Paths are from the root. */
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

/** All files that a file needs, near ones first. */
export function distancesFrom(file: string, imports: ReadonlyMap<string, readonly string[]>): Distances {
  const distances = new Map([[file, 0]]);
  // A map also iterates over entries that are added during the loop, in their order, which makes this a breadth-first search.
  for (const [known, steps] of distances) {
    for (const target of imports.get(known) ?? []) {
      if (!distances.has(target)) distances.set(target, steps + 1);
    }
  }
  return distances;
}

/** All test files, unit tests first, because they notice a fault fastest. */
export function testFiles(folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) => filesBelow(folder, '.test.ts'));
}
