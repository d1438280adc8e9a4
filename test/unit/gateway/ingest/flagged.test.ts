import t from 'tap';
import type { ActivityRecord } from '../../../../contracts/mqtt/messages.ts';
import { isFlagged, mayBeKept } from '../../../../gateway/ingest/activity.ts';

const record = (changes: Partial<ActivityRecord>): ActivityRecord => ({
  id: 'record-1',
  at: 1,
  kind: 'search',
  user: 'ana',
  domain: 'search.example',
  ...changes,
});

t.test('what was stopped, a game, and a search that tells of harm are flagged; other things are not', (t) => {
  t.ok(isFlagged(record({ action: 'block' })));
  t.ok(isFlagged(record({ kind: 'app', category: 'games' })));
  t.ok(isFlagged(record({ title: 'I want to die' })));
  t.ok(isFlagged(record({ kind: 'visit', url: 'https://search.example/?q=i+want+to+die' })));
  t.notOk(isFlagged(record({ title: 'photosynthesis diagram' })));
  t.notOk(isFlagged(record({ kind: 'visit', category: 'education', action: 'allow' })));
  t.end();
});

t.test('help in a crisis is not kept', (t) => {
  t.notOk(mayBeKept(record({ reason: 'crisis_allow' })));
  t.ok(mayBeKept(record({ reason: 'default' })));
  t.ok(mayBeKept(record({})));
  t.end();
});
