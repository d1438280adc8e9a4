import Sqlite from 'better-sqlite3';
import t from 'tap';
import { createCommandStore } from '../../../store/sqlite/commands/commands.ts';
import type { Context } from '../../../store/sqlite/connection/context.ts';
import { MIGRATIONS } from '../../../store/sqlite/migrations/all.ts';
import { migrate } from '../../../store/sqlite/migrations/migrate.ts';

t.test('what is asked of open commands at each delivery reads no command that has ended', (t) => {
  const db = new Sqlite(':memory:');
  t.teardown(() => db.close());
  migrate(db, MIGRATIONS, 1_795_168_800_000);
  // The planner reads what it is told of sizes when a connection opens.
  db.exec('ANALYZE sqlite_schema');
  const asked: string[] = [];
  const watched = {
    prepare(text: string) {
      asked.push(text);
      return db.prepare(text);
    },
  };
  createCommandStore({ db: watched, lists: {} } as unknown as Context);
  const ofOpen = asked.filter((text) => /SELECT[\s\S]*status IN \('queued', 'sent'/.test(text));
  const plans = ofOpen.map((text) => {
    const values = Array((text.match(/\?/g) ?? []).length).fill(1);
    const steps = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all(values);
    return steps.map(({ detail }) => detail).filter((detail) => /\bcommands\b/.test(detail));
  });
  t.same(plans, [
    ['SEARCH commands USING INDEX commands_open_of_device (device_id=?)'],
    // All of this index: it holds what waits to be delivered, and nothing else.
    ['SCAN commands USING INDEX commands_undelivered'],
    ['SEARCH commands USING INDEX commands_open (expires_at<?)'],
  ]);
  t.end();
});
