// Puts faults into the product, one at a time, and tells which the tests did not notice:
//   npm run mutants [-- FOLDER-OR-FILE …] [--sample PLACES] [--seed N] [--near TESTS] [--floor PERCENT] [--files]
// It runs unit and contract tests, seconds a file: a fault that only an integration test notices counts as not noticed.
// Without --sample all of it. Without --seed the sample is another for each state of the code, and the same for the same. --files tells the share of each file as well.
// Needs `tools/mutation-programs.sh` once.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runFaults } from './mutants/run-faults.ts';
import { findNearTests } from './mutants/near-tests.ts';
import { tell } from './mutants/outcomes.ts';
import { createRandom, pickPlaces, seedOf, sourcesOf } from './mutants/places.ts';
import { ROOT } from './repository.ts';

/** Where a fault that nobody notices costs most. */
const FOLDERS = [
  'contracts/policy',
  'agent/core',
  'agent/filter/dns',
  'agent/filter/proxy',
  'agent/filter/relay',
  'gateway',
  'api/http',
  'api/outbound',
  'api/webhooks',
  'store/rules',
] as const;
const TEST_FOLDERS = ['test/unit', 'test/contract'] as const;
/** A fault is looked for by so many of the nearest test files: each costs its time when nothing is noticed. */
const NEAR_TESTS = 8;

await main();

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      sample: { type: 'string' },
      seed: { type: 'string' },
      near: { type: 'string' },
      floor: { type: 'string', default: '0' },
      files: { type: 'boolean', default: false },
    },
  });
  if (!existsSync(join(ROOT, 'test/mutation/node_modules')))
    throw new Error('install the program first: bash tools/mutation-programs.sh');
  const files = (positionals.length > 0 ? positionals : FOLDERS).flatMap(sourcesOf);
  const seed = Number(values.seed ?? seedOf(files));
  const places =
    values.sample === undefined ? files : pickPlaces(files, Number(values.sample), createRandom(seed));
  const mutated = [...new Set(places.map((place) => place.replace(/:\d.*$/, '')))];
  const near = Number(values.near ?? NEAR_TESTS);
  const nearTests = findNearTests(TEST_FOLDERS, near);
  const tests = [...new Set(mutated.flatMap(nearTests))].sort();
  console.log(`${mutated.length} files, ${tests.length} files of tests near them, seed ${seed}`);
  const outcomes = await runFaults(places, nearTests, { eachFile: values.files });
  const score = tell(outcomes, FOLDERS);
  if (score < Number(values.floor)) {
    console.log(`FAILED: below ${values.floor} %`);
    process.exitCode = 1;
  }
}
