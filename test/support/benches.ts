import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { ROOT, startNode } from './child-process.ts';
import { testFolder } from './test-folder.ts';

/** The name of each: that of its file. */
export const BENCHES: readonly string[] = readdirSync(join(ROOT, 'bench'))
  .filter((file) => file.endsWith('.ts') && file !== 'main.ts')
  .map((file) => file.slice(0, -'.ts'.length));

/** Each bench as a process, tiny: that it ends well, has told a table, and leaves no folder. Its figures are not looked at. */
export function testTinyBenches(t: Test, names: readonly string[]): void {
  for (const name of names) {
    t.test(`the bench ${name} goes through its work, tells it, and leaves nothing`, async (t) => {
      const folder = testFolder(t, { temporary: {} });
      const temporary = join(folder, 'temporary');
      const bench = startNode(['bench/main.ts', name, '--tiny'], {
        TMPDIR: temporary,
        // Real lists beside the repository would make it another test.
        SCHOOLGATE_BENCH_LISTS: join(folder, 'none'),
      });
      t.teardown(() => bench.end('SIGKILL'));
      const { code } = await bench.ended;
      t.equal(code, 0, bench.stderr().slice(-4_000));
      // A row of a table: a name, and at least one number in a column of its own.
      t.match(bench.lines.join('\n'), /^\S.* {2,}[\d.,–]+$/m);
      t.strictSame(readdirSync(temporary), []);
    });
  }
}
