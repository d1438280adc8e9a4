import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { ROOT, runNode } from '../support/child-process.ts';

/** Places of three lines; some hundred faults, in a few minutes. */
const PLACES = 20;
/** The aim is 90 %. A sample of a hundred faults is that wrong by chance in one run of a thousand (normal approximation: 3 × √(0.9 × 0.1 / 100) = 9 %); no bound of ours is nearer. */
const FLOOR = 80;

const skip =
  !existsSync(join(ROOT, 'test/mutation/node_modules/@stryker-mutator/core')) &&
  'install the program first: bash tools/mutation-programs.sh';

t.test('the tests notice most of a sample of faults', { skip, timeout: 900_000 }, async (t) => {
  const { code, stdout, stderr } = await runNode([
    'tools/mutants.ts',
    '--sample',
    String(PLACES),
    '--floor',
    String(FLOOR),
  ]);
  const score = /^ *([\d.]+) % of (\d+) noticed: all$/m.exec(stdout);
  t.comment(stdout);
  t.ok(Number(score?.[2]) > 20, 'faults were put in');
  t.equal(code, 0, `${stdout}\n${stderr}`);
});
