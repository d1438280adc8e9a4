import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import t, { type Test } from 'tap';
import { createReadMemory } from '../../../store/sqlite/connection/read-memory.ts';
import { temporaryFolder } from '../../support/test-store.ts';

async function connections(t: Test): Promise<{ readonly writer: Database; readonly reader: Database }> {
  const path = join(await temporaryFolder(t), 'memory.db');
  const writer = new Sqlite(path);
  writer.pragma('journal_mode = WAL');
  writer.exec('CREATE TABLE things (name TEXT)');
  const reader = new Sqlite(path, { readonly: true });
  t.teardown(() => {
    reader.close();
    writer.close();
  });
  return { writer, reader };
}

const query = (sql: string, parameters: readonly unknown[] = []) => ({ sql, parameters }) as never;

/** Counts how often it really reads. */
function counted<T>(value: () => T): { (): T; times: number } {
  const read = (): T => {
    read.times += 1;
    return value();
  };
  read.times = 0;
  return read;
}

t.test('what was read is told again until somebody commits, and never after', async (t) => {
  const { writer, reader } = await connections(t);
  const memory = createReadMemory(reader);
  const names = reader.prepare('SELECT name FROM things');
  const count = counted(() => names.all().length);
  const rows = counted(() => names.all());
  for (let round = 0; round < 3; round++) {
    for (let again = 0; again < 3; again++) {
      t.equal(memory().count(query('count'), count), round);
      t.equal(memory().rows(query('rows'), rows).length, round);
    }
    t.equal(count.times, round + 1);
    t.equal(rows.times, round + 1);
    writer.exec("INSERT INTO things VALUES ('x')");
  }
  t.equal(memory().count(query('count'), count), 3, 'also what was committed a moment ago');
});

t.test('another statement, or the same with other parameters, is another question', async (t) => {
  const { reader } = await connections(t);
  const memory = createReadMemory(reader);
  t.equal(
    memory().count(query('a', [1]), () => 1),
    1,
  );
  t.equal(
    memory().count(query('a', [2]), () => 2),
    2,
  );
  t.equal(
    memory().count(query('a', ['1']), () => 3),
    3,
  );
  t.equal(
    memory().count(query('b', [1]), () => 4),
    4,
  );
  t.equal(
    memory().count(query('a', [1]), () => 5),
    1,
  );
});

t.test('within a transaction, and on a connection that writes, nothing is remembered', async (t) => {
  const { writer, reader } = await connections(t);
  const reading = createReadMemory(reader);
  t.equal(
    reading().count(query('a'), () => 1),
    1,
  );
  reader.exec('BEGIN');
  t.equal(
    reading().count(query('a'), () => 2),
    2,
  );
  reader.exec('COMMIT');
  const writing = createReadMemory(writer);
  t.equal(
    writing().count(query('a'), () => 1),
    1,
  );
  t.equal(
    writing().count(query('a'), () => 2),
    2,
  );
});

t.test('large pages are not kept', async (t) => {
  const { reader } = await connections(t);
  const memory = createReadMemory(reader);
  const large = counted(() => Array.from({ length: 300 }, () => ({})));
  memory().rows(query('large'), large);
  memory().rows(query('large'), large);
  t.equal(large.times, 2);
});
