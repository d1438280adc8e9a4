import { hash } from 'node:crypto';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import t, { type Test } from 'tap';
import { createIdSource, systemRandom } from '../../../../kit/random.ts';
import type { Store } from '../../../../store/ports/store.ts';
import { createSqliteStore } from '../../../../store/sqlite/sqlite-store.ts';
import { LAPTOP, received } from '../../../support/activity-record.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { storedRecords } from '../../../support/stored-records.ts';
import { temporaryFolder } from '../../../support/test-store.ts';

const clock = createFakeClock();
const NOW = clock.now();
const DAY_MS = 86_400_000;
const SLOTS = 2 ** 26;

/** Where versions before this migration have put a record within its millisecond: whoever makes the id can choose it. */
const unkeyedSlot = (id: string): number => hash('sha1', `${LAPTOP}\n${id}`, 'buffer').readUInt32BE(6) >>> 6;

async function database(t: Test) {
  const path = join(await temporaryFolder(t), 'schoolgate.db');
  const open = (): Store =>
    createSqliteStore({
      path,
      clock,
      ids: createIdSource({ clock, random: systemRandom }),
      durability: 'normal',
    });
  /** Works on the file while no store has it open. */
  const edit = <T>(work: (db: Sqlite.Database, table: string) => T): T => {
    const db = new Sqlite(path);
    try {
      return work(db, db.prepare<[], string>('SELECT name FROM record_partitions').pluck().get() ?? '');
    } finally {
      db.close();
    }
  };
  const slots = (): readonly number[] =>
    edit((db, table) =>
      db.prepare<[], number>(`SELECT number % ${SLOTS} FROM ${table} ORDER BY number`).pluck().all(),
    );
  const append = async (...ids: readonly string[]): Promise<number> => {
    const store = open();
    await store.start();
    try {
      return await store.telemetry.appendActivity(ids.map((id) => received(NOW, { id })));
    } finally {
      await store.stop();
    }
  };
  return { open, edit, slots, append };
}

/** Two ids that a device has made so that they fall on one place. */
function chosenPair(): readonly [string, string] {
  const seen = new Map<number, string>();
  for (let n = 0; ; n++) {
    const id = `chosen-${n}`;
    const other = seen.get(unkeyedSlot(id));
    if (other !== undefined) return [other, id];
    seen.set(unkeyedSlot(id), id);
  }
}

t.test('a device cannot choose where its records lie: each database has its own places', async (t) => {
  const pair = chosenPair();
  const [first, second] = [await database(t), await database(t)];
  t.equal(await first.append(...pair), 2);
  t.equal(await second.append(...pair), 2);
  const [low = 0, high = 0] = first.slots();
  t.not(high - low, 1, 'not one behind the other');
  t.strictNotSame(first.slots(), second.slots());
  t.equal(await first.append(...pair), 0, 'a repeat is known after a restart');
});

t.test('a repeat of a record that an older version has stored is still known, and found', async (t) => {
  const { open, edit, append } = await database(t);
  await append('old-record-1');
  // As the older version has left it.
  edit((db, table) => {
    db.prepare(`UPDATE ${table} SET number = ?`).run((NOW % DAY_MS) * SLOTS + unkeyedSlot('old-record-1'));
    db.exec('UPDATE record_partitions SET keyed = 0');
  });
  t.equal(await append('old-record-1', 'new-record-1'), 1);
  t.equal(await append('old-record-1', 'new-record-1'), 0);
  const store = open();
  t.teardown(() => store.stop());
  await store.start();
  t.equal((await storedRecords(store)).length, 2);
  for (const recordId of ['old-record-1', 'new-record-1']) {
    const found = await store.transaction((tx) =>
      tx.records.findLog({ organisationId: 1, deviceId: LAPTOP, recordId, receivedAt: NOW, at: NOW }),
    );
    t.equal(found?.deviceId, LAPTOP, recordId);
  }
});

t.test('a record that finds no place after 64 is refused, and all that is stored stays', async (t) => {
  const { edit, slots, append } = await database(t);
  await append('crowded-01');
  const [slot = 0] = slots();
  edit((db, table) => {
    const columns = db
      .prepare<[], string>(`SELECT name FROM pragma_table_info('${table}') WHERE name <> 'number'`)
      .pluck()
      .all()
      .map((name) => (name === 'record' ? 'record + 1' : `"${name}"`));
    const copy = db.prepare(
      `INSERT INTO ${table} SELECT number + ?, ${columns} FROM ${table} WHERE number % ${SLOTS} = ?`,
    );
    for (let step = 1; step <= 64; step++) copy.run(step, slot);
    db.prepare(`DELETE FROM ${table} WHERE number % ${SLOTS} = ?`).run(slot);
    db.prepare(`UPDATE ${table} SET number = number - 1`).run();
  });
  await t.rejects(append('crowded-01'), { message: /no place/ });
  t.equal(slots().length, 64);
});
