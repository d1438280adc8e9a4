import t from 'tap';
import { AlertBudget } from '../../../../gateway/limits/alert-budget.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

function scene() {
  const clock = createFakeClock();
  return { clock, budget: new AlertBudget(clock, { alertsPerHour: 2, alertsPerDay: 3 }) };
}

t.test('each type has an allowance of its own', async (t) => {
  const allowance = scene().budget.allowance();
  const take = () => allowance.take('access_request' as Parameters<typeof allowance.take>[0]);
  t.strictSame([take(), take(), take()], [true, true, false]);
  t.equal(allowance.take('self_harm_search'), true);
});

t.test('what an attempt took is given back once, and nothing of another attempt', async (t) => {
  const { budget } = scene();
  const kept = budget.allowance();
  kept.take('self_harm_search');
  const undone = budget.allowance();
  undone.take('self_harm_search');
  undone.undo();
  undone.undo();
  t.equal(budget.full(), false);
  const next = budget.allowance();
  t.strictSame([next.take('self_harm_search'), next.take('self_harm_search')], [true, false]);
});

t.test('it is full again when the hour and the day have given all back', async (t) => {
  const { clock, budget } = scene();
  t.equal(budget.full(), true);
  budget.allowance().take('self_harm_search');
  t.equal(budget.full(), false);
  await clock.advance(3_600_000);
  t.equal(budget.full(), false);
  await clock.advance(7 * 3_600_000);
  t.equal(budget.full(), true);
});
