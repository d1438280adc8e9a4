import type { AlertFilter, AlertFinding, AlertSortField } from '../../../store/ports/alerts.ts';
import type { ListQuery } from '../../../store/ports/list.ts';
import { hasFields } from '../../support/has-fields.ts';
import { type Fixture, promise, ROOT_OU } from './each-store.ts';

const HOUR = 3_600_000;

const finding = ({ clock }: Fixture, changes: Partial<AlertFinding> = {}): AlertFinding => ({
  organisationId: 1,
  type: 'game_detected',
  severity: 'low',
  title: 'Game on LIB-017',
  deviceId: 'dev_01h455vb4pex5vsknk084sn02q',
  user: 'Ana@x.example',
  ouId: ROOT_OU,
  policyId: null,
  details: { domains: ['play.example'] },
  count: 1,
  sameAs: 'game:ana',
  joinsForMs: 12 * HOUR,
  at: clock.now(),
  ...changes,
});

const query = (
  filter: AlertFilter = {},
  changes: Partial<ListQuery<AlertFilter, AlertSortField>> = {},
): ListQuery<AlertFilter, AlertSortField> => ({
  organisationId: 1,
  filter,
  sort: [{ field: 'timestamp', descending: true }],
  limit: 50,
  from: { kind: 'page', page: 1 },
  ...changes,
});

promise('a finding makes an alert; another of the same joins it', async (t, fixture) => {
  const { store, clock } = fixture;
  const first = await store.alerts.raise(finding(fixture));
  t.equal(first.created, true);
  hasFields(t, first.alert, { status: 'open', count: 1, ouPath: '/', version: 1, createdAt: clock.now() });
  t.same(await store.alerts.get(1, first.alert.id), first.alert);
  clock.jump(HOUR);
  const second = await store.alerts.raise(
    finding(fixture, { count: 4, details: { domains: ['chess.example', 'play.example'] }, title: 'other' }),
  );
  t.equal(second.created, false);
  hasFields(t, second.alert, {
    id: first.alert.id,
    count: 5,
    title: 'Game on LIB-017',
    lastSeenAt: clock.now(),
    createdAt: clock.now() - HOUR,
    details: { domains: ['play.example', 'chess.example'] },
  });
  t.same(await store.alerts.get(1, first.alert.id), second.alert);
  t.equal((await store.alerts.raise(finding(fixture, { sameAs: 'game:ben' }))).created, true);
});

promise(
  'a repeat that comes too late is another alert; the time runs from the last one',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const raise = async () => (await store.alerts.raise(finding(fixture))).created;
    t.equal(await raise(), true);
    clock.jump(12 * HOUR);
    t.equal(await raise(), false);
    clock.jump(12 * HOUR);
    t.equal(await raise(), false);
    clock.jump(12 * HOUR + 1);
    t.equal(await raise(), true);
    t.equal((await store.alerts.list(query())).total, 2);
  },
);

promise('what was acknowledged takes repeats on; what was resolved does not', async (t, fixture) => {
  const { store, clock } = fixture;
  const { alert } = await store.alerts.raise(finding(fixture));
  clock.jump(1);
  hasFields(
    t,
    await store.alerts.change(1, alert.id, {
      status: 'acknowledged',
      note: 'Seen',
      by: 'acc_x',
      at: clock.now(),
    }),
    {
      status: 'acknowledged',
      acknowledgedAt: clock.now(),
      acknowledgedBy: 'acc_x',
      note: 'Seen',
      version: 2,
    },
  );
  hasFields(t, await store.alerts.raise(finding(fixture)), {
    created: false,
    alert: { status: 'acknowledged', count: 2 },
  });
  clock.jump(1);
  hasFields(
    t,
    await store.alerts.change(1, alert.id, { status: 'resolved', note: null, by: 'acc_y', at: clock.now() }),
    { status: 'resolved', acknowledgedBy: 'acc_x', resolvedBy: 'acc_y', resolvedAt: clock.now(), note: null },
  );
  hasFields(t, await store.alerts.raise(finding(fixture)), {
    created: true,
    alert: { status: 'open', count: 1 },
  });
  t.equal(
    await store.alerts.change(1, 'alt_nobody', { status: 'resolved', note: null, by: 'x', at: 1 }),
    null,
  );
});

promise('an alert about a state is one until the state ends, whatever becomes of it', async (t, fixture) => {
  const { store, clock } = fixture;
  const state = { type: 'low_battery', sameAs: 'low:1', joinsForMs: null } as const;
  const { alert } = await store.alerts.raise(finding(fixture, state));
  clock.jump(500 * HOUR);
  hasFields(t, await store.alerts.raise(finding(fixture, state)), { created: false, alert: { count: 1 } });
  t.same(await store.alerts.conditions(), [
    { organisationId: 1, type: 'low_battery', deviceId: alert.deviceId },
  ]);
  await store.alerts.change(1, alert.id, { status: 'resolved', note: null, by: 'acc_x', at: clock.now() });
  t.equal((await store.alerts.raise(finding(fixture, state))).created, false);
  t.equal((await store.alerts.conditions()).length, 1);
  t.equal(await store.alerts.endCondition(1, 'low:1', clock.now()), null, 'it was resolved before');
  t.same(await store.alerts.conditions(), []);
  t.equal((await store.alerts.raise(finding(fixture, state))).created, true);
  hasFields(t, await store.alerts.endCondition(1, 'low:1', clock.now()), {
    status: 'resolved',
    resolvedBy: null,
  });
  t.equal(await store.alerts.endCondition(1, 'low:1', clock.now()), null);
});

promise('lists are filtered, ordered by time or severity, and bounded in time', async (t, fixture) => {
  const { store, clock } = fixture;
  const high = await store.ous.ensurePath(1, '/High/Grade-9', clock.now());
  const other = await store.ous.ensurePath(1, '/Highland', clock.now());
  const began = clock.now();
  const made: string[] = [];
  for (const changes of [
    { severity: 'low', ouId: high.id },
    { severity: 'critical', type: 'self_harm_search', user: 'ben@x.example' },
    { severity: 'info', type: 'low_battery', deviceId: null, ouId: other.id },
    { severity: 'high', ouId: high.id, user: null },
  ] as const) {
    const { alert } = await store.alerts.raise(finding(fixture, { ...changes, sameAs: `n${made.length}` }));
    made.push(alert.id);
    clock.jump(1_000);
  }
  const seen = async (...asked: Parameters<typeof query>) =>
    (await store.alerts.list(query(...asked))).rows.map(({ id }) => made.indexOf(id));
  t.same(await seen(), [3, 2, 1, 0]);
  t.same(await seen({}, { sort: [{ field: 'severity', descending: true }] }), [1, 3, 0, 2]);
  t.same(await seen({ type: ['self_harm_search', 'low_battery'] }), [2, 1]);
  t.same(await seen({ severity: ['high', 'low'] }), [3, 0]);
  t.same(await seen({ user: ['ANA@x.example'] }), [2, 0]);
  t.same(await seen({ deviceId: ['dev_01h455vb4pex5vsknk084sn02q'] }), [3, 1, 0]);
  t.same(await seen({ ouPaths: ['/High'] }), [3, 0]);
  t.same(await seen({ withinOuPath: '/Highland' }), [2]);
  t.same(await seen({ withinOuPath: '/High', ouPaths: ['/Highland'] }), []);
  t.same(await seen({}, { range: { from: began + 1_000, to: began + 3_000 } }), [2, 1]);
  t.same(await seen({}, { organisationId: 2 }), []);
  await store.alerts.change(1, made[1] ?? '', {
    status: 'resolved',
    note: null,
    by: 'acc_x',
    at: clock.now(),
  });
  t.same(await seen({ status: ['open'] }), [3, 2, 0]);
  t.same(await seen({ status: ['resolved', 'acknowledged'] }), [1]);
});

promise('counts are by status and severity, of a time and of a unit with its subtree', async (t, fixture) => {
  const { store, clock } = fixture;
  const high = await store.ous.ensurePath(1, '/High/Grade-9', clock.now());
  const at = clock.now();
  await store.alerts.raise(finding(fixture, { sameAs: 'a', ouId: high.id }));
  await store.alerts.raise(finding(fixture, { sameAs: 'b', ouId: high.id }));
  const { alert } = await store.alerts.raise(finding(fixture, { sameAs: 'c', severity: 'critical' }));
  await store.alerts.change(1, alert.id, { status: 'resolved', note: null, by: 'acc_x', at });
  const counts = (changes: object) =>
    store.alerts.counts({ organisationId: 1, ouPath: null, from: at, to: at + 1, ...changes });
  t.same(
    [...(await counts({}))].sort((a, b) => a.count - b.count),
    [
      { status: 'resolved', severity: 'critical', count: 1 },
      { status: 'open', severity: 'low', count: 2 },
    ],
  );
  t.same(await counts({ ouPath: '/High' }), [{ status: 'open', severity: 'low', count: 2 }]);
  t.same(await counts({ ouPath: '/Hig' }), []);
  t.same(await counts({ from: at + 1, to: at + 2 }), []);
  t.same(await counts({ organisationId: 2 }), []);
});

promise('a purge takes the oldest first, so many at once', async (t, fixture) => {
  const { store, clock } = fixture;
  for (let number = 0; number < 5; number++) {
    await store.alerts.raise(finding(fixture, { sameAs: `n${number}` }));
    clock.jump(1_000);
  }
  const limit = clock.now() - 2_000;
  t.equal(await store.alerts.purge(limit, 2), 2);
  t.equal(await store.alerts.purge(limit, 2), 1);
  t.equal(await store.alerts.purge(limit, 2), 0);
  t.equal((await store.alerts.list(query())).total, 2);
});

promise('rules are the defaults, but for what the organisation has set', async (t, { store }) => {
  hasFields(t, await store.alerts.rules(1), { game_detected: { enabled: true, severity: 'low' } });
  t.same(await store.alerts.changedRules(1), []);
  const game = { organisationId: 1, type: 'game_detected' } as const;
  const battery = { organisationId: 1, type: 'low_battery' } as const;
  const off = { ...game, settings: { enabled: false }, updatedAt: 5 };
  t.same(await store.alerts.setRule(off), { ...off, version: 1 });
  await store.alerts.setRule({ ...battery, settings: { low: 5 }, updatedAt: 5 });
  hasFields(t, await store.alerts.rules(1), {
    game_detected: { enabled: false, severity: 'low' },
    low_battery: { low: 5, recovered: 25 },
  });
  hasFields(t, await store.alerts.rules(2), { game_detected: { enabled: true } });
  const again = { ...game, settings: {}, updatedAt: 4 };
  t.same(await store.alerts.setRule(again), { ...again, version: 2, updatedAt: 5 }, 'its version grows on');
  hasFields(t, await store.alerts.rules(1), { game_detected: { enabled: true }, low_battery: { low: 5 } });
  t.equal((await store.alerts.changedRules(1)).length, 2);
});
