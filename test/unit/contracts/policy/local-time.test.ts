// In a process of its own: it looks at what the module keeps of all that was asked.
import t, { type Test } from 'tap';
import { isTimeZone, localTime, zoneClock } from '../../../../contracts/policy/local-time.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const utc = (text: string): number => Date.parse(`${text}Z`);
/** A local time, written as the moment at which a clock in UTC shows it. */
const local = utc;

/** Counts how often a zone is read from the system, and gives it back when the test ends. */
function countReadings(t: Test): { readonly count: () => number } {
  const { prototype } = Intl.DateTimeFormat;
  const read = prototype.formatToParts;
  let count = 0;
  prototype.formatToParts = function (...args) {
    count += 1;
    return read.apply(this, args);
  };
  t.teardown(() => {
    prototype.formatToParts = read;
  });
  return { count: () => count };
}

// The first test of the file: no zone was asked for before.
t.test('the clocks of sixty-four zones are kept, and all are made anew with one more', async (t) => {
  const zones = Intl.supportedValuesOf('timeZone').slice(0, 65);
  const clocks = zones.slice(0, 64).map(zoneClock);
  t.ok(zones.slice(0, 64).every((zone, n) => zoneClock(zone) === clocks[n]));
  zoneClock(zones[64] ?? '');
  t.not(zoneClock(zones[0] ?? ''), clocks[0]);
});

t.test('a day is read once, a day of a change at each moment, and a thousand days are kept', async (t) => {
  const tokyo = zoneClock('Asia/Tokyo');
  const start = utc('2026-01-01T00:00:00');
  const { count } = countReadings(t);
  const readingsOf = (days: number): number => {
    const before = count();
    for (let day = 0; day < days; day++) tokyo.offsetAt(start + day * 24 * HOUR + 5 * HOUR);
    return count() - before;
  };
  t.equal(readingsOf(999), 1_000, 'each day, and the one after the last');
  t.equal(readingsOf(999), 0);
  t.equal(readingsOf(1_000), 1, 'one more, for which the others are forgotten');
  t.ok(readingsOf(1) > 0);
  const berlin = zoneClock('Europe/Berlin');
  berlin.offsetAt(utc('2026-03-29T00:30:00'));
  const before = count();
  t.equal(berlin.offsetAt(utc('2026-03-29T00:30:00')), HOUR);
  t.equal(count() - before, 1);
});

t.test('the clock of a zone shows summer and winter time', async (t) => {
  const berlin = zoneClock('Europe/Berlin');
  t.equal(berlin.offsetAt(utc('2026-01-15T12:00:00')), HOUR);
  t.equal(berlin.offsetAt(utc('2026-07-15T12:00:00')), 2 * HOUR);
  t.equal(localTime(berlin, utc('2026-07-15T22:30:00')), local('2026-07-16T00:30:00'));
  t.equal(zoneClock('America/New_York').offsetAt(utc('2026-01-15T12:00:00')), -5 * HOUR);
  t.equal(zoneClock('Asia/Kathmandu').offsetAt(utc('2026-01-15T12:00:00')), 345 * MINUTE);
  t.equal(zoneClock('UTC').offsetAt(utc('2026-01-15T12:00:00')), 0);
});

t.test('a zone is read to the millisecond and before 1970 too', async (t) => {
  const berlin = zoneClock('Europe/Berlin');
  t.equal(localTime(berlin, utc('2026-01-15T12:34:56') + 789), local('2026-01-15T13:34:56') + 789);
  t.equal(berlin.offsetAt(utc('1965-01-15T12:00:00') + 1), HOUR);
  t.equal(berlin.offsetAt(utc('2026-03-29T01:00:00') - 1), HOUR);
  t.equal(berlin.offsetAt(utc('2026-03-29T01:00:00') + 1), 2 * HOUR);
});

t.test('the offset changes at the moment at which the clock does', async (t) => {
  for (const [zone, change, before, after] of [
    ['Europe/Berlin', '2026-03-29T01:00:00', 1, 2],
    ['Europe/Berlin', '2026-10-25T01:00:00', 2, 1],
    ['America/New_York', '2026-03-08T07:00:00', -5, -4],
    ['America/New_York', '2026-11-01T06:00:00', -4, -5],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00', 11, 10.5],
    ['Pacific/Auckland', '2026-09-26T14:00:00', 12, 13],
  ] as const) {
    const clock = zoneClock(zone);
    t.equal(clock.offsetAt(utc(change) - 1), before * HOUR, `${zone} before`);
    t.equal(clock.offsetAt(utc(change)), after * HOUR, `${zone} after`);
  }
});

t.test('the moment of a local time is the one at which the clock shows it', async (t) => {
  for (const [zone, time, moment] of [
    ['Europe/Berlin', '2026-01-15T08:00:00', '2026-01-15T07:00:00'],
    ['Europe/Berlin', '2026-07-15T08:00:00', '2026-07-15T06:00:00'],
    ['America/New_York', '2026-07-15T08:00:00', '2026-07-15T12:00:00'],
    // On the day before, of and after a change.
    ['Europe/Berlin', '2026-03-28T12:00:00', '2026-03-28T11:00:00'],
    ['Europe/Berlin', '2026-03-29T01:59:59', '2026-03-29T00:59:59'],
    ['Europe/Berlin', '2026-03-29T03:00:00', '2026-03-29T01:00:00'],
    ['Europe/Berlin', '2026-03-29T12:00:00', '2026-03-29T10:00:00'],
    ['Europe/Berlin', '2026-10-25T01:59:59', '2026-10-24T23:59:59'],
    ['Europe/Berlin', '2026-10-25T03:00:00', '2026-10-25T02:00:00'],
    ['America/New_York', '2026-11-01T12:00:00', '2026-11-01T17:00:00'],
  ] as const)
    t.equal(zoneClock(zone).instantOf(local(time)), utc(moment), `${zone} ${time}`);
});

t.test('a local time that the clock skips is the moment of the skip', async (t) => {
  for (const [zone, time, moment] of [
    ['Europe/Berlin', '2026-03-29T02:00:00', '2026-03-29T01:00:00'],
    ['Europe/Berlin', '2026-03-29T02:30:00', '2026-03-29T01:00:00'],
    ['Europe/Berlin', '2026-03-29T02:59:59', '2026-03-29T01:00:00'],
    ['America/New_York', '2026-03-08T02:30:00', '2026-03-08T07:00:00'],
    // The island that skipped a whole day.
    ['Pacific/Apia', '2011-12-30T12:00:00', '2011-12-30T10:00:00'],
  ] as const)
    t.equal(zoneClock(zone).instantOf(local(time)), utc(moment), `${zone} ${time}`);
});

t.test('a local time that the clock shows twice is the first of the two', async (t) => {
  for (const [zone, time, moment] of [
    ['Europe/Berlin', '2026-10-25T02:00:00', '2026-10-25T00:00:00'],
    ['Europe/Berlin', '2026-10-25T02:59:59', '2026-10-25T00:59:59'],
    ['America/New_York', '2026-11-01T01:30:00', '2026-11-01T05:30:00'],
    ['Australia/Lord_Howe', '2026-04-05T01:45:00', '2026-04-04T14:45:00'],
  ] as const)
    t.equal(zoneClock(zone).instantOf(local(time)), utc(moment), `${zone} ${time}`);
});

t.test('a zone is known by its name alone', async (t) => {
  for (const zone of ['Europe/Berlin', 'UTC', 'America/Argentina/Ushuaia'])
    t.equal(isTimeZone(zone), true, zone);
  for (const zone of ['', '+02:00', '-05', 'Mars/Olympus', ' Europe/Berlin', '2', '/Berlin'])
    t.equal(isTimeZone(zone), false, zone);
  t.throws(() => zoneClock('Mars/Olympus'), RangeError);
  t.equal(zoneClock('Europe/Berlin'), zoneClock('Europe/Berlin'), 'read once');
});

t.test('many zones and many days are read as the first', async (t) => {
  const zones = Intl.supportedValuesOf('timeZone').slice(0, 130);
  const summer = utc('2026-07-15T12:00:00');
  const offsets = zones.map((zone) => zoneClock(zone).offsetAt(summer));
  t.strictSame(
    zones.map((zone) => zoneClock(zone).offsetAt(summer)),
    offsets,
  );
  const berlin = zoneClock('Europe/Berlin');
  const first = utc('2020-01-15T12:00:00');
  for (let day = 0; day < 1_500; day++) berlin.offsetAt(first + day * 24 * HOUR);
  t.equal(berlin.offsetAt(first), HOUR);
  t.equal(berlin.offsetAt(summer), 2 * HOUR);
});
