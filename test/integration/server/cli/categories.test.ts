import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { systemClock } from '../../../../kit/clock.ts';
import { createIdSource, systemRandom } from '../../../../kit/random.ts';
import { createSqliteStore } from '../../../../store/sqlite/sqlite-store.ts';
import { makeBegunFolder } from '../../../support/begun-folder.ts';
import { NOTHING_SHIPS, runNode, SERVER_MAIN } from '../../../support/child-process.ts';
import { runCommand } from '../../../support/command-line.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { temporaryFolder } from '../../../support/test-store.ts';

const NONE = {
  SCHOOLGATE_DATA_DIR: '',
  SCHOOLGATE_CONFIG: '',
  SCHOOLGATE_CATEGORIES_SHIPPED_FILE: NOTHING_SHIPS,
};

async function school(t: Test) {
  const folder = await temporaryFolder(t);
  const dataDir = join(folder, 'data');
  await makeBegunFolder(dataDir);
  const run = (...args: string[]) => runCommand(['categories', ...args, '--data-dir', dataDir], NONE);
  /** As a process of its own. */
  const start = (...args: string[]) =>
    runNode([SERVER_MAIN, 'categories', ...args, '--data-dir', dataDir], NONE);
  return { folder, dataDir, run, start };
}

t.test('a source is added, read, held, released and removed, each with an entry of the audit', async (t) => {
  const { folder, dataDir, run, start } = await school(t);
  const list = join(folder, 'list.txt');
  await writeFile(list, 'bad.example\n');
  const added = await run('add', 'ours', list, '--format', 'plain', '--category', 'games', '--json');
  hasFields(t, JSON.parse(added.stdout), { id: 'ours', state: 'new', checkedAt: null });
  const updated = await start('update', '--json');
  hasFields(t, JSON.parse(updated.stdout), {
    changed: true,
    index: { version: 1 },
    sources: [{ state: 'current', names: 1 }],
  });
  t.equal(updated.code, 0);
  t.equal(updated.stderr, '', 'no bar where nobody looks at a terminal');
  t.same(JSON.parse((await run('lookup', 'WWW.bad.example.', '--json')).stdout), {
    name: 'www.bad.example',
    categories: ['games'],
  });

  await writeFile(list, 'bad.example\nwikipedia.org\n');
  const held = await run('update', '--source', 'ours');
  t.equal(held.code, 2);
  t.match(held.stdout, /held.*\n.*wikipedia\.org \(games\)/);
  const released = await run('release', 'ours', '--accept', 'wikipedia.org');
  t.match(released.stdout, /Index 2 is in use/);
  t.equal((await run('lookup', 'en.wikipedia.org')).stdout, 'games\nreference');

  t.match((await run('remove', 'ours')).stdout, /Index 3 is in use/);
  const ids = createIdSource({ clock: systemClock, random: systemRandom });
  const store = createSqliteStore({ path: join(dataDir, 'schoolgate.db'), clock: systemClock, ids });
  await store.start();
  t.teardown(() => store.stop());
  const { rows } = await store.audit.list({
    organisationId: 1,
    filter: {},
    sort: [],
    limit: 10,
    from: { kind: 'page', page: 1 },
  });
  t.same(rows.map(({ action }) => action).sort(), [
    'category_source.added',
    'category_source.released',
    'category_source.removed',
  ]);
});

t.test('what cannot be is told in a sentence', async (t) => {
  const { run } = await school(t);
  const { code, stderr } = await run('add', 'x', 'list.txt', '--format', 'plain', '--category', 'games');
  t.equal(code, 1);
  t.match(stderr, /^schoolgate: .*absolute path/);
});

t.test('a list of the catalogue is added by its name alone', async (t) => {
  const { run } = await school(t);
  const before = JSON.parse((await run('catalogue', '--json')).stdout);
  t.notOk(before.some(({ added }: { added: boolean }) => added));
  const { location, format, category } = before.find(({ id }: { id: string }) => id === 'hagezi-gambling');
  const added = JSON.parse((await run('add', 'hagezi-gambling', '--json')).stdout);
  hasFields(t, added, { id: 'hagezi-gambling', state: 'new', location, format, category });
  t.match((await run('catalogue')).stdout, /^hagezi-gambling.* recommended {2}added$/m);
  const unknown = await run('add', 'nowhere');
  t.match(unknown.stderr, /The catalogue has no “nowhere”/);
  const own = await run('add', 'ours', '/srv/list', '--category', 'games');
  t.match(own.stderr, /--format/);
});
