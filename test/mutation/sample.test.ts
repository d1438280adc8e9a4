import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { ROOT, runNode } from '../support/child-process.ts';

/** Places of three lines: some seventy faults, in half a minute on two idle cores. */
const PLACES = 24;

const skip =
  !existsSync(join(ROOT, 'test/mutation/node_modules/@stryker-mutator/instrumenter')) &&
  'install the program first: bash tools/mutation-programs.sh';

t.test('a sample of faults is put in, and the score told', { skip, timeout: 300_000 }, async (t) => {
  const { code, stdout, stderr } = await runNode(['tools/mutants.ts', '--sample', String(PLACES)]);
  t.equal(code, 0, `${stdout}\n${stderr}`);
  const [, score, faults] = /^ *([\d.]+) % of (\d+) noticed: all /m.exec(stdout) ?? [];
  // The score of so few says little of the whole, so that no bound is put on it: what was not noticed is to be read.
  process.stderr.write(`${stdout}\n`);
  t.ok(Number(faults) > 20, `${faults} faults were put in`);
  t.ok(Number(score) > 50, `${score} % of them were noticed`);
});

t.test('a score below the floor fails the run', { skip }, async (t) => {
  const { code, stdout } = await runNode(['tools/mutants.ts', 'store/rules/ou-path.ts', '--floor', '101']);
  t.equal(code, 1, stdout);
  t.match(stdout, /^FAILED: below 101 %$/m);
});
