import t from 'tap';
import type { AlertId } from '../../../../contracts/ids.ts';
import type { AlertFinding } from '../../../../store/ports/alerts.ts';
import { joins, newAlert, repeatedAlert, turnedAlert } from '../../../../store/rules/alert-changes.ts';

const FINDING = {
  organisationId: 1,
  type: 'game_detected',
  severity: 'low',
  title: 'Game on laptop',
  deviceId: 'dev_1',
  user: 'a@school.example',
  ouId: 'ou_1',
  policyId: null,
  details: { domains: ['one.example'], category: 'games' },
  count: 2,
  sameAs: 'game_detected:dev_1',
  joinsForMs: 60_000,
  at: 1_000,
} as unknown as AlertFinding;

const ALERT = newAlert('alr_1' as AlertId, FINDING);

t.test('a new alert is open, and tells what was found', async (t) => {
  const { sameAs, joinsForMs, at, ...told } = FINDING;
  t.strictSame(ALERT, {
    ...told,
    id: 'alr_1',
    status: 'open',
    createdAt: at,
    lastSeenAt: at,
    acknowledgedAt: null,
    acknowledgedBy: null,
    resolvedAt: null,
    resolvedBy: null,
    note: null,
    updatedAt: at,
    version: 1,
  });
});

t.test('a finding joins an alert that is not resolved, for its time after the last', async (t) => {
  t.equal(joins(ALERT, { joinsForMs: 60_000, at: 61_000 }), true);
  t.equal(joins(ALERT, { joinsForMs: 60_000, at: 61_001 }), false);
  t.equal(joins({ ...ALERT, status: 'acknowledged' }, { joinsForMs: 60_000, at: 61_000 }), true);
  t.equal(joins({ ...ALERT, status: 'resolved' }, { joinsForMs: 60_000, at: 1_000 }), false);
  const safety = { ...ALERT, type: 'self_harm_search' } as const;
  t.equal(joins(safety, { joinsForMs: 60_000, at: 61_000 }), true);
  t.equal(joins({ ...safety, status: 'acknowledged' }, { joinsForMs: 60_000, at: 1_000 }), false);
});

t.test('a state makes one alert, whatever became of it and however long it lasts', async (t) => {
  t.equal(joins({ ...ALERT, status: 'resolved' }, { joinsForMs: null, at: 10 ** 12 }), true);
  t.equal(repeatedAlert(ALERT, { ...FINDING, joinsForMs: null, at: 9_000 }), ALERT, 'and counts once');
});

t.test('a repeat is counted and dated; what the alert tells is the first', async (t) => {
  const repeat = { ...FINDING, title: 'Another', count: 3, at: 9_000, details: { category: 'other' } };
  t.strictSame(repeatedAlert(ALERT, repeat as AlertFinding), { ...ALERT, count: 5, lastSeenAt: 9_000 });
  t.equal(repeatedAlert(ALERT, { ...FINDING, at: 500 }).lastSeenAt, 1_000, 'one that comes late');
});

t.test('the domains of all findings are told, each once, ten at most', async (t) => {
  const domains = Array.from({ length: 12 }, (_, n) => `${n}.example`);
  const repeat = { ...FINDING, details: { domains: ['one.example', ...domains] } };
  t.strictSame(repeatedAlert(ALERT, repeat).details, {
    domains: ['one.example', ...domains.slice(0, 9)],
    category: 'games',
  });
  const { details: _, ...bare } = ALERT;
  const without = { ...bare, details: {} };
  t.strictSame(repeatedAlert(without, repeat).details, { domains: ['one.example', ...domains.slice(0, 9)] });
  t.strictSame(repeatedAlert(without, { ...FINDING, details: {} }).details, {});
});

t.test('a turn is written with who and when', async (t) => {
  const turn = { note: 'spoke to Ana', by: 'key_1', at: 5_000 };
  const turned = { ...ALERT, note: 'spoke to Ana', updatedAt: 5_000, version: 2 };
  t.strictSame(turnedAlert(ALERT, { ...turn, status: 'acknowledged' }), {
    ...turned,
    status: 'acknowledged',
    acknowledgedAt: 5_000,
    acknowledgedBy: 'key_1',
  });
  t.strictSame(turnedAlert(ALERT, { ...turn, status: 'resolved', by: null }), {
    ...turned,
    status: 'resolved',
    resolvedAt: 5_000,
    resolvedBy: null,
  });
});

t.test('a note alone moves no other time', async (t) => {
  const acknowledged = turnedAlert(ALERT, { status: 'acknowledged', note: null, by: 'key_1', at: 5_000 });
  t.strictSame(turnedAlert(acknowledged, { status: 'acknowledged', note: 'n', by: 'key_2', at: 6_000 }), {
    ...acknowledged,
    note: 'n',
    updatedAt: 6_000,
    version: 3,
  });
});

t.test('a clock that was set back sets no time of the alert back', async (t) => {
  const resolved = turnedAlert(ALERT, { status: 'resolved', note: null, by: 'key_1', at: 400 });
  t.strictSame([resolved.updatedAt, resolved.resolvedAt], [1_000, 1_000]);
});
