import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { countTests } from '../../../tools/test-counts.ts';
import { describeFailure } from '../../../tools/test-failures.ts';
import { type FileResult, runTestFiles } from '../../../tools/test-files.ts';
import { testFolder } from '../../support/test-folder.ts';
import { until } from '../../support/until.ts';

const GOOD = `import t from 'tap';
t.test('holds', (t) => { t.equal(1, 1); t.end(); });
`;

async function run(t: Test, content: Readonly<Record<string, string>>, timeoutMs = 60_000) {
  const folder = testFolder(t, content);
  const results = new Map<string, FileResult>();
  const tap = await runTestFiles(
    Object.keys(content).map((name) => [join(folder, name)]),
    {
      jobs: 2,
      timeoutMs,
      onResult: (result) => results.set(result.file.slice(folder.length + 1), result),
    },
  );
  return { folder, results, counts: countTests(tap) };
}

t.test('good files pass, and their tests are counted', async (t) => {
  const { counts, results } = await run(t, { 'a.mjs': GOOD, 'b.mjs': GOOD, 'c.mjs': GOOD });
  t.same(counts, { passed: 3, failed: 0, skipped: [], failures: [] });
  t.same(describeFailure(results.get('a.mjs') as FileResult), []);
});

t.test('a failed assertion fails its test, and is described with what differs and where', async (t) => {
  const { counts, results, folder } = await run(t, {
    'a.mjs': GOOD,
    'bad.mjs': `import t from 'tap';
t.test('group', (t) => { t.test('part', (t) => { t.same([1, 2], [1, 3], 'the numbers'); t.end(); }); t.end(); });
`,
  });
  t.same(counts, {
    passed: 1,
    failed: 1,
    skipped: [],
    failures: [`${folder}/bad.mjs > group > part > the numbers`],
  });
  const lines = describeFailure(results.get('bad.mjs') as FileResult);
  t.equal(lines[0], `not ok ${folder}/bad.mjs > group > part > the numbers`);
  t.equal(lines.filter((line) => /^ +- +3,?$/.test(line)).length, 1, 'what was wanted');
  t.equal(lines.filter((line) => /^ +\+ +2,?$/.test(line)).length, 1, 'what was found');
  t.ok(
    lines.some((line) => line.includes('bad.mjs:2:')),
    'the place',
  );
  t.equal(lines.filter((line) => line.startsWith('not ok')).length, 2, 'the assertion and the file, once');
});

t.test('of a long difference the beginning is told, and how much is left out', async (t) => {
  const { results } = await run(t, {
    'bad.mjs': `import t from 'tap';
const lines = Array.from({ length: 500 }, (_, at) => 'line ' + at).join('\\n');
t.test('part', (t) => { t.equal(lines, '', 'the text'); t.end(); });
`,
  });
  const lines = describeFailure(results.get('bad.mjs') as FileResult);
  t.ok(lines.length < 100, String(lines.length));
  t.ok(
    lines.some((line) => /and \d{3} lines more/.test(line)),
    'how many',
  );
});

for (const [what, source, fault] of [
  ['has no tests', `import 'tap';`, 'there are no tests in it'],
  ['does not speak TAP', `console.log('hello');`, 'there are no tests in it'],
  [
    'stops in the middle of a test',
    `console.log('# Subtest: a\\n    ok 1 - x\\n1..1');`,
    'its output is broken',
  ],
  ['throws before its first test', `${GOOD} throw new Error('early');`, 'ended with status 1'],
  ['ends itself with success in the middle', `${GOOD} t.test('never', () => process.exit(0));`, null],
  [
    'dies of a signal after its tests',
    `${GOOD} t.teardown(() => process.kill(process.pid, 'SIGKILL'));`,
    'ended with SIGKILL',
  ],
] as const) {
  t.test(`a file fails that ${what}`, async (t) => {
    const { counts, results } = await run(t, { 'a.mjs': source });
    t.equal(results.get('a.mjs')?.ok, false);
    if (fault !== null) t.equal(results.get('a.mjs')?.fault, fault);
    t.ok(counts.failed > 0);
  });
}

t.test('a file whose every test is skipped passes none and names its reason', async (t) => {
  const { counts } = await run(t, {
    'a.mjs': `import t from 'tap'; t.test('far', { skip: 'needs a Mac' }, () => undefined);`,
  });
  t.same(counts, { passed: 0, failed: 0, skipped: ['far: needs a Mac'], failures: [] });
});

const LEAVES_A_SERVER = (end: string) => `import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import t from 'tap';
const server = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: ['ignore', 'inherit', 'ignore'] });
writeFileSync(new URL('pid', import.meta.url), String(server.pid));
server.unref();
t.test('starts a server', async () => { ${end} });
`;

/** Long enough for Node and tap to start on a busy machine, for the server is to be there. */
const LATE_MS = 15_000;

const isGone = (pid: number): boolean => {
  try {
    // A zombie is gone too: it waits for its parent only.
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
};

t.test('what a file says on its standard error is told where it fails, and only there', async (t) => {
  const { results } = await run(t, {
    'a.mjs': `console.error('a warning'); ${GOOD}`,
    'bad.mjs': `console.error('a warning'); ${GOOD} throw new Error('early');`,
  });
  t.same(describeFailure(results.get('a.mjs') as FileResult), []);
  t.ok(describeFailure(results.get('bad.mjs') as FileResult).includes('      a warning'));
});

t.test(
  'what a file started ends with it, also when the file ran out of time',
  { skip: process.platform === 'linux' ? false : 'reads /proc' },
  async (t) => {
    for (const [end, timeoutMs, fault] of [
      ['', 60_000, null],
      ['await new Promise((resolve) => setTimeout(resolve, 1e6))', LATE_MS, 'took longer than 15 s'],
      ['Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)', LATE_MS, 'took longer than 15 s'],
    ] as const) {
      const { folder, results } = await run(t, { 'a.mjs': LEAVES_A_SERVER(end) }, timeoutMs);
      t.equal(results.get('a.mjs')?.fault, fault);
      const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
      await until(() => isGone(pid), { what: 'the server to be gone' });
    }
  },
);
