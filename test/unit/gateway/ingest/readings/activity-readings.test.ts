import t from 'tap';
import { alertRules } from '../../../../../contracts/alerts/rules.ts';
import { createActivityRules } from '../../../../../gateway/ingest/alerts/activity-rules.ts';
import { createActivityReader, readingOf } from '../../../../../gateway/ingest/readings/activity-readings.ts';
import { sightingsIn } from '../../../../../gateway/ingest/sightings/sighting.ts';
import { type RecordWanted, received } from '../../../../support/activity-record.ts';

const NOW = 1_795_168_800_000;
const BLOCK = { action: 'block', reason: 'block' } as const;

const read = (wanted: RecordWanted) => readingOf(received(NOW, wanted));

t.test('a blocked page says whether a rule did it', (t) => {
  for (const [wanted, blockedPage] of [
    [BLOCK, 'by_rule'],
    [{ ...BLOCK, reason: 'locked_block' }, 'by_rule'],
    [{ ...BLOCK, reason: 'default' }, null],
    [{ ...BLOCK, reason: 'protection' }, null],
    [{ ...BLOCK, category: 'ads' }, null],
    [{ ...BLOCK, kind: 'search' }, null],
    [{ action: 'allow', reason: 'allow' }, null],
  ] as const)
    t.equal(read(wanted).blockedPage, blockedPage, JSON.stringify(wanted));
  const page = received(NOW, BLOCK);
  const { reason, ...record } = page.record;
  t.equal(readingOf({ ...page, record }).blockedPage, 'without_reason', `without ${reason}`);
  t.end();
});

t.test('a game is one, blocked or not; a search tells what it is about', (t) => {
  t.equal(read({ ...BLOCK, category: 'games' }).isGame, true);
  t.equal(read({ action: 'allow', category: 'games' }).isGame, true);
  t.equal(read({ action: 'allow', category: 'reference' }).isGame, false);
  t.equal(read({ kind: 'search', title: 'i want to die' }).search?.type, 'self_harm_search');
  t.equal(read({ kind: 'search', title: 'photosynthesis' }).search, null);
  t.end();
});

t.test('a record is read once, but for one that could not be stored', (t) => {
  const reader = createActivityReader();
  const page = received(NOW, BLOCK);
  const first = reader.read([page, page]);
  t.equal(first.length, 1);
  t.strictSame(reader.read([page]), []);
  reader.forget(first);
  t.equal(reader.read([page]).length, 1);
  t.end();
});

t.test('what tells nothing, and help in a crisis, is not read', (t) => {
  const reader = createActivityReader();
  t.strictSame(reader.read([received(NOW, { action: 'allow', reason: 'allow' })]), []);
  t.strictSame(reader.read([received(NOW, { ...BLOCK, reason: 'crisis_allow', category: 'games' })]), []);
  t.end();
});

t.test('events and alerts find the same blocked pages and games in requests', (t) => {
  const rules = alertRules({ repeated_violations: { count: 1 } });
  for (const wanted of [
    BLOCK,
    { ...BLOCK, category: 'games' },
    { ...BLOCK, category: 'trackers' },
    { ...BLOCK, reason: 'protection', bypass: 'dot' },
    { action: 'allow', category: 'games' },
  ] as const) {
    const readings = [read(wanted)];
    const alerts = createActivityRules()
      .inspect(rules, readings)
      .map(({ type }) => type);
    const events = sightingsIn(readings).map(({ type }) => type);
    t.equal(alerts.includes('repeated_violations'), events.includes('policy.violation'));
    t.equal(alerts.includes('game_detected'), events.includes('game.detected'));
  }
  t.end();
});

t.test('of a batch that comes again only its searches are read before, and once', (t) => {
  const reader = createActivityReader();
  const records = [
    received(NOW, { kind: 'search', title: 'i want to die', id: 'search-0001' }),
    received(NOW, { ...BLOCK, category: 'games', id: 'game-0001' }),
  ];
  const found = reader.ofHeldBack.read(records);
  t.same(
    found.map(({ received: { record } }) => record.id),
    ['search-0001'],
  );
  t.strictSame(reader.ofHeldBack.read(records), []);
  const whole = reader.read(records);
  t.same(
    whole.map(({ isGame, search }) => [isGame, search]),
    [
      [false, null],
      [true, null],
    ],
  );
  reader.ofHeldBack.forget(found);
  reader.forget(whole);
  t.equal(reader.read(records)[0]?.search?.type, 'self_harm_search');
  t.end();
});
