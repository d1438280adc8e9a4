import { chmod, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import t, { type Test } from 'tap';
import { systemClock } from '../../../kit/clock.ts';
import { Fault } from '../../../kit/fault.ts';
import { silentLog } from '../../../kit/log.ts';
import { createIdSource, systemRandom } from '../../../kit/random.ts';
import { createInProcessBus } from '../../../store/bus/in-process.ts';
import type { Store } from '../../../store/ports/store.ts';
import { createSqliteEngine } from '../../../store/sqlite/engine.ts';
import { MIGRATIONS } from '../../../store/sqlite/migrations/all.ts';
import { createSqliteStore } from '../../../store/sqlite/sqlite-store.ts';
import { createTransactionalStore } from '../../../store/sqlite/transactional-store.ts';
import { hasFields } from '../../support/has-fields.ts';
import { createTestStore, temporaryFolder } from '../../support/test-store.ts';

const ids = createIdSource({ clock: systemClock, random: systemRandom });

async function failureOf(path: string): Promise<Fault> {
  const store = createSqliteStore({ path, clock: systemClock, ids });
  const error = await store.start().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  await store.stop();
  if (error instanceof Fault) return error;
  throw new Error('it started, or failed with something else', { cause: error });
}

/** A store whose database may grow to so many pages: SQLite fails as it does on a full disk. */
async function smallStore(t: Test, pages: number): Promise<Store> {
  const full = {
    number: MIGRATIONS.length + 1,
    title: 'a small disk',
    sql: `PRAGMA max_page_count = ${pages}`,
  };
  const path = join(await temporaryFolder(t), 'schoolgate.db');
  const engine = createSqliteEngine({
    path,
    durability: 'normal',
    migrations: [...MIGRATIONS, full],
    clock: systemClock,
    ids,
  });
  const store = createTransactionalStore({
    engine,
    bus: createInProcessBus(silentLog),
    clock: systemClock,
    log: silentLog,
  });
  t.teardown(() => store.stop());
  await store.start();
  return store;
}

const big = (size: number) =>
  ({ type: 'device.online', organisationId: 1, at: 0, data: { text: 'x'.repeat(size) } }) as const;

t.test(
  'a full disk is “unavailable” with its cause, undoes the whole transaction, and ends with the fullness',
  async (t) => {
    const store = await smallStore(t, 120);
    const filling = store.transaction(async (tx) => {
      await tx.organisations.update(1, { name: 'Half-written' });
      await tx.events.append(big(1_000_000));
    });
    const error: unknown = await filling.catch((thrown: unknown) => thrown);
    hasFields(t, error, {
      name: 'Fault',
      code: 'unavailable',
      detail: /disk is full/,
      cause: { code: 'SQLITE_FULL' },
    });
    hasFields(t, await store.organisations.get(1), { name: 'My school' });
    const event = await store.events.append(big(10));
    t.equal(event.sequence, 1, 'no number was used up, and small things still fit');
  },
);

t.test('a full disk that the work swallows still undoes the whole transaction', async (t) => {
  const store = await smallStore(t, 120);
  const swallowing = store.transaction(async (tx) => {
    await tx.organisations.update(1, { name: 'Half-written' });
    await tx.events.append(big(1_000_000)).catch(() => undefined);
    await tx.ous.ensurePath(1, '/Later', 0).catch(() => undefined);
  });
  await t.rejects(swallowing, { code: 'unavailable' });
  hasFields(t, await store.organisations.get(1), { name: 'My school' });
  t.equal(await store.ous.byPath(1, '/Later'), null);
});

t.test('a database of a newer version is refused in one clear sentence, and left alone', async (t) => {
  const path = join(await temporaryFolder(t), 'schoolgate.db');
  await (await createTestStore(t, { path })).stop();
  const db = new Sqlite(path);
  const number = MIGRATIONS.length + 1;
  db.prepare("INSERT INTO schema_migrations VALUES (?, 'policies', 'x', 0)").run(number);
  const error = await failureOf(path);
  t.equal(error.code, 'unavailable');
  t.match(
    error.message,
    new RegExp(
      `^The database .*schoolgate\\.db was made by a newer Schoolgate \\(it has migration ${number} “policies”.*\\)[^.]*\\.$`,
    ),
  );
  t.equal(db.prepare('SELECT count(*) FROM schema_migrations').pluck().get(), MIGRATIONS.length + 1);
  db.close();
});

t.test('a database whose migration differs from ours is refused', async (t) => {
  const path = join(await temporaryFolder(t), 'schoolgate.db');
  await (await createTestStore(t, { path })).stop();
  const db = new Sqlite(path);
  db.exec("UPDATE schema_migrations SET checksum = 'other'");
  db.close();
  t.match((await failureOf(path)).message, /made by another build of Schoolgate .*“foundation” differs/);
});

t.test('a file that is no database is refused and stays as it is', async (t) => {
  const path = join(await temporaryFolder(t), 'schoolgate.db');
  await writeFile(path, 'The minutes of the staff meeting. '.repeat(100));
  hasFields(t, await failureOf(path), {
    code: 'unavailable',
    detail: /is not a database/,
    cause: { code: 'SQLITE_NOTADB' },
  });
  t.equal((await stat(path)).size, 3_400);
});

t.test('a path that cannot be opened is named in the refusal', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'file'), '');
  const path = join(folder, 'file', 'schoolgate.db');
  const error = await failureOf(path);
  t.equal(error.code, 'unavailable');
  t.ok(error.detail.includes(path));
});

t.test('a migration that fails is undone as a whole, and named', async (t) => {
  const path = join(await temporaryFolder(t), 'schoolgate.db');
  const broken = {
    number: MIGRATIONS.length + 1,
    title: 'broken',
    sql: 'CREATE TABLE half (id INTEGER) STRICT; SELECT * FROM nowhere;',
  };
  const engine = createSqliteEngine({
    path,
    durability: 'normal',
    migrations: [...MIGRATIONS, broken],
    clock: systemClock,
    ids,
  });
  t.throws(() => engine.open(), {
    message: new RegExp(`migration ${broken.number} “broken” failed: no such table`),
  });
  const store = await createTestStore(t, { path });
  hasFields(t, await store.organisations.get(1), { name: 'My school' }, 'the migration before it stays');
  const db = new Sqlite(path);
  t.equal(db.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'half'").pluck().get(), 0);
  db.close();
});

t.test('nobody but its owner may read the database and its log', async (t) => {
  const path = join(await temporaryFolder(t), 'data', 'schoolgate.db');
  const store = await createTestStore(t, { path });
  await store.organisations.update(1, { name: 'Springfield' });
  for (const file of [path, `${path}-wal`]) t.equal((await stat(file)).mode & 0o777, 0o600, file);
  await chmod(path, 0o640);
  await store.stop();
  await store.start();
  t.equal((await stat(path)).mode & 0o777, 0o640, 'what its owner has set stays');
});
