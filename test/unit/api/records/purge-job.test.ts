import t from 'tap';
import { createRecordPurgeJob, purgeRecords } from '../../../../api/records/purge-job.ts';
import { silentLog } from '../../../../kit/log.ts';
import { received } from '../../../support/activity-record.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { purgeReceipts } from '../../../support/store-rows.ts';
import { storedRecords } from '../../../support/stored-records.ts';
import { createTestStore } from '../../../support/test-store.ts';

const DAY_MS = 86_400_000;
const never = new AbortController().signal;

t.test('each kind goes after its own time, with a receipt a day; a second run finds nothing', async (t) => {
  const clock = createFakeClock();
  const store = await createTestStore(t, { clock });
  const ages = [0, 29, 32, 80];
  const at = (days: number): number => clock.now() - days * DAY_MS;
  await store.telemetry.appendActivity(
    ages.flatMap((days) => [
      received(at(days)),
      received(at(days), { kind: 'visit', user: 'ben@x.example' }),
    ]),
  );
  const options = { store, clock, log: silentLog };
  await purgeRecords(options, never);
  t.same(
    (await storedRecords(store)).map((record) => record.at),
    [...ages, 0, 29].map(at),
  );
  t.same(
    purgeReceipts(store).map(({ kind, rows }) => [kind, rows]),
    [
      ['activity', 1],
      ['activity', 1],
    ],
  );
  await purgeRecords({ ...options, keepDays: { logs: 1, activity: 1 } }, never);
  t.same(
    (await storedRecords(store)).map((record) => record.at),
    [at(0), at(0)],
  );
  const { length } = purgeReceipts(store);
  await purgeRecords(options, never);
  t.equal(purgeReceipts(store).length, length);
});

t.test('a record is kept for its whole time, and its day goes on the day after', async (t) => {
  const clock = createFakeClock();
  const store = await createTestStore(t, { clock });
  const at = (days: number): number => clock.now() - days * DAY_MS;
  // Of whole days in UTC: the record of the first moment of the thirtieth day before is kept with the rest of its day.
  const startOf = (days: number): number => Math.floor(at(days) / DAY_MS) * DAY_MS;
  const activity = [at(29), at(30), startOf(30), startOf(30) - 1, at(31)];
  const logs = [at(89), at(90), startOf(90), startOf(90) - 1, at(91)];
  await store.telemetry.appendActivity([
    ...logs.map((time) => received(time)),
    ...activity.map((time) => received(time, { kind: 'visit', user: 'ben@x.example' })),
  ]);
  await purgeRecords({ store, clock, log: silentLog }, never);
  t.strictSame(
    (await storedRecords(store)).map((record) => record.at),
    [...logs.slice(0, 3), ...activity.slice(0, 3)],
  );
});

t.test('a record that is kept for years still says what happened', async (t) => {
  const clock = createFakeClock();
  const store = await createTestStore(t, { clock });
  const at = clock.now();
  await store.telemetry.appendActivity([received(at)]);
  const before = await storedRecords(store);
  await clock.advance(800 * DAY_MS);
  await purgeRecords({ store, clock, log: silentLog, keepDays: { logs: 3_650, activity: 30 } }, never);
  t.same(await storedRecords(store), before);
});

t.test('a run that is cut off leaves a store that the next run finishes', async (t) => {
  const clock = createFakeClock();
  const store = await createTestStore(t, { clock });
  await store.telemetry.appendActivity([received(clock.now() - 89 * DAY_MS), received(clock.now())]);
  const aborter = new AbortController();
  const interrupted = {
    ...store,
    records: {
      ...store.records,
      purgeSlice: (...args: Parameters<typeof store.records.purgeSlice>) => {
        aborter.abort();
        return store.records.purgeSlice(...args);
      },
    },
  };
  const options = { clock, log: silentLog, keepDays: { logs: 30, activity: 30 } };
  await purgeRecords({ ...options, store: interrupted }, aborter.signal);
  t.equal((await storedRecords(store)).length, 1, 'the day is closed at the first step');
  await purgeRecords({ ...options, store }, never);
  t.equal(purgeReceipts(store).length, 1);
  t.equal(await store.records.purgeSlice('logs', clock.now(), 1), null);
});

t.test('the job runs at night', (t) => {
  const clock = createFakeClock();
  const job = createRecordPurgeJob({ store: {} as never, clock, log: silentLog });
  t.equal(job.name, 'records.purge');
  t.equal(job.next(clock.now()), Date.UTC(2026, 10, 21, 3, 20));
  t.end();
});
