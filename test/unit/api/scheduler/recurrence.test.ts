import t from 'tap';
import { nextOccurrence, type Recurrence } from '../../../../api/scheduler/recurrence.ts';

const after = (recurrence: Recurrence, moment: string): string =>
  new Date(nextOccurrence(recurrence, Date.parse(moment))).toISOString();

/** The first occurrences behind a moment. */
function occurrences(recurrence: Recurrence, moment: string, count: number): readonly string[] {
  const found: string[] = [];
  for (let at = moment; found.length < count; at = found.at(-1) ?? at) found.push(after(recurrence, at));
  return found;
}

const daily = { hour: 2, minute: 30, timezone: 'Europe/Madrid' };
const weekly = { weekday: 1, hour: 6, minute: 0, timezone: 'Europe/Madrid' };

t.test(
  'every day at a local time, over the change to summer time: once a day, later by the hour left out',
  (t) => {
    t.same(occurrences(daily, '2026-03-27T12:00:00Z', 4), [
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
      '2026-03-31T00:30:00.000Z',
    ]);
    t.end();
  },
);

t.test('over the change to winter time: the time that comes twice counts once', (t) => {
  t.same(occurrences(daily, '2026-10-23T12:00:00Z', 4), [
    '2026-10-24T00:30:00.000Z',
    '2026-10-25T00:30:00.000Z',
    '2026-10-26T01:30:00.000Z',
    '2026-10-27T01:30:00.000Z',
  ]);
  t.equal(after(daily, '2026-10-25T01:00:00Z'), '2026-10-26T01:30:00.000Z', 'asked between the two');
  t.end();
});

t.test('every Monday at six, whatever the season', (t) => {
  t.same(occurrences(weekly, '2026-10-18T12:00:00Z', 3), [
    '2026-10-19T04:00:00.000Z',
    '2026-10-26T05:00:00.000Z',
    '2026-11-02T05:00:00.000Z',
  ]);
  t.same(occurrences(weekly, '2026-03-22T12:00:00Z', 2), [
    '2026-03-23T05:00:00.000Z',
    '2026-03-30T04:00:00.000Z',
  ]);
  t.end();
});

t.test('the moment itself is not after itself', (t) => {
  t.equal(after(weekly, '2026-10-19T04:00:00Z'), '2026-10-26T05:00:00.000Z');
  t.equal(after(weekly, '2026-10-19T03:59:59.999Z'), '2026-10-19T04:00:00.000Z');
  t.end();
});

t.test(
  'it is found where the day before, or a whole day, is left out, and on the other side of the date line',
  (t) => {
    t.equal(
      after({ hour: 3, minute: 0, timezone: 'Pacific/Apia' }, '2011-12-29T14:00:00Z'),
      '2011-12-30T13:00:00.000Z',
      'there was no 30 December',
    );
    t.equal(
      after({ weekday: 1, hour: 6, minute: 0, timezone: 'Pacific/Kiritimati' }, '2026-11-15T15:00:00Z'),
      '2026-11-15T16:00:00.000Z',
    );
    t.equal(
      after({ hour: 23, minute: 59, timezone: 'America/Los_Angeles' }, '2026-11-16T07:58:00Z'),
      '2026-11-16T07:59:00.000Z',
    );
    t.end();
  },
);
