import t from 'tap';
import { RECORDS_RANGE, readTimeRange } from '../../../../../api/http/lists/time-range.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const DAY_MS = 86_400_000;
const now = Date.UTC(2026, 10, 20, 10);
const madrid = { now, timezone: 'Europe/Madrid' };

t.test('without bounds it is the last 24 hours where the rule says so, and everything elsewhere', (t) => {
  t.same(readTimeRange({}, RECORDS_RANGE, madrid), { from: now - DAY_MS, to: now });
  t.equal(readTimeRange({}, {}, madrid), undefined);
  t.end();
});

t.test('one bound is completed by the rule', (t) => {
  const at = '2026-11-01T00:00:00Z';
  const moment = Date.parse(at);
  t.same(readTimeRange({ from: at }, RECORDS_RANGE, madrid), { from: moment, to: now });
  t.same(readTimeRange({ to: at }, RECORDS_RANGE, madrid), { from: moment - DAY_MS, to: moment });
  t.same(readTimeRange({ to: at }, {}, madrid), { from: 0, to: moment });
  hasFields(t, readTimeRange({ from: at }, {}, madrid), { from: moment });
  const future = '2027-01-01T00:00:00Z';
  t.same(readTimeRange({ from: future }, RECORDS_RANGE, madrid), {
    from: Date.parse(future),
    to: Date.parse(future),
  });
  t.end();
});

t.test('a date is midnight in the organisation’s time zone, also where clocks change', (t) => {
  const range = (from: string, to: string, timezone: string) => {
    const read = readTimeRange({ from, to }, RECORDS_RANGE, { now, timezone });
    return read === undefined ? null : (read.to - read.from) / 3_600_000;
  };
  t.same(readTimeRange({ from: '2026-11-20', to: '2026-11-21' }, RECORDS_RANGE, madrid), {
    from: Date.UTC(2026, 10, 19, 23),
    to: Date.UTC(2026, 10, 20, 23),
  });
  t.equal(range('2026-03-29', '2026-03-30', 'Europe/Madrid'), 23);
  t.equal(range('2026-10-25', '2026-10-26', 'Europe/Madrid'), 25);
  t.equal(range('2026-11-20', '2026-11-21', 'Asia/Kathmandu'), 24);
  t.equal(range('2026-08-15', '2026-11-13', 'Europe/Madrid'), 90 * 24 + 1, 'ninety local days are allowed');
  t.end();
});

t.test('date-times of RFC 3339 are read, with every offset', (t) => {
  for (const from of [
    '2026-11-20T08:30:00Z',
    '2026-11-20t09:30:00.000+01:00',
    '2026-11-20T09:30:00 01:00',
    '2026-11-20T07:30:00-01:00',
  ])
    hasFields(
      t,
      readTimeRange({ from }, RECORDS_RANGE, madrid),
      { from: Date.UTC(2026, 10, 20, 8, 30) },
      from,
    );
  t.end();
});

t.test(
  'what is no moment, a range that ends before it begins, or one that is too long is refused by name',
  (t) => {
    const refused = (input: { from?: string; to?: string }, parameter: string, code: string) =>
      t.throws(
        () => readTimeRange(input, RECORDS_RANGE, madrid),
        {
          code: 'validation_failed',
          extras: { errors: [{ in: 'query', parameter, code }] },
        },
        JSON.stringify(input),
      );
    for (const text of [
      '',
      'today',
      '2026-11-31',
      '2026-13-01',
      '2026-11-31T10:00:00Z',
      '2026-11-20T10:00',
      '2026-11-20T25:00:00Z',
      '1969-12-31',
      '20261120',
      '2026-11-20T10:00:00+24:00',
    ])
      refused({ to: text }, 'to', 'no_such_moment');
    refused({ from: '2026-11-21', to: '2026-11-20' }, 'from', 'after_to');
    refused({ from: '2026-08-01' }, 'from', 'range_too_long');
    refused({ from: '2020-01-01', to: '2026-11-20' }, 'from', 'range_too_long');
    t.end();
  },
);
