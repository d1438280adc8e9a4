import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Sqlite, { type Database } from 'better-sqlite3';
import t, { type Test } from 'tap';
import { hasFields } from '../../support/has-fields.ts';
import { createTestStore, temporaryFolder } from '../../support/test-store.ts';

type Child = ChildProcessByStdio<null, Readable, null>;

function startWriting(t: Test, path: string, count?: number): Child {
  const script = fileURLToPath(new URL('./writing-child.ts', import.meta.url));
  const args = [...process.execArgv, script, path, ...(count === undefined ? [] : [String(count)])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  t.teardown(() => child.kill('SIGKILL'));
  return child;
}

function open(t: Test, path: string): Database {
  const db = new Sqlite(path);
  t.teardown(() => db.close());
  return db;
}

const count = (db: Database, table: string): unknown =>
  db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();

t.test(
  'a writer that is killed in the act loses no commit that it has reported, and leaves no half of one',
  async (t) => {
    const path = join(await temporaryFolder(t), 'schoolgate.db');
    let reported = 0;
    for (const killAfter of [1, 30, 75]) {
      const child = startWriting(t, path);
      let seen = 0;
      for await (const line of createInterface(child.stdout)) {
        reported = Number(line);
        seen += 1;
        if (seen === killAfter) child.kill('SIGKILL');
      }
      t.ok(seen >= killAfter);

      const db = open(t, path);
      t.equal(db.pragma('integrity_check', { simple: true }), 'ok');
      t.same(db.pragma('foreign_key_check'), []);
      const events = Number(count(db, 'events'));
      t.ok(events >= reported, `${events} events are there, ${reported} were reported`);
      t.equal(
        db.prepare('SELECT max(sequence) FROM events').pluck().get(),
        events,
        'sequence numbers have no hole',
      );
      t.equal(count(db, 'ous'), events + 1, 'each transaction is whole: one unit an event');
    }
  },
);

t.test(
  'a second process may write beside a running server; both wait for each other and lose nothing',
  async (t) => {
    const path = join(await temporaryFolder(t), 'schoolgate.db');
    const store = await createTestStore(t, { path });
    const children = [startWriting(t, path, 60), startWriting(t, path, 60)];
    const ended = children.map((child) => once(child, 'exit'));
    for (const child of children) child.stdout.resume();
    let own = 0;
    let running = true;
    const finished = Promise.all(ended).then(() => {
      running = false;
    });
    while (running) {
      await store.events.append({ type: 'device.online', organisationId: 1, at: 0, data: {} });
      own += 1;
      await turn();
    }
    await finished;
    t.same(await Promise.all(ended), [
      [0, null],
      [0, null],
    ]);
    const last = await store.events.append({ type: 'device.online', organisationId: 1, at: 0, data: {} });
    t.equal(last.sequence, 120 + own + 1);
  },
);

t.test('a writer that waits for another process does not hold up the process', async (t) => {
  const path = join(await temporaryFolder(t), 'schoolgate.db');
  const store = await createTestStore(t, { path });
  const other = open(t, path);
  other.exec('BEGIN IMMEDIATE');
  let done = false;
  const writing = store.organisations.update(1, { name: 'Springfield' }).then(() => {
    done = true;
  });
  for (let read = 0; read < 20; read++) {
    hasFields(t, await store.organisations.get(1), { name: 'My school' });
    await turn();
  }
  t.equal(done, false);
  other.exec('COMMIT');
  await writing;
  hasFields(t, await store.organisations.get(1), { name: 'Springfield' });
});

t.test('a store that was stopped and started again has all', async (t) => {
  const path = join(await temporaryFolder(t), 'schoolgate.db');
  const first = await createTestStore(t, { path });
  const ou = await first.ous.ensurePath(1, '/High', 5);
  await first.stop();
  const second = await createTestStore(t, { path });
  t.same(await second.ous.byPath(1, '/High'), ou);
  await second.stop();
  await second.start();
  t.same(await second.ous.byPath(1, '/High'), ou, 'also when the same store starts again');
});
