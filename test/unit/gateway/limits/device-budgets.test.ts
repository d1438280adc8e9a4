import t from 'tap';
import { createDeviceBudgets } from '../../../../gateway/limits/device-budgets.ts';
import { DEFAULT_LIMITS } from '../../../../gateway/limits/limits.ts';
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

const CHARGED = {
  ...DEFAULT_LIMITS,
  messagesPerSecond: 1,
  messageBurst: 2,
  bytesPerSecond: 100,
  byteBurst: 1_000,
  unpackedBytesPerSecond: 100,
  unpackedByteBurst: 1_000,
};

t.test(
  'a message waits for its turn at most five seconds, and one that may not wait is refused',
  async (t) => {
    const budget = createDeviceBudgets(createFakeClock(), CHARGED).of('dev_a');
    const charge = (mayWait: boolean) => budget.charge({ bytes: 1, mayWait });
    t.strictSame([charge(false), charge(false)], [0, 0]);
    t.equal(charge(false), null);
    t.strictSame(
      Array.from({ length: 6 }, () => charge(true)),
      [1_000, 2_000, 3_000, 4_000, 5_000, null],
      'what was refused was not charged',
    );
    t.equal(charge(true), null);
  },
);

t.test('the longer of the two waits holds, and a refusal costs no bytes', async (t) => {
  const clock = createFakeClock();
  const budget = createDeviceBudgets(clock, CHARGED).of('dev_a');
  t.equal(budget.charge({ bytes: 1_501, mayWait: true }), null);
  t.equal(budget.charge({ bytes: 1_500, mayWait: true }), 5_000);
  t.equal(budget.charge({ bytes: 1, mayWait: true }), null);
  await clock.advance(5_000);
  t.equal(budget.charge({ bytes: 0, mayWait: false }), 0);
});

t.test('what messages unpack to is owed until the time for it is over', async (t) => {
  const clock = createFakeClock();
  const budgets = createDeviceBudgets(clock, CHARGED);
  const budget = budgets.of('dev_a');
  t.equal(budget.unpackedDebtMs(), 0);
  budget.chargeUnpacked(1_200);
  t.equal(budget.unpackedDebtMs(), 2_000);
  t.equal(budgets.of('dev_b').unpackedDebtMs(), 0);
  await clock.advance(2_000);
  t.equal(budget.unpackedDebtMs(), 0);
});

t.test('events about the state are so many an hour', async (t) => {
  const clock = createFakeClock();
  const { states } = createDeviceBudgets(clock, { ...DEFAULT_LIMITS, stateEventsPerHour: 60 }).of('dev_a');
  for (let n = 0; n < 60; n++) t.equal(states.take(1), 0);
  t.equal(states.take(1), 60_000);
});

t.test('a budget is forgotten when every part of it is full, and not before', async (t) => {
  type Budget = ReturnType<ReturnType<typeof createDeviceBudgets>['of']>;
  const spend: Readonly<Record<string, (budget: Budget) => unknown>> = {
    message: (budget) => budget.charge({ bytes: 0, mayWait: false }),
    bytes: (budget) => budget.charge({ bytes: 100, mayWait: false }),
    unpacked: (budget) => budget.chargeUnpacked(100),
    states: ({ states }) => states.take(1),
    activity: ({ activity }) => activity.charge({ records: 1, bytes: 1 }),
    events: ({ events }) => events.charge({ records: 1, bytes: 1 }),
    alerts: ({ alerts }) => alerts.allowance().take('access_request'),
  };
  for (const [what, take] of Object.entries(spend)) {
    const clock = createFakeClock();
    const budgets = createDeviceBudgets(clock, CHARGED);
    const budget = budgets.of('dev_a');
    t.equal(budget.full(), true);
    take(budget);
    t.equal(budget.full(), false, what);
    budgets.sweep();
    t.equal(budgets.of('dev_a'), budget, what);
    await clock.advance(48 * HOUR_MS);
    t.equal(budget.full(), true, what);
    budgets.sweep();
    t.not(budgets.of('dev_a'), budget, what);
  }
});

t.test('what is spent goes on in another gateway, less what time has given back', async (t) => {
  const clock = createFakeClock();
  const budget = createDeviceBudgets(clock, DEFAULT_LIMITS).of('dev_a');
  t.equal(budget.spent(), null);
  budget.states.take(3);
  t.equal(budget.spent(), null, 'a twentieth is not worth it');
  budget.states.take(27);
  budget.alerts.allowance().take('self_harm_search');
  const spent = budget.spent();
  t.same(spent?.states, [30]);
  t.same(spent?.['alerts.self_harm_search'], [1, 1]);
  const next = createDeviceBudgets(clock, DEFAULT_LIMITS).of('dev_a');
  next.resume({ ...spent, unheard: [5], states: [...(spent?.states ?? []), 7] }, 600_000);
  t.equal(Math.round(next.states.spent()), 20);
  t.same(next.alerts.types(), ['self_harm_search']);
  next.resume(spent ?? {}, 0);
  next.resume({ states: [1_000_000] }, 0);
  t.equal(next.states.spent(), 60, 'never emptier than empty');
});
