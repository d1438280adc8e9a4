import t from 'tap';
import {
  addDays,
  formatDate,
  instantOf,
  localTimeAt,
  parseDate,
  weekdayOf,
} from '../../../kit/local-time.ts';

const iso = (at: number): string => new Date(at).toISOString();

t.test('a wall time is the moment that a clock there shows it, on both sides of the changes', (t) => {
  const madrid = (month: number, day: number, hour: number, minute = 0): string =>
    iso(instantOf({ year: 2026, month, day, hour, minute }, 'Europe/Madrid'));
  t.equal(madrid(1, 15, 6), '2026-01-15T05:00:00.000Z');
  t.equal(madrid(7, 15, 6), '2026-07-15T04:00:00.000Z');
  t.equal(madrid(3, 29, 1, 59), '2026-03-29T00:59:00.000Z', 'the last minute of winter time');
  t.equal(madrid(3, 29, 3), '2026-03-29T01:00:00.000Z', 'the first of summer time');
  t.equal(madrid(10, 25, 1, 59), '2026-10-24T23:59:00.000Z');
  t.equal(madrid(10, 25, 3), '2026-10-25T02:00:00.000Z');
  t.end();
});

t.test('a time that is left out comes as much later; one that comes twice is the first of the two', (t) => {
  t.equal(
    iso(instantOf({ year: 2026, month: 3, day: 29, hour: 2, minute: 30 }, 'Europe/Madrid')),
    '2026-03-29T01:30:00.000Z',
    'shown as 03:30',
  );
  t.equal(
    iso(instantOf({ year: 2026, month: 10, day: 25, hour: 2, minute: 30 }, 'Europe/Madrid')),
    '2026-10-25T00:30:00.000Z',
    'still summer time',
  );
  t.equal(
    iso(instantOf({ year: 2026, month: 11, day: 1, hour: 1, minute: 30 }, 'America/New_York')),
    '2026-11-01T05:30:00.000Z',
  );
  t.end();
});

t.test('a day begins at its first moment, also where midnight is left out or comes twice', (t) => {
  const begin = (date: string, timezone: string): string => {
    const day = parseDate(date);
    return day === null ? 'no date' : iso(instantOf(day, timezone));
  };
  t.equal(begin('2026-04-24', 'Africa/Cairo'), '2026-04-23T22:00:00.000Z', 'clocks go from 00:00 to 01:00');
  t.equal(localTimeAt(Date.parse('2026-04-23T22:00:00Z'), 'Africa/Cairo').hour, 1);
  t.equal(begin('2026-11-01', 'America/Havana'), '2026-11-01T04:00:00.000Z', 'midnight comes twice');
  t.equal(begin('2026-10-04', 'Australia/Lord_Howe'), '2026-10-03T13:30:00.000Z', 'a change of half an hour');
  t.end();
});

t.test('local time and moment belong together every quarter of an hour of a year, in many zones', (t) => {
  for (const timezone of [
    'Europe/Madrid',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'UTC',
  ]) {
    let different = 0;
    const quarters = 365 * 96;
    for (let quarter = 0; quarter < quarters; quarter += 7) {
      const at = Date.UTC(2026, 0, 1) + quarter * 900_000;
      const back = instantOf(localTimeAt(at, timezone), timezone);
      // The second of two equal times is told as the first.
      if (back !== at && at - back > 3_600_000) different += 1;
      if (back > at) different += 1;
    }
    t.equal(different, 0, timezone);
  }
  t.end();
});

t.test('days are counted by the calendar', (t) => {
  t.equal(formatDate(addDays({ year: 2026, month: 12, day: 31 }, 1)), '2027-01-01');
  t.equal(formatDate(addDays({ year: 2028, month: 3, day: 1 }, -1)), '2028-02-29');
  t.equal(weekdayOf({ year: 2026, month: 11, day: 16 }), 1, 'a Monday');
  t.equal(weekdayOf({ year: 2026, month: 11, day: 22 }), 7, 'a Sunday');
  for (const bad of ['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', '2026-01-01T00:00', ''])
    t.equal(parseDate(bad), null, bad);
  t.same(parseDate('2028-02-29'), { year: 2028, month: 2, day: 29 });
  t.end();
});
