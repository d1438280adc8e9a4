import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { systemClock } from '../../../../kit/clock.ts';
import { createIdSource, systemRandom } from '../../../../kit/random.ts';
import { createSqliteStore } from '../../../../store/sqlite/sqlite-store.ts';
import { makeBegunFolder } from '../../../support/begun-folder.ts';
import { runCommand } from '../../../support/command-line.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { writeShipped } from '../../../support/shipped-names.ts';
import { temporaryFolder } from '../../../support/test-store.ts';

async function school(t: Test) {
  const folder = await temporaryFolder(t);
  const dataDir = join(folder, 'data');
  await makeBegunFolder(dataDir);
  const env = {
    SCHOOLGATE_DATA_DIR: '',
    SCHOOLGATE_CONFIG: '',
    SCHOOLGATE_CATEGORIES_SHIPPED_FILE: await writeShipped(folder),
  };
  const run = (...args: string[]) => runCommand(['categories', ...args, '--data-dir', dataDir], env);
  const audited = async (): Promise<readonly string[]> => {
    const ids = createIdSource({ clock: systemClock, random: systemRandom });
    const store = createSqliteStore({ path: join(dataDir, 'schoolgate.db'), clock: systemClock, ids });
    await store.start();
    const query = { filter: {}, sort: [], limit: 10, from: { kind: 'page', page: 1 } } as const;
    const { rows } = await store.audit.list({ organisationId: 1, ...query });
    await store.stop();
    return rows.map(({ action }) => action).sort();
  };
  return { folder, run, audited };
}

t.test('lists go from one data folder to another in a file, whose hash a person compares', async (t) => {
  const [from, to] = [await school(t), await school(t)];
  const list = join(from.folder, 'list.txt');
  const file = join(from.folder, 'lists.gz');
  await writeFile(list, 'bad.example\n');
  await from.run('add', 'ours', list, '--format', 'plain', '--category', 'games');
  await from.run('update');
  const told = await from.run('export', file);
  const hash = /^SHA-256: ([0-9a-f]{64})$/m.exec(told.stdout)?.[1] ?? '';
  t.match(told.stdout, /lists\.gz: 1 lists, 1 names/);
  t.match((await from.run('export', file)).stderr, /exists already.*--force/);
  t.equal((await from.run('export', file, '--force')).code, 0);
  const { hash: second } = JSON.parse((await from.run('export', file, '--force', '--json')).stdout);

  const asked = await to.run('import', file);
  t.equal(asked.code, 1);
  t.match(asked.stderr, new RegExp(`^schoolgate: The SHA-256 of .* is ${second}.*--hash`));
  const other = await to.run('import', file, '--hash', hash);
  t.equal(other.code, 1);
  t.match(other.stderr, /It is another file.*Nothing was changed/);
  t.same(await to.audited(), []);

  const done = await to.run('import', file, '--hash', second.toUpperCase());
  t.match(done.stdout, /^Imported: lists of 20.*\nIndex 1 is in use/);
  t.equal((await to.run('lookup', 'www.bad.example')).stdout, 'games');
  hasFields(t, JSON.parse((await to.run('update', '--json')).stdout), {
    changed: false,
    sources: [{ id: 'ours', location: 'import:list.txt', state: 'current' }],
  });
  t.same(await to.audited(), ['category_lists.imported']);
  t.ok((await from.audited()).includes('category_lists.exported'));
});
