import t from 'tap';
import type { DeviceId } from '../../../../../contracts/ids.ts';
import type { Sighting } from '../../../../../gateway/ingest/sightings/sighting.ts';
import { SightingWindows } from '../../../../../gateway/ingest/sightings/sighting-windows.ts';
import { TokenBucket } from '../../../../../kit/token-bucket.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

const MINUTE = 60_000;
const ANA = 'dev_01h455vb4pex5vsknk084sn02q' as DeviceId;

const sighting = (kind: string, count = 1, deviceId = ANA): Sighting => ({
  type: 'policy.violation',
  organisationId: 1,
  deviceId,
  kind,
  count,
  source: { from: 'agent', domain: kind, what: null },
});

/** Windows of devices that have all they want to tell. */
const unlimited = () => {
  const plenty = new TokenBucket(createFakeClock(), { perSecond: 1, burst: 1_000_000 });
  return new SightingWindows(0, () => plenty);
};

const told = (sightings: readonly Sighting[]) => sightings.map(({ kind, count }) => `${kind} ${count}`);

/** A report that was stored. @returns what is told at once */
function report(windows: SightingWindows, sightings: readonly Sighting[], now: number): readonly string[] {
  const { firsts, others } = windows.sort(sightings, now);
  windows.collect(others, now);
  return told(firsts);
}

t.test('every request is counted by exactly one event, and no two are less than five minutes apart', (t) => {
  const windows = unlimited();
  let sent = 0;
  let counted = 0;
  const times: number[] = [];
  const note = (now: number, events: readonly Sighting[]): void => {
    for (const { count } of events) {
      counted += count;
      times.push(now);
    }
  };
  for (let now = 0; now < 60 * MINUTE; now += 7_000) {
    // Ten minutes of noise, then ten of silence.
    if (Math.floor(now / (10 * MINUTE)) % 2 === 0) {
      sent += 3;
      const { firsts, others } = windows.sort([sighting('a', 2), sighting('a')], now);
      note(now, firsts);
      windows.collect(others, now);
    }
    note(now, windows.due(now));
  }
  t.equal(counted, sent);
  t.ok(times.length > 5);
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  t.ok(Math.min(...gaps) >= 5 * MINUTE, `${gaps}`);
  t.equal(windows.size, 0, 'nothing is left of what is over');
  t.end();
});

t.test('what could not be told is told with the repeat, and what joined it meanwhile is kept', (t) => {
  const windows = unlimited();
  const { firsts } = windows.sort([sighting('a')], 0);
  windows.undo(firsts, 0);
  t.equal(windows.size, 0);
  t.same(report(windows, [sighting('a')], 0), ['a 1']);
  const again = windows.sort([sighting('b')], 0);
  t.same(report(windows, [sighting('b', 4)], 0), [], 'another report joins');
  windows.undo(again.firsts, 1_000);
  t.same(told(windows.due(2_000)), ['b 4'], 'and is told soon');
  t.same(report(windows, [sighting('b')], 3_000), [], 'the repeat is counted with the next');
  t.same(told(windows.due(6 * MINUTE)), ['b 1']);
  t.end();
});

t.test('the end of a window that could not be told comes again, with all that was collected', (t) => {
  const windows = unlimited();
  report(windows, [sighting('a')], 0);
  report(windows, [sighting('a', 2)], MINUTE);
  const due = windows.due(5 * MINUTE);
  t.same(told(due), ['a 2']);
  report(windows, [sighting('a', 3)], 5 * MINUTE);
  windows.putBack(due, 5 * MINUTE);
  t.same(told(windows.due(5 * MINUTE + 2_000)), ['a 5']);
  t.end();
});

t.test('a device gone mad has at most some hundred windows; what is beyond is told together', (t) => {
  const windows = unlimited();
  const flood = Array.from({ length: 5_000 }, (_, index) => sighting(`site-${index}`));
  const { firsts, others } = windows.sort(flood, 0);
  windows.collect(others, 0);
  t.equal(firsts.length, 501);
  t.equal(windows.size, 501);
  t.equal(
    firsts.reduce((sum, { count }) => sum + count, 0),
    5_000,
    'all are counted',
  );
  t.same(report(windows, [sighting('a', 1, 'dev_01h455vb4pex5vsknk084sn03q' as DeviceId)], 0), ['a 1']);
  t.same(windows.due(6 * MINUTE), []);
  t.equal(windows.size, 0);
  t.same(report(windows, [sighting('site-4999')], 6 * MINUTE), ['site-4999 1']);
  t.end();
});

t.test('the windows of all are bounded: the oldest end early, and tell what they have', (t) => {
  const windows = unlimited();
  const device = (number: number) => `dev_${number}` as DeviceId;
  report(windows, [sighting('a', 1, device(0))], 0);
  report(windows, [sighting('a', 6, device(0))], 0);
  for (let number = 1; number < 100_300; number += 1) windows.sort([sighting('a', 1, device(number))], 1_000);
  t.ok(windows.size <= 100_001, `${windows.size}`);
  t.same(told(windows.due(2_000)), ['a 6']);
  t.end();
});

t.test('an end at once tells all that was collected, once', (t) => {
  const windows = unlimited();
  report(windows, [sighting('a'), sighting('b')], 0);
  report(windows, [sighting('b', 9)], 0);
  t.same(told(windows.endAll()), ['b 9']);
  t.same(told(windows.endAll()), []);
  t.end();
});

t.test(
  'what a device tells in an hour is bounded, also by windows that open again; all is counted',
  async (t) => {
    const clock = createFakeClock();
    const bucket = new TokenBucket(clock, { perSecond: 250 / 3_600, burst: 250 });
    const windows = new SightingWindows(clock.monotonic(), () => bucket);
    let sent = 0;
    let counted = 0;
    let events = 0;
    const note = (sightings: readonly Sighting[]): void => {
      events += sightings.length;
      for (const { count } of sightings) counted += count;
    };
    const pass = async (): Promise<void> => {
      await clock.advance(MINUTE);
      note(windows.due(clock.monotonic()));
    };
    for (let minute = 0; minute < 60; minute++) {
      const all = Array.from({ length: 200 }, (_, n) => sighting(`site-${n}`));
      sent += all.length;
      const { firsts, others } = windows.sort(all, clock.monotonic());
      windows.collect(others, clock.monotonic());
      note(firsts);
      await pass();
    }
    t.ok(events <= 520, `${events} events`);
    t.ok(events > 400, `${events} events`);
    for (let minute = 0; minute < 20; minute++) await pass();
    t.equal(counted, sent);
    t.equal(windows.size, 0);
  },
);

t.test('an event that could not be told costs nothing', (t) => {
  const bucket = new TokenBucket(createFakeClock(), { perSecond: 1, burst: 1 });
  const windows = new SightingWindows(0, () => bucket);
  for (let attempt = 0; attempt < 3; attempt++) windows.undo(windows.sort([sighting('a')], 0).firsts, 0);
  t.same(report(windows, [sighting('a')], 0), ['a 1']);
  windows.collect([sighting('b')], 0);
  t.same(report(windows, [sighting('b')], 0), [], 'beyond it is told together');
  t.end();
});
