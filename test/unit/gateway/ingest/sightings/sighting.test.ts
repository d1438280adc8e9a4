import t from 'tap';
import { readingOf } from '../../../../../gateway/ingest/readings/activity-readings.ts';
import { sightingsIn } from '../../../../../gateway/ingest/sightings/sighting.ts';
import { type RecordWanted, received } from '../../../../support/activity-record.ts';

const typesOf = (wanted: RecordWanted) =>
  sightingsIn([readingOf(received(1, wanted))]).map(({ type }) => type);

t.test('a page that a rule blocks is a violation, an advertisement in it is not', async (t) => {
  const block = { action: 'block', reason: 'block' } as const;
  t.same(typesOf(block), ['policy.violation']);
  t.same(typesOf({ ...block, reason: 'locked_block', category: 'social' }), ['policy.violation']);
  for (const category of ['ads', 'advertising', 'trackers', 'tracking', 'telemetry'])
    t.same(typesOf({ ...block, category }), [], category);
});

t.test('what the filter’s own guard stops is no violation, and a blocked game is both', async (t) => {
  t.same(typesOf({ action: 'block', reason: 'protection', bypass: 'doh' }), []);
  t.same(typesOf({ action: 'block', reason: 'default' }), []);
  t.same(typesOf({ action: 'block', reason: 'block', category: 'games' }), [
    'policy.violation',
    'game.detected',
  ]);
});
