import t from 'tap';
import { isTimeZone } from '../../../../contracts/policy/local-time.ts';
import type { Schedule, Weekday } from '../../../../contracts/policy/model.ts';
import {
  calendarDay,
  clockMinutes,
  compiledOnce,
  compileSchedule,
  isScheduleActive,
  nextChange,
} from '../../../../contracts/policy/schedule.ts';
import { fc } from '../../../support/property.ts';
import { startStopwatch } from '../../../support/stopwatch.ts';

const WEEK: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const HOUR_MS = 3_600_000;

function schedule(
  timezone: string,
  windows: readonly (readonly [from: string, to: string, days?: readonly Weekday[]])[],
  exceptDates: readonly string[] = [],
): Schedule {
  return { timezone, windows: windows.map(([from, to, days = WEEK]) => ({ days, from, to })), exceptDates };
}

/** Beginnings and ends of the active time in a range. */
function spans(plan: Schedule, from: string, to: string): readonly string[] {
  const end = Date.parse(to);
  const found: string[] = [];
  let at: number | null = Date.parse(from);
  let active = isScheduleActive(plan, at);
  for (at = nextChange(plan, at); at !== null && at < end; at = nextChange(plan, at)) {
    const now = isScheduleActive(plan, at);
    if (now === active) throw new Error(`nothing changes at ${new Date(at).toISOString()}`);
    active = now;
    found.push(`${active ? 'on' : 'off'} ${new Date(at).toISOString().slice(0, 16)}`);
  }
  return found;
}

t.test('no schedule is always on', (t) => {
  t.equal(isScheduleActive(null, 0), true);
  t.equal(nextChange(null, 0), null);
  t.end();
});

t.test('equal beginning and end is a whole day; adjoining and overlapping windows are one', (t) => {
  const always = schedule('Europe/Madrid', [['00:00', '00:00']]);
  t.equal(isScheduleActive(always, Date.parse('2026-03-29T01:30Z')), true);
  t.equal(nextChange(always, Date.parse('2026-03-01T00:00Z')), null);
  const joined = schedule('UTC', [
    ['08:00', '10:00', ['mon']],
    ['10:00', '12:00', ['mon']],
    ['11:00', '11:30', ['mon']],
    ['09:00', '12:30', ['mon']],
  ]);
  t.same(spans(joined, '2026-11-15T00:00Z', '2026-11-17T00:00Z'), [
    'on 2026-11-16T08:00',
    'off 2026-11-16T12:30',
  ]);
  const exceptChristmas = schedule('UTC', [['00:00', '00:00']], ['2026-12-25']);
  t.same(spans(exceptChristmas, '2026-11-20T00:00Z', '2027-03-01T00:00Z'), [
    'off 2026-12-25T00:00',
    'on 2026-12-26T00:00',
  ]);
  t.end();
});

t.test('without windows it is never on', (t) => {
  t.equal(isScheduleActive(schedule('UTC', []), 0), false);
  t.equal(nextChange(schedule('UTC', []), 0), null);
  t.end();
});

const LIFTS = [
  {
    zone: 'Europe/Madrid', // 02:00 → 03:00, 03:00 → 02:00
    spring: ['on 2026-03-29T00:00', 'off 2026-03-29T02:00'],
    autumn: ['on 2026-10-24T23:00', 'off 2026-10-25T03:00'],
    springDay: '2026-03-29',
    autumnDay: '2026-10-25',
    hours: [2, 4],
  },
  {
    zone: 'America/New_York',
    spring: ['on 2026-03-08T06:00', 'off 2026-03-08T08:00'],
    autumn: ['on 2026-11-01T05:00', 'off 2026-11-01T09:00'],
    springDay: '2026-03-08',
    autumnDay: '2026-11-01',
    hours: [2, 4],
  },
  {
    zone: 'Australia/Lord_Howe', // half an hour: +10:30, in summer +11
    spring: ['on 2026-10-03T14:30', 'off 2026-10-03T17:00'],
    autumn: ['on 2026-04-04T14:00', 'off 2026-04-04T17:30'],
    springDay: '2026-10-04',
    autumnDay: '2026-04-05',
    hours: [2.5, 3.5],
  },
] as const;

for (const { zone, spring, autumn, springDay, autumnDay, hours } of LIFTS) {
  t.test(`a window 01:00–04:00 on both days of the clock change, ${zone}`, (t) => {
    const around = (day: string): readonly string[] => {
      const start = Date.parse(`${day}T00:00Z`);
      const night = schedule(zone, [['01:00', '04:00']]);
      const all = spans(
        night,
        new Date(start - 30 * HOUR_MS).toISOString(),
        new Date(start + 30 * HOUR_MS).toISOString(),
      );
      return all.filter(
        (text) => text === spring[0] || text === spring[1] || text === autumn[0] || text === autumn[1],
      );
    };
    t.same(around(springDay), spring);
    t.same(around(autumnDay), autumn);
    const length = ([on, off]: readonly [string, string]): number =>
      (Date.parse(`${off.slice(4)}Z`) - Date.parse(`${on.slice(3)}Z`)) / HOUR_MS;
    t.same([length(spring), length(autumn)], hours);
    t.end();
  });
}

t.test('a skipped local time means the moment of the skip; a window wholly inside does not occur', (t) => {
  const day = ['2026-03-28T12:00Z', '2026-03-29T12:00Z'] as const;
  t.same(spans(schedule('Europe/Madrid', [['02:30', '04:00']]), ...day), [
    'on 2026-03-29T01:00',
    'off 2026-03-29T02:00',
  ]);
  t.same(spans(schedule('Europe/Madrid', [['01:00', '02:30']]), ...day), [
    'on 2026-03-29T00:00',
    'off 2026-03-29T01:00',
  ]);
  t.same(spans(schedule('Europe/Madrid', [['02:10', '02:50']]), ...day), []);
  t.end();
});

t.test('midnight itself may be skipped: Cairo', (t) => {
  // 2026-04-24 begins at 01:00.
  const day = ['2026-04-23T12:00Z', '2026-04-24T12:00Z'] as const;
  t.same(spans(schedule('Africa/Cairo', [['00:00', '06:00']]), ...day), [
    'on 2026-04-23T22:00',
    'off 2026-04-24T03:00',
  ]);
  t.equal(nextChange(schedule('Africa/Cairo', [['00:00', '00:00']]), Date.parse(day[0])), null);
  t.end();
});

type MinuteWindow = readonly [from: number, to: number, days: readonly Weekday[]];

/** What a clock on the wall says; `local` as epoch milliseconds of a clock in UTC that shows the same. */
function wallSays(windows: readonly MinuteWindow[], local: number): boolean {
  const wall = new Date(local);
  const minutes = wall.getUTCHours() * 60 + wall.getUTCMinutes();
  const weekday = (wall.getUTCDay() + 6) % 7;
  return windows.some(([from, to, days]) => {
    const on = (day: number): boolean => days.some((name) => WEEK.indexOf(name) === (day + 7) % 7);
    if (to > from) return on(weekday) && minutes >= from && minutes < to;
    return (on(weekday) && minutes >= from) || (on(weekday - 1) && minutes < to);
  });
}

t.test(
  'away from clock changes it is what a clock on the wall says, at any moment and in any order of asking',
  (t) => {
    const minute = fc.integer({ min: 0, max: 1_439 });
    const time = (of: number): string =>
      `${String(Math.floor(of / 60)).padStart(2, '0')}:${String(of % 60).padStart(2, '0')}`;
    t.doesNotThrow(() =>
      fc.assert(
        fc.property(
          fc.array(fc.tuple(minute, minute, fc.subarray([...WEEK], { minLength: 1 })), {
            minLength: 1,
            maxLength: 4,
          }),
          fc.array(fc.integer({ min: 0, max: 20 * 1_440 }), { minLength: 1, maxLength: 20 }),
          (windows, moments) => {
            // Asia/Kolkata is UTC+5:30 all the year.
            const plan = schedule(
              'Asia/Kolkata',
              windows.map(([from, to, days]) => [time(from), time(to), days]),
            );
            const compiled = compileSchedule(plan);
            return moments.every((moment) => {
              const at = Date.UTC(2026, 5, 1) + moment * 60_000;
              const expected = wallSays(windows, at + 330 * 60_000);
              const next = compiled.nextChange(at);
              if (compiled.isActive(at) !== expected) return false;
              return (
                next === null ||
                (compiled.isActive(next) !== expected && compiled.isActive(next - 1) === expected)
              );
            });
          },
        ),
      ),
    );
    t.end();
  },
);

t.test('an unknown zone, a wrong time and a date that does not exist are errors, not guesses', (t) => {
  t.throws(() => compileSchedule(schedule('Mars/Olympus', [])), RangeError);
  t.throws(() => compileSchedule(schedule('UTC', [['24:00', '25:00']])), RangeError);
  t.throws(() => compileSchedule(schedule('UTC', [], ['2026-02-30'])), RangeError);
  t.equal(calendarDay('2028-02-29'), 21_243);
  t.equal(calendarDay('2026-02-29'), null);
  t.equal(calendarDay('0000-13-01'), null);
  t.ok(isTimeZone('Europe/Madrid'));
  for (const wrong of ['+02:00', '', 'Mars/Olympus', 'Europe/Madrid; x']) t.notOk(isTimeZone(wrong), wrong);
  t.end();
});

t.test('an excepted date far ahead is found at once, and ends a window that is always open', (t) => {
  const stopwatch = startStopwatch();
  const at = Date.UTC(2026, 10, 20, 10);
  const always = (date: string) => compileSchedule(schedule('Europe/Madrid', [['00:00', '00:00']], [date]));
  t.equal(always('2027-08-10').nextChange(at), Date.UTC(2027, 7, 9, 22));
  t.equal(always('2027-08-10').nextChange(Date.UTC(2027, 7, 9, 22)), Date.UTC(2027, 7, 10, 22));
  t.equal(always('9999-12-30').nextChange(at), Date.UTC(9999, 11, 29, 23));
  t.equal(compileSchedule(schedule('Europe/Madrid', [], ['9999-12-30'])).nextChange(at), null);
  const noon = compileSchedule(schedule('Europe/Madrid', [['12:00', '12:00']], ['2030-01-07']));
  t.equal(noon.nextChange(at), Date.UTC(2030, 0, 7, 11));
  // Day by day, the ten thousand years took minutes.
  stopwatch.within(t, 5_000, 'the dates');
  t.end();
});

t.test('with excepted dates near and far it is what the wall and the calendar say', (t) => {
  const DAY_MS = 24 * HOUR_MS;
  const offsetMs = 330 * 60_000;
  const start = Date.UTC(2026, 5, 1);
  const half = fc.integer({ min: 0, max: 47 });
  const time = (of: number): string => `${String(of >> 1).padStart(2, '0')}:${of % 2 === 0 ? '00' : '30'}`;
  const days = fc.oneof(fc.constant([...WEEK]), fc.subarray([...WEEK], { minLength: 1 }));
  const property = fc.property(
    fc.array(fc.tuple(half, half, days), { minLength: 1, maxLength: 3 }),
    fc.uniqueArray(fc.integer({ min: 0, max: 120 }), { maxLength: 5 }),
    fc.integer({ min: 0, max: 20 * 48 }),
    (windows, excepted, moment) => {
      const dates = excepted.map((day) => new Date(start + day * DAY_MS).toISOString().slice(0, 10));
      const compiled = compileSchedule(
        schedule(
          'Asia/Kolkata',
          windows.map(([from, to, on]) => [time(from), time(to), on]),
          dates,
        ),
      );
      const says = (at: number): boolean => {
        const local = at + offsetMs;
        return [-1, 0].some((back) => {
          const day = Math.floor(local / DAY_MS) + back;
          if (dates.includes(new Date(day * DAY_MS).toISOString().slice(0, 10))) return false;
          const weekday = WEEK[(new Date(day * DAY_MS).getUTCDay() + 6) % 7];
          return windows.some(([from, to, on]) => {
            const begins = day * DAY_MS + from * (HOUR_MS / 2);
            const ends = day * DAY_MS + to * (HOUR_MS / 2) + (to <= from ? DAY_MS : 0);
            return on.some((name) => name === weekday) && local >= begins && local < ends;
          });
        });
      };
      const at = start + moment * (HOUR_MS / 2);
      let expected: number | null = null;
      for (let later = at; later < at + 160 * DAY_MS && expected === null; later += HOUR_MS / 2)
        if (says(later) !== says(at)) expected = later;
      return compiled.isActive(at) === says(at) && compiled.nextChange(at) === expected;
    },
  );
  t.doesNotThrow(() => fc.assert(property, { numRuns: 200 }));
  t.end();
});

t.test('times and dates are read as they are written, and nothing like them', (t) => {
  for (const [text, minutes] of [
    ['00:00', 0],
    ['08:30', 510],
    ['19:59', 1_199],
    ['23:59', 1_439],
  ] as const)
    t.equal(clockMinutes(text), minutes, text);
  for (const wrong of [
    '24:00',
    '08:60',
    '8:30',
    '08:3',
    '08:300',
    '108:30',
    '08-30',
    ' 08:30',
    '08:30\n',
    '',
  ])
    t.equal(clockMinutes(wrong), null, wrong);
  t.equal(calendarDay('1970-01-01'), 0);
  t.equal(calendarDay('1969-12-31'), -1);
  for (const wrong of ['2026-13-01', '2026-00-01', '2026-01-32', '2026-1-01', '2026-01-1', '0099-01-01'])
    t.equal(calendarDay(wrong), null, wrong);
  for (const wrong of ['2026-01-01T', '2026-01-011', '12026-01-01', ' 2026-01-01', '2026/01/01', ''])
    t.equal(calendarDay(wrong), null, wrong);
  t.end();
});

t.test('what was asked before changes no answer, forward, backward or far apart', (t) => {
  const plan = schedule(
    'Europe/Madrid',
    [
      ['08:00', '11:00', ['mon', 'tue', 'wed']],
      ['10:00', '14:00', ['mon', 'thu']],
      ['22:00', '06:00', ['fri', 'sat']],
    ],
    ['2026-11-17', '2026-12-25', '2027-01-04'],
  );
  const start = Date.UTC(2026, 10, 14);
  const hours = Array.from({ length: 24 * 9 }, (_, hour) => start + hour * HOUR_MS);
  const far = hours.map((at, index) => at + ((index * 37) % 60) * 24 * HOUR_MS);
  for (const moments of [hours, [...hours].reverse(), far]) {
    const compiled = compileSchedule(plan);
    const wrong = moments.filter((at) => {
      const afresh = compileSchedule(plan);
      return (
        compiled.isActive(at) !== afresh.isActive(at) || compiled.nextChange(at) !== afresh.nextChange(at)
      );
    });
    t.same(
      wrong.map((at) => new Date(at).toISOString()),
      [],
    );
  }
  t.equal(compiledOnce(plan), compiledOnce(plan), 'one object is read once');
  t.not(compiledOnce(plan), compiledOnce({ ...plan }));
  t.end();
});
