import { createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import t, { type Test } from 'tap';
import { ZipFile } from 'yazl';
import { systemClock } from '../../../../kit/clock.ts';
import { createIdSource, systemRandom } from '../../../../kit/random.ts';
import { createSqliteStore } from '../../../../store/sqlite/sqlite-store.ts';
import { makeBegunFolder } from '../../../support/begun-folder.ts';
import { runNode, SERVER_MAIN } from '../../../support/child-process.ts';
import { runCommand } from '../../../support/command-line.ts';
import { hasFields, hasText } from '../../../support/has-fields.ts';
import { temporaryFolder } from '../../../support/test-store.ts';
import { rosterSet, type Student } from '../roster/roster-set.ts';

const NONE = { SCHOOLGATE_DATA_DIR: '', SCHOOLGATE_CONFIG: '' };

async function school(t: Test, students: readonly Student[]) {
  const folder = await temporaryFolder(t);
  const dataDir = join(folder, 'data');
  await makeBegunFolder(dataDir);
  const roster = join(folder, 'roster');
  await mkdir(roster);
  const set = rosterSet(students);
  for (const [name, text] of Object.entries(set)) await writeFile(join(roster, name), text);
  const run = (...args: string[]) =>
    runCommand(['import', 'oneroster', ...args, '--data-dir', dataDir], NONE);
  /** As a process of its own. */
  const start = (...args: string[]) =>
    runNode([SERVER_MAIN, 'import', 'oneroster', ...args, '--data-dir', dataDir], NONE);
  const open = async () => {
    const ids = createIdSource({ clock: systemClock, random: systemRandom });
    const store = createSqliteStore({ path: join(dataDir, 'schoolgate.db'), clock: systemClock, ids });
    await store.start();
    t.teardown(() => store.stop());
    return store;
  };
  return { folder, roster, set, run, start, open };
}

t.test('a dry run shows what would change; the import does it, beside an open database', async (t) => {
  const { roster, run, start, open } = await school(t, [
    { id: 'a', grade: '9' },
    { id: 'b', role: 'teacher' },
  ]);
  const dry = await run(roster, '--ou-root', '/District', '--dry-run');
  t.equal(dry.code, 0, dry.stderr);
  t.match(dry.stdout, /OneRoster 1\.2, bulk: nothing was changed/);
  t.match(dry.stdout, /users created +2\n/);
  t.match(dry.stdout, /create +a {2}a@x\.example {2}student {2}\/District\/Springfield\/High\/Grade-9/);
  const store = await open();
  t.equal(await store.users.byExternalId(1, 'a'), null);
  const { code, stdout, stderr } = await start(roster, '--ou-root', '/District', '--json');
  t.equal(code, 0, stderr);
  t.equal(stderr, '', 'no bar where nobody looks');
  hasFields(t, JSON.parse(stdout), {
    dryRun: false,
    version: '1.2',
    mode: 'bulk',
    created: 2,
    updated: 0,
    suspended: 0,
    unchanged: 0,
    rejected: [],
  });
  hasFields(t, await store.users.byExternalId(1, 'a'), { ouPath: '/District/Springfield/High/Grade-9' });
  hasFields(t, JSON.parse((await run(roster, '--ou-root', '/District', '--json')).stdout), {
    created: 0,
    unchanged: 2,
  });
});

t.test('a ZIP is imported; rejected rows are shown, reported, and end it with status 2', async (t) => {
  const { folder, set, run } = await school(t, [
    { id: 'a' },
    { id: '=cmd()', email: 'no address' },
    { id: 'c', role: 'wizard' },
  ]);
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(set)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  const path = join(folder, 'roster.zip');
  await pipeline(zip.outputStream, createWriteStream(path));
  const report = join(folder, 'rejected.csv');
  const { code, stdout } = await run(path, '--report', report);
  t.equal(code, 2);
  t.match(stdout, /users created +1\n/);
  t.match(stdout, /rows rejected +2\n/);
  t.match(stdout, /users\.csv, line 4 \(c\): "wizard" is no role of OneRoster\./);
  const lines = (await readFile(report, 'utf8')).trimEnd().split('\r\n');
  t.equal(lines[0], 'file,line,sourcedId,reason');
  t.equal(lines.length, 3);
  t.match(lines[1], /^users\.csv,4,c,/);
  t.match(lines[2], /^users\.csv,3,'=cmd\(\),/, 'no formula for a spreadsheet');
});

t.test(
  'what cannot be read at all ends it with status 1 and one sentence, and changes nothing',
  async (t) => {
    const { folder, roster, run, open } = await school(t, [{ id: 'a' }]);
    const refused = async (sentence: RegExp, ...args: string[]) => {
      const { code, stdout, stderr } = await run(...args);
      t.equal(code, 1, String(sentence));
      t.equal(stdout, '');
      hasFields(t, stderr, sentence);
      t.notMatch(stderr, /\n\s+at /, 'without a stack');
    };
    await refused(/^schoolgate: There is no folder or ZIP /, join(folder, 'none'));
    await refused(/^schoolgate: .*malformed/, roster, '--ou-root', 'no-slash');
    await refused(
      /^schoolgate: The report .* cannot be written/,
      roster,
      '--report',
      join(folder, 'no/r.csv'),
    );
    await writeFile(join(roster, 'users.csv'), 'sourcedId\n');
    await refused(/^schoolgate: users\.csv lacks the columns enabledUser/, roster);
    const store = await open();
    t.equal((await store.ous.list(1)).length, 1);
  },
);

t.test('it explains itself', async (t) => {
  const { code, stdout } = await runCommand(['import', 'oneroster', '--help'], NONE);
  t.equal(code, 0);
  for (const option of ['--dry-run', '--ou-root', '--suspend-missing', '--report', '--json', '--data-dir'])
    hasText(t, stdout, option);
});
