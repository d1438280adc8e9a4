import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';
import { countTests } from '../../../tools/test-counts.ts';
import { describeFailure } from '../../../tools/test-failures.ts';
import { type FileResult, runTestFiles } from '../../../tools/test-files.ts';
import { testFolder } from '../../support/test-folder.ts';

const GOOD = `import t from 'tap';
t.test('holds', (t) => { t.equal(1, 1); t.end(); });
t.test('holds later', async (t) => { await null; t.equal(1, 1); });
`;

/** Long enough for Node and tap to start on a busy machine. */
const LATE_MS = 15_000;

/** Runs files in one process. */
async function run(t: Test, content: Readonly<Record<string, string>>, timeoutMs = 60_000) {
  const folder = testFolder(t, content);
  const results: FileResult[] = [];
  const tap = await runTestFiles([Object.keys(content).map((name) => join(folder, name))], {
    jobs: 1,
    timeoutMs,
    onResult: (result) => results.push(result),
  });
  const faults = results.map(({ file, fault }) => [file.slice(folder.length + 1), fault]);
  return { folder, results, faults, counts: countTests(tap) };
}

t.test('files in one process are told of apart, as if each had had its own', async (t) => {
  const { counts, faults } = await run(t, { 'a.mjs': GOOD, 'b.mjs': GOOD });
  t.strictSame(counts, { passed: 4, failed: 0, skipped: [], failures: [] });
  t.strictSame(faults, [
    ['a.mjs', null],
    ['b.mjs', null],
  ]);
});

t.test('what a file does in all of its tests is done for the tests of that file alone', async (t) => {
  const counting = `import t from 'tap';
let begun = 0;
t.beforeEach(() => { begun += 1; });
t.test('first', async (t) => { t.equal(begun, 1); });
t.test('second', async (t) => { t.equal(begun, 2); });
`;
  const { counts } = await run(t, { 'a.mjs': counting, 'b.mjs': counting });
  t.strictSame(counts, { passed: 4, failed: 0, skipped: [], failures: [] });
});

t.test('one that fails, is empty or breaks before its tests fails alone', async (t) => {
  const { counts, faults, folder, results } = await run(t, {
    'a.mjs': GOOD,
    'bad.mjs': `import t from 'tap';\nt.test('part', async (t) => { t.equal(1, 2, 'the number'); });`,
    'empty.mjs': `import 'tap';`,
    'early.mjs': `${GOOD} throw new Error('early');`,
    'z.mjs': GOOD,
  });
  t.strictSame(faults, [
    ['a.mjs', null],
    ['bad.mjs', 'a test of it failed'],
    ['empty.mjs', 'there are no tests in it'],
    ['early.mjs', 'a test of it failed'],
    ['z.mjs', null],
  ]);
  t.equal(counts.failed, 3);
  const lines = describeFailure(results[1] as FileResult);
  t.equal(lines[0], `not ok ${folder}/bad.mjs > part > the number`);
  t.equal(lines.filter((line) => line.includes('bad.mjs:2:')).length > 0, true, 'the place');
  t.equal(describeFailure(results[3] as FileResult)[0]?.includes('early'), true, 'what broke it');
});

for (const [what, source, fault, end] of [
  [
    'ends the process',
    `t.test('never', () => process.exit(0));`,
    'a test of it failed',
    'ended with status 1',
  ],
  [
    'has the process killed',
    `t.test('never', () => process.kill(process.pid, 'SIGKILL'));`,
    'ended with SIGKILL',
    'ended with SIGKILL',
  ],
  [
    'never ends',
    `t.test('never', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));`,
    'took longer than 15 s',
    'took longer than 15 s',
  ],
] as const) {
  t.test(`one that ${what} fails, and so do those that could not begin`, async (t) => {
    const { counts, faults } = await run(
      t,
      { 'a.mjs': GOOD, 'b.mjs': `${GOOD}${source}`, 'c.mjs': GOOD },
      LATE_MS,
    );
    t.strictSame(faults, [
      ['a.mjs', null],
      ['b.mjs', fault],
      ['c.mjs', `did not begin: its process ${end}`],
    ]);
    t.equal(counts.failed >= 2, true, String(counts.failed));
  });
}

t.test(
  'what breaks after the last test of all fails the last file, and names all that may have done it',
  async (t) => {
    const { faults, folder } = await run(t, {
      'a.mjs': `${GOOD} process.on('exit', () => { process.exitCode = 7; });`,
      'b.mjs': GOOD,
    });
    t.strictSame(faults, [
      ['a.mjs', null],
      ['b.mjs', `its process ended with status 7, after ${folder}/a.mjs, ${folder}/b.mjs`],
    ]);
  },
);

t.test('what a file is given up at its end is given up before the next begins', async (t) => {
  const { counts } = await run(t, {
    'a.mjs': `${GOOD} process.env.SCHOOLGATE_LEFT = '1'; t.teardown(() => { delete process.env.SCHOOLGATE_LEFT; });`,
    'b.mjs': `import t from 'tap'; t.test('finds nothing', async (t) => { t.equal(process.env.SCHOOLGATE_LEFT, undefined); });`,
  });
  t.strictSame(counts, { passed: 3, failed: 0, skipped: [], failures: [] });
});

t.test('each file is told of with what it said itself', async (t) => {
  const talks = `console.error(import.meta.url); ${GOOD}`;
  const { results, folder } = await run(t, { 'a.mjs': talks, 'b.mjs': GOOD, 'c.mjs': talks });
  t.strictSame(
    results.map(({ errors }) => errors),
    [`${pathToFileURL(`${folder}/a.mjs`)}\n`, '', `${pathToFileURL(`${folder}/c.mjs`)}\n`],
  );
});
