import type { PolicyFields, PolicyRecord } from '../../../store/ports/policies.ts';
import { hasFields } from '../../support/has-fields.ts';
import { fc } from '../../support/property.ts';
import { enroll, type Fixture, promise } from './each-store.ts';

const BUILT_IN = 'pol_00000000000000000000000001';

function fields({ ids }: Fixture, changes: Partial<PolicyFields> = {}): PolicyFields {
  return {
    name: 'School day',
    description: null,
    enabled: true,
    priority: 100,
    defaultAction: 'allow',
    target: { everyone: true, ous: [], users: [], devices: [] },
    schedule: {
      timezone: 'Europe/Madrid',
      windows: [{ days: ['mon'], from: '08:00', to: '15:30' }],
      exceptDates: ['2026-12-25'],
    },
    rules: [
      {
        id: ids.next('rul'),
        effect: 'block',
        locked: true,
        reason: 'No games',
        campus: ['on-campus'],
        match: {
          domains: ['play.example'],
          categories: ['games'],
          urls: ['wiki.example/x'],
          apps: ['Steam'],
        },
      },
    ],
    settings: {},
    ...changes,
  };
}

function create(fixture: Fixture, changes: Partial<PolicyFields> = {}): Promise<PolicyRecord> {
  const { store, ids, clock } = fixture;
  const making = { id: ids.next('pol'), organisationId: 1, now: clock.now() };
  return store.policies.create(making, fields(fixture, changes));
}

const names = (policies: readonly PolicyRecord[]): readonly string[] => policies.map(({ name }) => name);

async function listed({ store }: Fixture, filter: object): Promise<readonly string[]> {
  const { rows, total } = await store.policies.list({
    organisationId: 1,
    filter,
    sort: [{ field: 'name', descending: false }],
    limit: 50,
    from: { kind: 'page', page: 1 },
  });
  if (total !== rows.length) throw new Error(`total ${total}, but ${rows.length} rows`);
  return names(rows);
}

promise('a schedule keeps that it refers to the times of the school', async (t, fixture) => {
  const schedule = {
    timezone: 'UTC',
    windows: [],
    exceptDates: [],
    during: 'school-hours',
    exceptHolidays: true,
  } as const;
  const { id } = await create(fixture, { schedule });
  t.same((await fixture.store.policies.get(1, id))?.schedule, schedule);
});

promise(
  'from the beginning there is one policy, built in, for everyone, with the number 1',
  async (t, { store }) => {
    const policies = await store.policies.current(1);
    t.equal(policies.length, 1);
    hasFields(t, policies[0], {
      id: BUILT_IN,
      builtIn: true,
      enabled: true,
      priority: 0,
      defaultAction: 'allow',
      version: 1,
      named: { everyone: true },
    });
    const blocked = policies[0]?.rules.flatMap(({ match }) => match.categories);
    for (const category of ['adult', 'malware', 'phishing', 'gambling', 'vpn_proxy'])
      t.ok(blocked?.includes(category), category);
    t.equal(await store.policies.version(1), 1);
    await t.rejects(store.policies.delete(1, BUILT_IN, 5), { code: 'policy_in_use' });
    t.equal(await store.policies.version(1), 1, 'the refusal took no number');
  },
);

promise('a policy comes back as it was made, with the next number', async (t, fixture) => {
  const { store, clock } = fixture;
  const wanted = fields(fixture);
  const made = await create(fixture, wanted);
  hasFields(t, made, { version: 2, builtIn: false, createdAt: clock.now(), updatedAt: clock.now() });
  for (const [name, value] of Object.entries(wanted)) t.same(made[name as keyof PolicyRecord], value, name);
  t.same(await store.policies.get(1, made.id), made);
  t.equal(await store.policies.version(1), 2);
  t.equal((await store.organisations.get(1))?.settingsVersion, 2);
});

promise(
  'every change takes the next number of the organisation and bumps settingsVersion',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const a = await create(fixture, { name: 'A' });
    const b = await create(fixture, { name: 'B' });
    const changed = await store.policies.update(1, a.id, { ...a, name: 'A2' }, clock.now() + 5);
    hasFields(t, changed, { name: 'A2', version: 4, createdAt: a.createdAt, updatedAt: clock.now() + 5 });
    hasFields(t, await store.policies.get(1, b.id), { version: 3 });
    hasFields(t, await store.policies.delete(1, b.id, clock.now() + 6), { id: b.id, version: 5 });
    t.equal(await store.policies.get(1, b.id), null);
    t.equal(await store.policies.delete(1, b.id, clock.now() + 6), null);
    t.equal(await store.policies.version(1), 5);
    t.equal((await store.organisations.get(1))?.settingsVersion, 5);
  },
);

promise('a change to the same takes no number', async (t, fixture) => {
  const { store, clock } = fixture;
  const made = await create(fixture);
  const copy = structuredClone({ ...made, extra: 'is not kept' });
  t.same(await store.policies.update(1, made.id, copy, clock.now() + 5), made);
  t.equal(await store.policies.version(1), 2);
  t.equal(await store.policies.update(1, 'pol_none', made, clock.now()), null);
});

promise('a change that is rolled back leaves no number and no history', async (t, fixture) => {
  const { store, clock, ids } = fixture;
  const broken = store.transaction(async (tx) => {
    await tx.policies.create({ id: ids.next('pol'), organisationId: 1, now: clock.now() }, fields(fixture));
    throw new Error('no');
  });
  await t.rejects(broken, { message: 'no' });
  t.equal(await store.policies.version(1), 1);
  t.same(names(await store.policies.asOf(1, clock.now() + 1)), ['Default']);
});

promise('a target follows renames of units and addresses, and forgets what is gone', async (t, fixture) => {
  const { store, clock, ids } = fixture;
  const unit = await store.ous.ensurePath(1, '/High', clock.now());
  const user = await store.users.create({
    id: ids.next('usr'),
    organisationId: 1,
    now: clock.now(),
    email: 'Ana@x.example',
    name: 'Ana',
    role: 'student',
    ouId: unit.id,
    externalId: null,
    grade: null,
    status: 'active',
  });
  const { device } = await enroll(fixture, { ouId: unit.id });
  const target = { everyone: false, ous: [unit.id], users: [user.id], devices: [device.id] };
  const policy = await create(fixture, { target });
  t.same(policy.named, {
    everyone: false,
    ous: [{ id: unit.id, path: '/High' }],
    users: [{ id: user.id, email: 'Ana@x.example' }],
    devices: [device.id],
  });
  await store.users.update(1, user.id, { email: 'ana.ruiz@x.example' }, clock.now());
  const renamed = await store.policies.get(1, policy.id);
  t.same(renamed?.named.users, [{ id: user.id, email: 'ana.ruiz@x.example' }]);
  t.equal(renamed?.version, policy.version, 'the policy itself has not changed');
  await store.users.delete(1, user.id);
  t.same((await store.policies.get(1, policy.id))?.named.users, []);
  t.same(await store.policies.nameTarget(1, target), (await store.policies.get(1, policy.id))?.named);
});

promise('lists filter by state, text, unit and reach', async (t, fixture) => {
  const { store, clock } = fixture;
  const high = await store.ous.ensurePath(1, '/High', clock.now());
  const grade = await store.ous.ensurePath(1, '/High/Grade-9', clock.now());
  const low = await store.ous.ensurePath(1, '/Low', clock.now());
  const { device } = await enroll(fixture, { ouId: grade.id });
  const { device: other } = await enroll(fixture, { ouId: low.id });
  const nobody = { everyone: false, ous: [], users: [], devices: [] };
  await create(fixture, { name: 'all of High', target: { ...nobody, ous: [high.id] }, enabled: false });
  await create(fixture, {
    name: 'grade and a device',
    target: { ...nobody, ous: [grade.id], devices: [device.id] },
  });
  await create(fixture, { name: 'High and Low', target: { ...nobody, ous: [grade.id, low.id] } });
  await create(fixture, { name: 'two devices', target: { ...nobody, devices: [device.id, other.id] } });
  await create(fixture, { name: 'nobody', description: 'A DRAFT', target: nobody });
  t.same(await listed(fixture, { enabled: false }), ['all of High']);
  t.same(await listed(fixture, { q: 'draft' }), ['nobody']);
  t.same(await listed(fixture, { ouPaths: ['/High'] }), [
    'all of High',
    'grade and a device',
    'High and Low',
  ]);
  t.same(await listed(fixture, { ouPaths: ['/Low', '/Nowhere'] }), ['High and Low']);
  t.same(await listed(fixture, { withinOuPath: '/High' }), ['all of High', 'grade and a device']);
  t.same(await listed(fixture, { withinOuPath: '/High/Grade-9' }), ['grade and a device']);
  t.same(await listed(fixture, { withinOuPath: '/Low' }), []);
  t.equal((await listed(fixture, { withinOuPath: '/' })).length, 6);
});

promise('rule ids of every version are remembered', async (t, fixture) => {
  const { store, clock } = fixture;
  const made = await create(fixture);
  const other = fields(fixture);
  await store.policies.update(1, made.id, { ...made, rules: other.rules }, clock.now() + 1);
  const wanted = [...made.rules, ...other.rules].map(({ id }) => id);
  t.same([...(await store.policies.ruleIds(1, made.id))].sort(), [...wanted].sort());
  t.same(await store.policies.ruleIds(1, 'pol_none'), []);
});

promise('another organisation sees none of it', async (t, fixture) => {
  const { store, clock } = fixture;
  const made = await create(fixture);
  t.equal(await store.policies.get(2, made.id), null);
  t.same(await store.policies.current(2), []);
  t.same(await store.policies.asOf(2, clock.now() + 1), []);
  t.same(await store.policies.ruleIds(2, made.id), []);
  t.equal(await store.policies.delete(2, made.id, clock.now()), null);
  t.equal(await store.policies.update(2, made.id, { ...made, name: 'X' }, clock.now()), null);
  t.equal(await store.policies.version(2), 0);
  hasFields(t, await store.policies.get(1, made.id), { name: made.name });
});

promise(
  'a clock that was ahead and is set back leaves one version of a policy in force, the last',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const now = clock.now();
    const made = await create(fixture);
    for (const [name, at] of [
      ['in a year', now + 1e10],
      ['in two years', now + 2e10],
      ['set back', now + 10],
    ] as const)
      await store.policies.update(1, made.id, { ...made, name }, at);
    const at = async (moment: number): Promise<readonly string[]> =>
      names((await store.policies.asOf(1, moment)).filter(({ builtIn }) => !builtIn));
    t.same(await at(now), ['School day']);
    t.same(await at(now + 9), ['School day']);
    for (const moment of [now + 10, now + 1e10, now + 1.5e10, now + 3e10])
      t.same(await at(moment), ['set back']);
  },
);

type Step = {
  readonly kind: 'create' | 'update' | 'delete';
  readonly which: number;
  readonly afterMs: number;
};
const STEPS = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom('create', 'update', 'update', 'delete'),
    which: fc.nat(4),
    afterMs: fc.integer({ min: 0, max: 3 }),
  }),
  { minLength: 1, maxLength: 25 },
);

promise('what was in force at a moment is what stood then, whatever was done since', async (t, fixture) => {
  const { store } = fixture;
  let now = fixture.clock.now() + 1_000;
  await fc.assert(
    fc.asyncProperty(STEPS, async (steps) => {
      const stood = new Map<number, readonly PolicyRecord[]>();
      for (const { kind, which, afterMs } of steps) {
        stood.set(now, await store.policies.current(1));
        // What stood at the end of a millisecond is what was in force in it.
        now += afterMs;
        const known = (await store.policies.current(1)).filter(({ builtIn }) => !builtIn)[which];
        const { ids } = fixture;
        if (kind === 'create')
          await store.policies.create({ id: ids.next('pol'), organisationId: 1, now }, fields(fixture));
        else if (known !== undefined && kind === 'update')
          await store.policies.update(1, known.id, { ...known, priority: known.priority + 1 }, now);
        else if (known !== undefined) await store.policies.delete(1, known.id, now);
      }
      stood.set(now, await store.policies.current(1));
      now += 1;
      for (const [at, policies] of stood) t.same(await store.policies.asOf(1, at), policies, `at ${at}`);
    }),
    { numRuns: 15 },
  );
  t.same(await store.policies.asOf(1, 0), [], 'before the beginning there was none');
});
