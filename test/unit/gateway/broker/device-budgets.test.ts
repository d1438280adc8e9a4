import t from 'tap';
import { createDeviceBudgets } from '../../../../gateway/broker/device-budgets.ts';
import { DEFAULT_LIMITS } from '../../../../gateway/limits.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const HOUR_MS = 3_600_000;
/** As the filter makes them: some 350 bytes a record. */
const BATCH = { records: 500, bytes: 175_000 };

t.test('a week off-line, and a whole outbox, are stored without a wait', async (t) => {
  const budget = createDeviceBudgets(createFakeClock(), DEFAULT_LIMITS).of('dev_a');
  for (let n = 0; n < 60; n++) t.equal(budget.activity.charge(BATCH), true, `batch ${n}`);
  const other = createDeviceBudgets(createFakeClock(), DEFAULT_LIMITS).of('dev_b');
  for (let n = 0; n < 100; n++)
    t.equal(other.activity.charge({ records: 500, bytes: 335_544 }), true, `batch ${n}`);
  t.equal(other.activity.hasRoom(), false);
});

t.test('a device that never stops stores at most two days’ quota in its first day', async (t) => {
  const clock = createFakeClock();
  const { activity } = createDeviceBudgets(clock, DEFAULT_LIMITS).of('dev_a');
  let stored = 0;
  for (let minute = 0; minute < 1_440; minute++) {
    while (activity.charge({ records: 100, bytes: 35_000 })) stored += 100;
    await clock.advance(60_000);
  }
  t.ok(stored <= 150_000, `${stored} records`);
  t.ok(stored > 140_000, `${stored} records`);
});

t.test('a charge is whole or nothing, and what is given back can be spent again', async (t) => {
  const limits = {
    ...DEFAULT_LIMITS,
    events: { recordsPerHour: 10, recordsPerDay: 15, bytesPerHour: 1_000, bytesPerDay: 10_000 },
  };
  const clock = createFakeClock();
  const budgets = createDeviceBudgets(clock, limits);
  const { events } = budgets.of('dev_a');
  t.equal(events.charge({ records: 5, bytes: 1_001 }), false, 'too many bytes');
  t.equal(events.charge({ records: 11, bytes: 1 }), false, 'too many records');
  t.equal(events.charge({ records: 10, bytes: 1_000 }), true, 'neither refusal was charged');
  t.equal(events.hasRoom(), false);
  budgets.sweep();
  t.equal(budgets.of('dev_a').events, events, 'what was spent is not forgotten');
  events.giveBack({ records: 10, bytes: 1_000 });
  t.equal(events.charge({ records: 10, bytes: 1_000 }), true);
  await clock.advance(HOUR_MS);
  t.equal(events.charge({ records: 10, bytes: 1_000 }), false, 'the day has five left, and a 24th');
  t.equal(events.charge({ records: 5, bytes: 1_000 }), true);
});

t.test('alerts are counted by type, and an attempt that failed costs nothing', async (t) => {
  const limits = { ...DEFAULT_LIMITS, alertsPerHour: 2, alertsPerDay: 3 };
  const clock = createFakeClock();
  const { alerts } = createDeviceBudgets(clock, limits).of('dev_a');
  t.equal(alerts.full(), true);
  const failed = alerts.allowance();
  t.same([failed.take('access_request'), failed.take('access_request')], [true, true]);
  failed.undo();
  const good = alerts.allowance();
  const asked = () => good.take('access_request');
  t.same([asked(), asked(), asked()], [true, true, false]);
  t.equal(good.take('self_harm_search'), true, 'another type has its own');
  await clock.advance(HOUR_MS);
  t.same([asked(), asked()], [true, false], 'three a day');
  t.equal(alerts.full(), false);
});
