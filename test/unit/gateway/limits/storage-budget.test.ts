import t from 'tap';
import { StorageBudget } from '../../../../gateway/limits/storage-budget.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const HOUR = 3_600_000;

function scene() {
  const clock = createFakeClock();
  const budget = new StorageBudget(clock, {
    recordsPerHour: 10,
    recordsPerDay: 24,
    bytesPerHour: 1_000,
    bytesPerDay: 2_400,
  });
  return { clock, budget };
}

t.test('both records and bytes are charged, and each is a limit of its own', async (t) => {
  const { budget } = scene();
  t.equal(budget.charge({ records: 11, bytes: 0 }), false);
  t.equal(budget.charge({ records: 0, bytes: 1_001 }), false);
  t.equal(budget.charge({ records: 1, bytes: 600 }), true, 'what was refused was not charged');
  t.equal(budget.charge({ records: 1, bytes: 401 }), false);
  t.equal(budget.charge({ records: 9, bytes: 400 }), true);
});

t.test('there is room while a record and a byte are left', async (t) => {
  const records = scene().budget;
  records.charge({ records: 9, bytes: 0 });
  t.equal(records.hasRoom(), true);
  records.charge({ records: 1, bytes: 0 });
  t.equal(records.hasRoom(), false);
  const bytes = scene().budget;
  bytes.charge({ records: 0, bytes: 999 });
  t.equal(bytes.hasRoom(), true);
  bytes.charge({ records: 0, bytes: 1 });
  t.equal(bytes.hasRoom(), false);
});

t.test('an hour gives the quota of an hour back, up to that of the day', async (t) => {
  for (const storing of [
    { records: 10, bytes: 0 },
    { records: 0, bytes: 1_000 },
  ]) {
    const { clock, budget } = scene();
    t.equal(budget.charge(storing), true);
    await clock.advance(HOUR);
    t.equal(budget.charge(storing), true);
    await clock.advance(HOUR);
    t.equal(budget.charge(storing), false, 'the day has given 24 and 2 hours of it');
  }
});

t.test('what could not be stored is given back', async (t) => {
  const { budget } = scene();
  const storing = { records: 10, bytes: 1_000 };
  budget.charge(storing);
  budget.giveBack(storing);
  t.equal(budget.full(), true);
  t.equal(budget.charge(storing), true);
});

t.test('it is full only when nothing of any kind is missing', async (t) => {
  const { clock, budget } = scene();
  t.equal(budget.full(), true);
  budget.charge({ records: 1, bytes: 0 });
  t.equal(budget.full(), false);
  const bytes = scene().budget;
  bytes.charge({ records: 0, bytes: 1 });
  t.equal(bytes.full(), false);
  await clock.advance(HOUR / 10);
  t.equal(budget.full(), false, 'the day is slower than the hour');
  await clock.advance(HOUR);
  t.equal(budget.full(), true);
});
