import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import t, { type Test } from 'tap';
import { type DataLayout, dataLayout } from '../../../../server/data-folder/layout.ts';
import { prepareDataFolder } from '../../../../server/data-folder/prepare.ts';
import { MIGRATIONS } from '../../../../store/sqlite/migrations/all.ts';
import { migrate } from '../../../../store/sqlite/migrations/migrate.ts';
import { runNode, SERVER_MAIN } from '../../../support/child-process.ts';
import { temporaryFolder } from '../../../support/test-store.ts';
import { ANY_PORTS, fails, NONE, serving } from '../serving.ts';

/** As many as a build of before had. */
const OLDER = MIGRATIONS.slice(0, -2);

/** The data folder of an older version, with one thing in it. */
async function olderSchool(t: Test): Promise<DataLayout> {
  const layout = dataLayout(join(await temporaryFolder(t), 'data'));
  await prepareDataFolder(layout);
  const db = new Sqlite(layout.database);
  migrate(db, OLDER, Date.now());
  db.prepare("UPDATE organisations SET name = 'Of before'").run();
  db.close();
  return layout;
}

function migrationsOf({ database }: Pick<DataLayout, 'database'>): number {
  const db = new Sqlite(database, { readonly: true });
  try {
    return Number(db.prepare('SELECT count(*) FROM schema_migrations').pluck().get());
  } finally {
    db.close();
  }
}

const backupsOf = ({ backups }: DataLayout): readonly string[] =>
  existsSync(backups) ? readdirSync(backups).sort() : [];

t.test(
  'a server backs up the school of an older version before it changes it, once, and keeps two',
  async (t) => {
    const layout = await olderSchool(t);
    mkdirSync(layout.backups, { mode: 0o700 });
    const former = [
      'before-0.0.9-2026-01-01T00-00-00-000Z.tar.gz',
      'before-0.0.10-2026-02-01T00-00-00-000Z.tar.gz',
    ];
    for (const name of [...former, 'my-own.tar.gz']) writeFileSync(join(layout.backups, name), '');
    const { server } = await serving(t, { dataDir: layout.root });
    await server.end('SIGTERM');
    t.equal(migrationsOf(layout), MIGRATIONS.length);
    const [made, ...rest] = backupsOf(layout).filter(
      (name) => name.startsWith('before-') && !former.includes(name),
    );
    t.same(rest, [], 'one backup');
    t.same(
      backupsOf(layout),
      [made, former[1], 'my-own.tar.gz'].sort(),
      'the oldest went, what is not ours stays',
    );
    t.equal(statSync(join(layout.backups, made ?? '')).mode & 0o777, 0o600);

    await (await serving(t, { dataDir: layout.root })).server.end('SIGTERM');
    t.equal(backupsOf(layout).length, 3, 'nothing to migrate, nothing to back up');
    const doctor = await runNode([SERVER_MAIN, 'doctor', '--json', '--data-dir', layout.root], NONE);
    t.match(
      doctor.stdout,
      /has made none of this data folder yet/,
      'it is on the same disk: for doctor it is none',
    );

    // Back to before: the older version would start on what is unpacked.
    const file = join(layout.root, '..', 'kept.tar.gz');
    writeFileSync(file, readFileSync(join(layout.backups, made ?? '')));
    rmSync(layout.root, { recursive: true });
    const restored = await runNode([SERVER_MAIN, 'restore', file, '--data-dir', layout.root], NONE);
    t.equal(restored.code, 0, restored.stderr);
    const db = new Sqlite(layout.database, { readonly: true });
    t.equal(db.prepare('SELECT name FROM organisations').pluck().get(), 'Of before');
    db.close();
  },
);

t.test('a command beside the server makes the backup too', async (t) => {
  const layout = await olderSchool(t);
  const listed = await runNode([SERVER_MAIN, 'keys', 'list', '--data-dir', layout.root], NONE);
  t.equal(listed.code, 0, listed.stderr);
  t.equal(backupsOf(layout).length, 1);
});

t.test(
  'without a backup the school of an older version stays as it is, unless the operator says so',
  async (t) => {
    const layout = await olderSchool(t);
    // No backup can be written here.
    writeFileSync(layout.backups, '');
    const before = readFileSync(layout.database);
    await fails(
      t,
      ['--data-dir', layout.root, ...ANY_PORTS],
      /^schoolgate: The backup .*before-.* could not be made .* make room, or .*SCHOOLGATE_BACKUP_BEFORE_UPGRADE=false\.$/m,
    );
    t.ok(readFileSync(layout.database).equals(before));
    const env = { SCHOOLGATE_BACKUP_BEFORE_UPGRADE: 'false' };
    await (await serving(t, { dataDir: layout.root, env })).server.end('SIGTERM');
    t.equal(migrationsOf(layout), MIGRATIONS.length);
  },
);

t.test(
  'an older server refuses the database of a newer one in one sentence, and leaves all as it is',
  async (t) => {
    const dataDir = join(await temporaryFolder(t), 'data');
    await (await serving(t, { dataDir })).server.end('SIGTERM');
    const layout = dataLayout(dataDir);
    const db = new Sqlite(layout.database);
    db.prepare("INSERT INTO schema_migrations VALUES (?, 'tomorrow', 'x', 0)").run(MIGRATIONS.length + 1);
    db.close();
    const sentence =
      /^schoolgate: The database .*schoolgate\.db was made by a newer Schoolgate \(.*“tomorrow”.*\): start that version, or restore a backup\.$/m;
    await fails(t, ['--data-dir', dataDir, ...ANY_PORTS], sentence);
    const listed = await runNode([SERVER_MAIN, 'keys', 'list', '--data-dir', dataDir], NONE);
    t.equal(listed.code, 1);
    t.ok(sentence.test(listed.stderr), listed.stderr);
    t.equal(migrationsOf(layout), MIGRATIONS.length + 1);
    t.same(backupsOf(layout), []);
  },
);
