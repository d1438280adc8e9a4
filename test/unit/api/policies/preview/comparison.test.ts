import fc from 'fast-check';
import t from 'tap';
import { compareBundles } from '../../../../../api/policies/preview/comparison.ts';
import { compileBundle } from '../../../../../contracts/policy/compile.ts';
import { decide } from '../../../../../contracts/policy/decide.ts';
import type { Bundle, Policy } from '../../../../../contracts/policy/model.ts';
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

const NO_CHANGE = { visits: 0, users: 0, topDomains: [] };

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
    const task = { query: QUERY, before: NONE, after: blockAll({ everyone: true }) };
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
    t.same(back, { evaluated, newlyAllowed: newlyBlocked, newlyBlocked: NO_CHANGE });
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
  const { newlyBlocked } = compareBundles(createFakeScan(records), { query: QUERY, before: NONE, after });
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
      const found = compareBundles(createFakeScan(records), { query: QUERY, before, after });
      return found.newlyAllowed.visits === expected.allow && found.newlyBlocked.visits === expected.block;
    },
  );
  t.doesNotThrow(() => fc.assert(property, { numRuns: 300 }));
  t.ok(changes > 300, 'many visits changed');
  t.end();
});
