import t from 'tap';
import {
  addDays,
  formatDate,
  formatIsoWeek,
  isoWeekOf,
  mondayOf,
  parseDate,
  parseIsoWeek,
} from '../../../kit/local-time.ts';

const weekOf = (date: string): string => {
  const day = parseDate(date);
  return day === null ? 'no date' : formatIsoWeek(isoWeekOf(day));
};

t.test('the week of a day is that of ISO 8601, also around New Year', (t) => {
  // Examples of ISO 8601 and of its article in the encyclopaedia.
  for (const [date, week] of [
    ['2005-01-01', '2004-W53'],
    ['2005-01-02', '2004-W53'],
    ['2005-12-31', '2005-W52'],
    ['2007-01-01', '2007-W01'],
    ['2008-12-29', '2009-W01'],
    ['2010-01-03', '2009-W53'],
    ['2026-11-16', '2026-W47'],
    ['2026-11-22', '2026-W47'],
    ['2026-12-31', '2026-W53'],
    ['2027-01-03', '2026-W53'],
  ] as const)
    t.equal(weekOf(date), week, date);
  t.end();
});

t.test('a week is known by its Monday, for a century', (t) => {
  let day = { year: 2000, month: 1, day: 3 };
  let checked = 0;
  while (day.year < 2100) {
    if (formatDate(mondayOf(isoWeekOf(day))) !== formatDate(day)) t.fail(formatDate(day));
    day = addDays(day, 7);
    checked += 1;
  }
  t.ok(checked > 5_000);
  t.end();
});

t.test('a text that is no week, or a week that its year does not have, is none', (t) => {
  t.same(parseIsoWeek('2026-W47'), { year: 2026, week: 47 });
  t.same(parseIsoWeek('2026-W53'), { year: 2026, week: 53 });
  for (const bad of ['2025-W53', '2026-W00', '2026-W54', '2026-47', '2026W47', '2026-w47', '', '2026-W7'])
    t.equal(parseIsoWeek(bad), null, bad);
  t.end();
});
