import t from 'tap';
import { createDeviceEventPurgeJob } from '../../../../api/scheduler/housekeeping.ts';
import { silentLog } from '../../../../kit/log.ts';
import { LAPTOP } from '../../../support/activity-record.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { keptDeviceEvents } from '../../../support/store-rows.ts';
import { createTestStore } from '../../../support/test-store.ts';

const DAY = 86_400_000;
const going = new AbortController().signal;

const eventOf = (number: number, receivedAt: number) => ({
  deviceId: LAPTOP,
  organisationId: 1,
  receivedAt,
  event: {
    id: `event---${number}`,
    at: receivedAt,
    kind: 'fault' as const,
    details: { what: String(number) },
  },
});

t.test('events go when they came in more than thirty days ago, not at thirty', async (t) => {
  const clock = createFakeClock();
  const store = await createTestStore(t, { clock });
  const now = clock.now();
  await store.telemetry.appendDeviceEvents(
    [29 * DAY, 30 * DAY, 30 * DAY + 1, 31 * DAY].map((age, number) => eventOf(number, now - age)),
  );
  const kept = () => keptDeviceEvents(store).map(({ event }) => event.id);
  const job = createDeviceEventPurgeJob({ store, clock, log: silentLog });
  await job.run(going);
  t.strictSame(kept(), ['event---0', 'event---1']);
  await createDeviceEventPurgeJob({ store, clock, log: silentLog, keepDays: () => 29 }).run(going);
  t.strictSame(kept(), ['event---0'], 'or after what the school has set');
  t.equal(new Date(await job.next(now)).toISOString(), '2026-11-21T03:30:00.000Z');
});

t.test('thousands go batch by batch to the end, and none when it is told to stop', async (t) => {
  const clock = createFakeClock();
  const store = await createTestStore(t, { clock });
  const old = clock.now() - 40 * DAY;
  await store.telemetry.appendDeviceEvents(Array.from({ length: 2_500 }, (_, n) => eventOf(n, old)));
  const job = createDeviceEventPurgeJob({ store, clock, log: silentLog });
  const left = () => keptDeviceEvents(store).length;
  await job.run(AbortSignal.abort());
  t.equal(left(), 2_500);
  await job.run(going);
  t.equal(left(), 0);
});
