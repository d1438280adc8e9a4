import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { ROOT, runNode } from '../support/child-process.ts';

/** Places of three lines: some sixty faults, in a minute or two. */
const PLACES = 16;

const skip =
  !existsSync(join(ROOT, 'test/mutation/node_modules/@stryker-mutator/core')) &&
  'install the program first: bash tools/mutation-programs.sh';

t.test('a sample of faults is put in, and the score told', { skip, timeout: 900_000 }, async (t) => {
  const { code, stdout, stderr } = await runNode(['tools/mutants.ts', '--sample', String(PLACES)]);
  t.equal(code, 0, `${stdout}\n${stderr}`);
  const [, score, faults] = /^ *([\d.]+) % of (\d+) noticed: all$/m.exec(stdout) ?? [];
  // The score of so few says little of the whole, so that no bound is put on it: what was not noticed is to be read.
  process.stderr.write(`${stdout}\n`);
  t.ok(Number(faults) > 10, `${faults} faults were put in`);
  t.ok(Number(score) > 0, `${score} % of them were noticed`);
});
