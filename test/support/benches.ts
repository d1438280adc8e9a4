import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { ROOT, startNode } from './child-process.ts';
import { testFolder } from './test-folder.ts';

/** The name of each: that of its file. */
export const BENCHES: readonly string[] = readdirSync(join(ROOT, 'bench'))
  .filter((file) => file.endsWith('.ts') && file !== 'main.ts')
  .map((file) => file.slice(0, -'.ts'.length));

/** Benches in one process, tiny: that they end well, have told tables, and leave no folder. Their figures are not looked at. */
export function testTinyBenches(t: Test, names: readonly string[]): void {
  t.test(`the benches ${names.join(', ')} go through their work, tell it, and leave nothing`, async (t) => {
    const folder = testFolder(t, { temporary: {} });
    const temporary = join(folder, 'temporary');
    const bench = startNode(['bench/main.ts', ...names, '--tiny'], {
      TMPDIR: temporary,
      // Real lists beside the repository would make it another test.
      SCHOOLGATE_BENCH_LISTS: join(folder, 'none'),
    });
    t.teardown(() => bench.end('SIGKILL'));
    const { code } = await bench.ended;
    t.equal(code, 0, bench.stderr().slice(-4_000));
    // A row of a table: a name, and at least one number in a column of its own.
    const rows = bench.lines.filter((line) => /^\S.* {2,}[\d.,–]+$/.test(line));
    t.ok(rows.length >= names.length, `${rows.length} rows`);
    t.strictSame(readdirSync(temporary), []);
  });
}
