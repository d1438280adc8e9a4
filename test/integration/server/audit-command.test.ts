import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import t, { type Test } from 'tap';
import { silentLog } from '../../../kit/log.ts';
import { anchorFile, createAuditAnchor, readAnchors } from '../../../server/audit/anchor.ts';
import { dataLayout } from '../../../server/data-folder/layout.ts';
import { prepareDataFolder } from '../../../server/data-folder/prepare.ts';
import { schoolStore } from '../../../server/school/school-store.ts';
import { runNode, SERVER_MAIN } from '../../support/child-process.ts';
import { runCommand } from '../../support/command-line.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { hasFields } from '../../support/has-fields.ts';
import { temporaryFolder } from '../../support/test-store.ts';
import { until } from '../../support/until.ts';

const NONE = { SCHOOLGATE_DATA_DIR: '', SCHOOLGATE_CONFIG: '' };

/** A data folder whose audit has three entries. */
async function school(t: Test) {
  const dataDir = join(await temporaryFolder(t), 'data');
  const layout = dataLayout(dataDir);
  await prepareDataFolder(layout);
  const { store } = schoolStore(layout, silentLog);
  await store.start();
  t.teardown(() => store.stop());
  for (const target of ['cam_1', 'cam_2', 'cam_3'])
    await store.audit.append({
      organisationId: 1,
      at: Date.now(),
      actor: 'cli',
      action: 'campus.created',
      target,
      after: { name: target },
    });
  const run = (...args: string[]) => runCommand(['audit', ...args, '--data-dir', dataDir], NONE);
  /** As a process of its own. */
  const start = (...args: string[]) => runNode([SERVER_MAIN, 'audit', ...args, '--data-dir', dataDir], NONE);
  const damage = (sql: string): void => {
    const db = new Sqlite(layout.database);
    db.exec(sql);
    db.close();
  };
  return { layout, store, run, start, damage };
}

t.test(
  'verify says that a chain is whole and where it ends, and holds it against an end kept elsewhere',
  async (t) => {
    const { run } = await school(t);
    const { code, stdout } = await run('verify');
    t.equal(code, 0);
    t.match(stdout, /entries 1 to 3 are unbroken/);
    const [, end = ''] = /Its end is (\S+)/.exec(stdout) ?? [];
    t.match(end, /^3:[\w-]{43}$/);
    t.equal((await run('verify', '--expect', end)).code, 0);
    const other = await run('verify', '--expect', `3:${'A'.repeat(43)}`);
    t.equal(other.code, 1);
    t.match(other.stdout, /BROKEN at entry 3/);
    t.match((await run('verify', '--expect', 'x')).stderr, /takes the "sequence:hash"/);
  },
);

t.test('verify ends with status 1 at the first entry that is wrong', async (t) => {
  const { run, damage } = await school(t);
  damage("UPDATE audit SET actor = 'somebody' WHERE sequence = 2");
  const { code, stdout } = await run('verify', '--json');
  t.equal(code, 1);
  hasFields(t, JSON.parse(stdout), {
    ok: false,
    chains: [{ organisationId: 1, broken: { sequence: 2, reason: 'changed' } }],
  });
});

t.test(
  'an end that was cut off together with the head is found by the anchor beside the database',
  async (t) => {
    const { layout, store, run, start, damage } = await school(t);
    const clock = createFakeClock();
    const anchor = createAuditAnchor({ store, clock, log: silentLog, layout });
    await anchor.start();
    await clock.advance(60_000);
    await until(() => existsSync(anchorFile(layout)), { what: 'the anchor' });
    hasFields(t, await readAnchors(layout), [{ organisationId: 1, sequence: 3 }]);
    await store.audit.append({
      organisationId: 1,
      at: Date.now(),
      actor: 'cli',
      action: 'campus.deleted',
      target: 'cam_3',
    });
    await anchor.stop();
    hasFields(t, await readAnchors(layout), [{ sequence: 4 }], 'a stop notes the end as well');
    damage(
      `DELETE FROM audit WHERE sequence > 2;
     UPDATE audit_heads SET sequence = 2, hash = (SELECT hash FROM audit WHERE sequence = 2)`,
    );
    const { code, stdout } = await run('verify');
    t.equal(code, 1);
    t.match(stdout, /BROKEN at entry 3: .*cut off/);
    writeFileSync(anchorFile(layout), '{}');
    const spoilt = await start('verify');
    t.equal(spoilt.code, 1);
    t.match(spoilt.stderr, /cannot be read/);
  },
);

t.test('export prints every entry, oldest first, as lines of JSON', async (t) => {
  const { start } = await school(t);
  const { code, stdout } = await start('export');
  t.equal(code, 0);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  hasFields(t, lines, [
    { organisation: 1, sequence: 1, target: 'cam_1', previousHash: 'genesis' },
    { sequence: 2, previousHash: lines[0].hash },
    { sequence: 3, changes: { after: { name: 'cam_3' } } },
  ]);
  t.equal(lines.length, 3);
});

t.test('the anchor is private, and written only when something has changed', async (t) => {
  const { layout, store } = await school(t);
  const clock = createFakeClock();
  const anchor = createAuditAnchor({ store, clock, log: silentLog, layout });
  await anchor.start();
  await clock.advance(60_000);
  await until(() => existsSync(anchorFile(layout)), { what: 'the anchor' });
  const first = readFileSync(anchorFile(layout), 'utf8');
  await clock.advance(120_000);
  await anchor.stop();
  t.equal(readFileSync(anchorFile(layout), 'utf8'), first);
});
