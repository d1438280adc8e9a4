import t from 'tap';
import { compareBundles } from '../../../../../api/policies/preview/comparison.ts';
import { compileBundle } from '../../../../../contracts/policy/compile.ts';
import { decide } from '../../../../../contracts/policy/decide.ts';
import type { Bundle, Policy } from '../../../../../contracts/policy/model.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { fc } from '../../../../support/property.ts';
import { anyBundle, anyContext, anyRequest } from '../../../contracts/policy/arbitrary-bundle.ts';
import { createFakeScan, type FakeRecord } from './fake-scan.ts';

const FROM = Date.UTC(2026, 10, 15);
const QUERY = { organisationId: 1, from: FROM, to: FROM + 15 * 86_400_000, withinOuPath: null };
const NONE: Bundle = { policies: [], overrides: [], sessions: [] };

function blockAll(target: Partial<Policy['target']>, schedule: Policy['schedule'] = null): Bundle {
  const policy: Policy = {
    id: 'pol_1',
    name: 'Nothing',
    enabled: true,
    priority: 100,
    defaultAction: 'block',
    target: { everyone: false, ous: [], users: [], devices: [], ...target },
    schedule,
    rules: [],
    version: 1,
  };
  return { ...NONE, policies: [policy] };
}

function record(of: Partial<FakeRecord>): FakeRecord {
  return {
    at: FROM,
    user: 'ana@x.example',
    deviceId: 'dev_1',
    ouPath: '/S',
    domain: 'play.example',
    url: null,
    category: null,
    campus: 'on-campus',
    count: 1,
    ...of,
  };
}

const NO_CHANGE = { visits: 0, users: 0, topDomains: [], belowMinimum: true };
/** Shows everything: for tests of what is counted. */
const smallestGroup = 1;

t.test(
  'visits count as often as they were made, people once whatever their writing, domains by visits, at most ten',
  (t) => {
    const records = [
      record({ count: 5 }),
      record({ user: 'ANA@x.example', domain: 'b.example' }),
      record({ user: null, domain: 'a.example' }),
      record({ user: 'bob@x.example', domain: null, count: 2 }),
      record({ user: 'bob@x.example', domain: 'www.samaritans.org', count: 9 }),
      ...Array.from({ length: 9 }, (_, index) => record({ domain: `x${index}.example` })),
    ];
    const task = { query: QUERY, before: NONE, after: blockAll({ everyone: true }), smallestGroup };
    const { evaluated, newlyAllowed, newlyBlocked } = compareBundles(createFakeScan(records), task);
    t.equal(evaluated, 27);
    t.same(newlyAllowed, NO_CHANGE);
    t.equal(newlyBlocked.visits, 18, 'all but crisis help');
    t.equal(newlyBlocked.users, 2);
    t.same(newlyBlocked.topDomains.slice(0, 3), [
      { domain: 'play.example', count: 5 },
      { domain: 'a.example', count: 1 },
      { domain: 'b.example', count: 1 },
    ]);
    t.equal(newlyBlocked.topDomains.length, 10);
    const back = compareBundles(createFakeScan(records), { ...task, before: task.after, after: NONE });
    t.same(back, { evaluated, newlyAllowed: newlyBlocked, newlyBlocked: NO_CHANGE, someLeftOut: false });
    t.end();
  },
);

t.test('people stand where the roster has them, others in the unit of their device', (t) => {
  const records = [
    record({ user: 'Ana@x.example' }),
    record({ user: 'guest@x.example' }),
    record({ user: null }),
  ];
  const visits = (unit: string): number =>
    compareBundles(createFakeScan(records, { 'ana@x.example': '/T/9' }), {
      query: QUERY,
      before: NONE,
      after: blockAll({ ous: [unit] }),
      smallestGroup,
    }).newlyBlocked.visits;
  t.equal(visits('/T'), 1);
  t.equal(visits('/S'), 2);
  t.end();
});

t.test('a schedule holds at the time of the visit', (t) => {
  const windows = [{ days: ['mon' as const], from: '08:00', to: '09:00' }];
  const after = blockAll({ everyone: true }, { timezone: 'Europe/Madrid', windows, exceptDates: [] });
  const at = (time: string): FakeRecord => record({ at: Date.parse(`2026-11-16T${time}Z`) });
  const records = ['06:59:59.999', '07:00', '07:59:59.999', '08:00', '07:30'].map(at);
  const { newlyBlocked } = compareBundles(createFakeScan(records), {
    query: QUERY,
    before: NONE,
    after,
    smallestGroup,
  });
  t.equal(newlyBlocked.visits, 3);
  t.end();
});

t.test('keeping verdicts changes none: the figures are those of decide() on each single record', (t) => {
  const anyRecord: fc.Arbitrary<FakeRecord> = fc
    .tuple(anyContext, anyRequest, fc.integer({ min: 1, max: 3 }))
    .map(([context, { host, url, categories }, count]) => ({
      ...context,
      domain: host,
      url,
      category: categories[0] ?? null,
      count,
    }));
  let changes = 0;
  const property = fc.property(
    anyBundle,
    anyBundle,
    fc.array(anyRecord, { minLength: 5, maxLength: 40 }),
    (before, after, records) => {
      const compiled = { before: compileBundle(before), after: compileBundle(after) };
      const expected = { allow: 0, block: 0 };
      for (const one of records) {
        const request = {
          host: one.domain ?? '',
          url: one.url,
          app: null,
          categories: one.category === null ? [] : [one.category],
        };
        const then = decide(request, one, compiled.before).action;
        const now = decide(request, one, compiled.after).action;
        if (then !== now) expected[now] += one.count;
      }
      changes += expected.allow + expected.block;
      const found = compareBundles(createFakeScan(records), { query: QUERY, before, after, smallestGroup });
      return found.newlyAllowed.visits === expected.allow && found.newlyBlocked.visits === expected.block;
    },
  );
  t.doesNotThrow(() => fc.assert(property, { numRuns: 300 }));
  t.ok(changes > 300, 'many visits changed');
  t.end();
});

const CLASS = ['ana', 'bob', 'cy', 'dan', 'eve', 'fay', 'gus', 'hal', 'ian', 'joy', 'kim', 'lea'].map(
  (name) => `${name}@x.example`,
);
const HOMES = Object.fromEntries(CLASS.map((user) => [user, '/S/9']));
const LAPTOPS = Object.fromEntries(CLASS.map((_, index) => [`dev_${index}`, '/S/9']));

/** What a draft for somebody would newly block, of visits of the class to one site. */
function blocked(
  target: Partial<Policy['target']>,
  visitors: Readonly<Record<string, number>>,
  {
    before = NONE,
    homes = HOMES,
  }: { readonly before?: Bundle; readonly homes?: Record<string, string> } = {},
) {
  const records = Object.entries(visitors).map(([name, count]) => {
    const user = `${name}@x.example`;
    return record({ user, count, deviceId: `dev_${CLASS.indexOf(user)}`, ouPath: homes[user] ?? '/S/9' });
  });
  const policies = [...before.policies, ...blockAll(target).policies];
  return compareBundles(createFakeScan(records, homes, LAPTOPS), {
    query: QUERY,
    before,
    after: { ...NONE, policies },
  });
}

t.test('of fewer than five people or visits nothing is told, not even whether there is anything', (t) => {
  const ofNobody = blocked({ everyone: true }, {});
  t.same(ofNobody, { evaluated: 0, newlyAllowed: NO_CHANGE, newlyBlocked: NO_CHANGE, someLeftOut: false });
  t.same(blocked({ everyone: true }, { ana: 1_000 }), ofNobody);
  t.same(blocked({ everyone: true }, { ana: 9, bob: 9, cy: 9, dan: 9 }), ofNobody);
  const five = blocked({ everyone: true }, { ana: 9, bob: 9, cy: 9, dan: 9, eve: 1 });
  t.same(five.newlyBlocked, {
    visits: 35,
    users: 5,
    topDomains: [{ domain: 'play.example', count: 35 }],
    belowMinimum: false,
  });
  t.equal(five.evaluated, 35);
  t.end();
});

t.test('a site of fewer than five people is not named beside one of more', (t) => {
  const records = CLASS.slice(0, 8).flatMap((user) => [
    record({ user, deviceId: 'dev_1' }),
    ...(user < 'd' ? [record({ user, deviceId: 'dev_1', domain: 'help.example', count: 50 })] : []),
  ]);
  const { newlyBlocked } = compareBundles(createFakeScan(records, HOMES, LAPTOPS), {
    query: QUERY,
    before: NONE,
    after: blockAll({ everyone: true }),
  });
  t.same(newlyBlocked.topDomains, [{ domain: 'play.example', count: 5 }]);
  t.end();
});

t.test('two drafts that differ by one person get the same figures, whatever the person did', (t) => {
  const others = { ana: 20, bob: 20, cy: 20, dan: 20, eve: 20, fay: 20 };
  const named = CLASS.slice(0, 6);
  const victim = 'gus@x.example';
  for (const visits of [1, 40, 5_000]) {
    const visitors = { ...others, gus: visits };
    const without = blocked({ users: named }, visitors);
    t.same(blocked({ users: [...named, victim] }, visitors), without, `${visits} visits by name`);
    const devices = Object.keys(LAPTOPS).slice(0, 6);
    t.same(
      blocked({ devices: [...devices, 'dev_6'] }, visitors),
      blocked({ devices }, visitors),
      `${visits} visits by device`,
    );
    const alone = { homes: { ...HOMES, [victim]: '/S/alone' } };
    const units = blocked({ ous: ['/S/9', '/S/alone'] }, visitors, alone);
    const unit = blocked({ ous: ['/S/9'] }, visitors, alone);
    for (const { newlyBlocked } of [units, unit])
      t.ok(newlyBlocked.visits <= 120, `${visits} visits by unit`);
  }
  t.end();
});

t.test('a policy for one person in force does not single her out either', (t) => {
  const before = blockAll({ users: ['ana@x.example'] });
  const visitors = {
    ana: 500,
    bob: 10,
    cy: 10,
    dan: 10,
    eve: 10,
    fay: 10,
    gus: 10,
    hal: 10,
    ian: 10,
    joy: 10,
  };
  const { newlyBlocked, someLeftOut } = blocked({ everyone: true }, visitors, { before });
  t.same(newlyBlocked.visits, 50, 'of her group nobody is counted');
  t.equal(someLeftOut, true);
  t.end();
});

t.test('laptops that nobody signs in to count as people; one person’s own does not make him two', (t) => {
  const unsigned = (count: number) =>
    Array.from({ length: count }, (_, index) => record({ user: null, deviceId: `dev_${index}`, count: 3 }));
  const ask = (records: readonly FakeRecord[]) =>
    compareBundles(createFakeScan(records, HOMES, LAPTOPS), {
      query: QUERY,
      before: NONE,
      after: blockAll({ everyone: true }),
    }).newlyBlocked;
  t.same(ask(unsigned(4)), NO_CHANGE);
  hasFields(t, ask(unsigned(5)), { visits: 15, users: 0, belowMinimum: false });
  const signed = CLASS.slice(0, 4).map((user) => record({ user, deviceId: 'dev_0' }));
  t.same(ask([...unsigned(4), ...signed]), NO_CHANGE);
  t.end();
});

t.test('people whom neither roster nor devices know are counted by unit, from five on', (t) => {
  const unlisted = (index: number, ouPath: string) =>
    record({ user: `guest${index}@y.example`, deviceId: `dev_x${index}`, ouPath });
  const records = [0, 1, 2, 3, 4, 5, 6].map((index) => unlisted(index, index < 5 ? '/S' : '/T'));
  const { newlyBlocked } = compareBundles(createFakeScan(records), {
    query: QUERY,
    before: NONE,
    after: blockAll({ everyone: true }),
  });
  hasFields(t, newlyBlocked, { visits: 5, users: 5 });
  t.end();
});
