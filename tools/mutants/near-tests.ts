import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { distancesFrom, readImports, testFiles } from '../import-graph.ts';
import { ROOT, sourceFiles } from '../repository.ts';

/** A test that needs much of the product takes longer to bundle and to run: so many files are like one step more. */
const FILES_A_STEP = 60;

/** The nearest test files of a source, the one that is most likely to notice first. */
export type NearTests = (source: string) => readonly string[];

/**
 * Finds test files by imports, and by the folder in which they lie. Those that start programs are left out: the fault is in this process alone.
 * @param folders in which the tests lie
 * @param near how many for one source
 */
export function findNearTests(folders: readonly string[], near: number): NearTests {
  const imports = readImports(sourceFiles());
  const tests = testFiles(folders)
    .map((file) => ({ file, needs: distancesFrom(file, imports) }))
    .filter(({ needs }) => ![...needs].some(([file, steps]) => steps <= 1 && startsPrograms(file)));
  return (source) =>
    tests
      .flatMap(({ file, needs }, order) => {
        const steps = needs.get(source);
        if (steps === undefined) return [];
        // Tests lie as the code does, a module's own at the same path.
        const lies = file.replace(/^test\/\w+\//, '').startsWith(source.split('/').slice(0, 2).join('/'));
        const own = file === `test/unit/${source.replace(/\.ts$/, '.test.ts')}`;
        const favour = (lies ? 4 : 0) + (own ? 4 : 0);
        const cost = needs.size / FILES_A_STEP - favour;
        return [{ file, steps: steps + cost, order }];
      })
      .sort((a, b) => a.steps - b.steps || a.order - b.order)
      .slice(0, near)
      .map(({ file }) => file);
}

function startsPrograms(file: string): boolean {
  return file.startsWith('test/') && readFileSync(join(ROOT, file), 'utf8').includes("'node:child_process'");
}
