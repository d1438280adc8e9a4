import type { Test } from 'tap';
import t from 'tap';
import { createMeta } from '../../../../agent/state/meta.ts';
import { createOutbox } from '../../../../agent/state/outbox.ts';
import { openStateDatabase } from '../../../../agent/state/state-database.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { testFolder } from '../../../support/test-folder.ts';

async function setUp(t: Test, limits = { maxRows: 1_000, maxBytes: 1_000_000 }) {
  const { database } = await openStateDatabase(`${testFolder(t)}/state.db`, createFakeClock());
  t.teardown(() => database.close());
  return createOutbox(database, createMeta(database), limits);
}

const activity = (n: number, domain = 'a.example') => ({
  id: `activity-${n}`,
  at: n,
  kind: 'request' as const,
  user: null,
  domain,
});
const result = (n: number) => ({
  id: `result---${n}`,
  commandId: `cmd_${n}`,
  state: 'succeeded' as const,
  at: n,
});
const event = (n: number) => ({ id: `event---${n}`, at: n, kind: 'tamper' as const, details: {} });
const ids = (rows: readonly { readonly body: string }[]): string[] =>
  rows.map(({ body }) => JSON.parse(body).id);
const ALL = { rows: 10_000, bytes: Number.POSITIVE_INFINITY };

t.test('gives the oldest first, within limits, but always one', async (t) => {
  const outbox = await setUp(t);
  outbox.addActivity([activity(1), activity(2), activity(3)]);
  t.same(ids(outbox.peek('activity', { rows: 2, bytes: 10_000 })), ['activity-1', 'activity-2']);
  t.same(ids(outbox.peek('activity', { rows: 2, bytes: 1 })), ['activity-1']);
  outbox.remove(outbox.peek('activity', { rows: 1, bytes: 1 }));
  t.same(ids(outbox.peek('activity', ALL)), ['activity-2', 'activity-3']);
});

const search = (n: number, url: string | null) => ({ ...activity(n), url });

t.test('searches go before all other activity, whenever they were made', async (t) => {
  const outbox = await setUp(t);
  outbox.addActivity(Array.from({ length: 600 }, (_, n) => activity(n + 1)));
  outbox.addActivity([
    search(601, 'http://search.example/?q=how+to+end+it'),
    search(602, 'http://news.example/today'),
    { ...activity(603), kind: 'search', title: 'how to end it' },
  ]);
  const first = outbox.peek('activity', { rows: 500, bytes: Number.POSITIVE_INFINITY });
  t.strictSame(ids(first).slice(0, 4), ['activity-601', 'activity-603', 'activity-1', 'activity-2']);
  t.equal(first.length, 500);
  outbox.remove(first);
  t.strictSame(ids(outbox.peek('activity', ALL)).at(0), 'activity-499', 'then the others, as they came');
  t.strictSame(ids(outbox.peek('activity', ALL)).at(-1), 'activity-602');
});

t.test('full: a search goes by its age, so that many that are made up push out nothing newer', async (t) => {
  const outbox = await setUp(t, { maxRows: 300, maxBytes: 1_000_000 });
  outbox.addActivity(Array.from({ length: 300 }, (_, n) => search(n + 1, 'http://search.example/?q=x')));
  outbox.addActivity([activity(301)]);
  const left = ids(outbox.peek('activity', ALL));
  t.equal(outbox.dropped(), 200);
  t.strictSame([left.length, left.at(0), left.at(-1)], [101, 'activity-201', 'activity-301']);
});

t.test('full: the oldest activity goes and is counted; events and results stay', async (t) => {
  const outbox = await setUp(t, { maxRows: 10, maxBytes: 1_000_000 });
  // Older than all activity: what goes first goes by its kind, not by its age.
  outbox.addResult(result(1));
  outbox.addEvent(event(1));
  for (let n = 0; n < 11; n++) outbox.addActivity([activity(n)]);
  t.equal(outbox.dropped(), 9, 'all that there was, at once');
  t.strictSame(ids(outbox.peek('activity', ALL)), ['activity-9', 'activity-10']);
  outbox.addResult(result(2));
  for (let n = 2; n < 20; n++) outbox.addEvent(event(n));
  t.strictSame(ids(outbox.peek('activity', ALL)), [], 'activity goes first');
  t.strictSame(
    ids(outbox.peek('events', ALL)),
    [12, 13, 14, 15, 16, 17, 18, 19].map((n) => event(n).id),
    'then the oldest events',
  );
  t.strictSame(ids(outbox.peek('results', ALL)), ['result---1', 'result---2'], 'and no result');
  t.equal(outbox.size().rows, 10);
});

t.test(
  'full of results: a new one drops activity, then events, and only then the oldest result',
  async (t) => {
    const outbox = await setUp(t, { maxRows: 3, maxBytes: 1_000_000 });
    outbox.addResult(result(1));
    outbox.addEvent(event(1));
    outbox.addActivity([activity(1)]);
    const all = () =>
      (['activity', 'events', 'results'] as const).map((topic) => ids(outbox.peek(topic, ALL)));
    outbox.addResult(result(2));
    t.strictSame(all(), [[], ['event---1'], ['result---1', 'result---2']]);
    outbox.addResult(result(3));
    t.strictSame(all(), [[], [], ['result---1', 'result---2', 'result---3']]);
    t.equal(outbox.dropped(), 2);
    outbox.addResult(result(4));
    t.strictSame(all(), [[], [], ['result---2', 'result---3', 'result---4']]);
    t.equal(outbox.dropped(), 3);
  },
);

t.test('full of events alone: the oldest go, results only when nothing else is left', async (t) => {
  const outbox = await setUp(t, { maxRows: 5, maxBytes: 1_000_000 });
  outbox.addResult({ id: 'result--1', commandId: 'cmd_1', state: 'succeeded', at: 1 });
  for (let n = 1; n <= 20; n++) outbox.addEvent(event(n));
  t.same(ids(outbox.peek('events', ALL)), ['event---17', 'event---18', 'event---19', 'event---20']);
  t.same(ids(outbox.peek('results', ALL)), ['result--1']);
  t.equal(outbox.dropped(), 16);
});

t.test('full by bytes counts too', async (t) => {
  const outbox = await setUp(t, { maxRows: 10_000, maxBytes: 2_000 });
  outbox.addActivity(Array.from({ length: 50 }, (_, n) => activity(n)));
  t.ok(outbox.size().bytes <= 2_000);
});

t.test('a record that waits is not added twice, and the sums stay true', async (t) => {
  const outbox = await setUp(t);
  outbox.addEvent(event(1));
  outbox.addEvent(event(1));
  t.equal(outbox.size().rows, 1);
  const rows = outbox.peek('events', ALL);
  outbox.remove(rows);
  outbox.remove(rows);
  t.same(outbox.size(), { rows: 0, bytes: 0 });
});
