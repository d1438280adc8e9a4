import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import t from 'tap';
import { LAPTOP, received } from '../../support/activity-record.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { storedRecords } from '../../support/stored-records.ts';
import { createTestStore, temporaryFolder } from '../../support/test-store.ts';

t.test(
  'records of version 0.1 are taken over, slice by slice, once, also those that devices repeat meanwhile',
  async (t) => {
    const clock = createFakeClock();
    const path = join(await temporaryFolder(t), 'schoolgate.db');
    const store = await createTestStore(t, { clock, path });
    const old = Array.from({ length: 5 }, (_, n) =>
      received(clock.now() - (n + 1) * 1_000, {
        domain: `old-${n}.example`,
        ...(n === 4 ? { kind: 'visit' } : {}),
      }),
    );
    const db = new Sqlite(path);
    t.teardown(() => db.close());
    const insert = db.prepare(
      `INSERT INTO activity_records (device_id, record_id, at, organisation_id, received_at, ou_path, kind, action, record)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    for (const { deviceId, organisationId, receivedAt, ouPath, record } of old)
      insert.run(
        deviceId,
        record.id,
        record.at,
        organisationId,
        receivedAt,
        ouPath,
        record.kind,
        record.action,
        JSON.stringify(record),
      );
    const [first] = old;
    if (first === undefined) throw new Error('there are no records');
    t.equal(await store.telemetry.appendActivity([first]), 1, 'a device repeats one');
    t.equal(await store.records.carryOver(2), 3);
    t.equal(await store.records.carryOver(2), 1);
    t.equal(await store.records.carryOver(2), 0);
    t.equal(await store.records.carryOver(2), 0);
    t.same(
      (await storedRecords(store)).map(({ domain, deviceId }) => [domain, deviceId]),
      old.map(({ record }) => [record.domain, LAPTOP]),
    );
    t.same(await store.telemetry.activityCounts(1, 0), { requests: 4, blocked: 0 });
    t.equal(await store.telemetry.appendActivity(old), 0);
  },
);
