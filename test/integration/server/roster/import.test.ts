import t, { type Test } from 'tap';
import { createIdSource, systemRandom } from '../../../../kit/random.ts';
import {
  applyImport,
  type ImportOptions,
  type ImportResult,
  type PreparedImport,
  prepareImport,
} from '../../../../server/roster/import.ts';
import type { RosterFile } from '../../../../server/roster/roster-file.ts';
import type { Store } from '../../../../store/ports/store.ts';
import type { UserRecord } from '../../../../store/ports/users.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { createTestStore } from '../../../support/test-store.ts';
import { type RosterSet, rosterSet } from './roster-set.ts';

async function school(t: Test) {
  const clock = createFakeClock();
  const store = await createTestStore(t, { clock });
  const ids = createIdSource({ clock, random: systemRandom });
  const tools = { store, ids, clock };
  const base: ImportOptions = { organisationId: 1, ouRoot: '/', suspendMissing: false };
  const prepare = (set: RosterSet, options: Partial<ImportOptions> = {}): Promise<PreparedImport> =>
    prepareImport(filesOf(set), tools, { ...base, ...options });
  const run = async (
    set: RosterSet,
    options: Partial<ImportOptions> = {},
  ): Promise<ImportResult & { readonly plan: PreparedImport['plan'] }> => {
    clock.jump(1_000);
    const prepared = await prepare(set, options);
    const result = await applyImport(prepared, tools, { organisationId: 1, progress: () => undefined });
    return { ...result, plan: prepared.plan };
  };
  return { store, tools, clock, ids, prepare, run };
}

function filesOf(set: RosterSet): ReadonlyMap<RosterFile, Uint8Array> {
  return new Map(Object.entries(set).map(([name, text]) => [name as RosterFile, Buffer.from(text)]));
}

async function users(store: Store): Promise<readonly UserRecord[]> {
  const page = await store.users.list({
    organisationId: 1,
    filter: {},
    sort: [{ field: 'email', descending: false }],
    limit: 100,
    from: { kind: 'page', page: 1 },
  });
  return page.rows;
}

t.test('a first import makes units and people, a second writes nothing', async (t) => {
  const { store, run } = await school(t);
  const set = rosterSet([
    { id: 'a', grade: '09' },
    { id: 'b', role: 'teacher', org: 's2' },
    { id: 'c', role: 'guardian' },
  ]);
  hasFields(t, await run(set), {
    created: 2,
    updated: 0,
    suspended: 0,
    rejected: [],
    plan: { unchanged: 0 },
  });
  t.strictSame(
    (await store.ous.list(1)).map(({ path }) => path),
    ['/', '/Springfield', '/Springfield/High', '/Springfield/High/Grade-9', '/Springfield/Low'],
  );
  const people = await users(store);
  t.strictSame(
    people.map(({ externalId, ouPath, role, grade }) => [externalId, ouPath, role, grade]),
    [
      ['a', '/Springfield/High/Grade-9', 'student', '9'],
      ['b', '/Springfield/Low', 'teacher', null],
    ],
  );
  hasFields(t, await run(set), { created: 0, updated: 0, suspended: 0, plan: { unchanged: 2, changes: [] } });
  t.strictSame(await users(store), people, 'updatedAt too');
  const entries = await store.audit.after(1, 0, 10);
  t.strictSame(
    entries.map(({ action, actor }) => [action, actor]),
    [
      ['ou.imported', 'cli'],
      ['user.imported', 'cli'],
    ],
  );
  t.strictSame(entries[1]?.changes.after?.created, people.map(({ id }) => id).sort());
});

t.test('who changes is updated, who is to go is suspended, nobody is deleted', async (t) => {
  const { store, run } = await school(t);
  await run(rosterSet([{ id: 'a' }, { id: 'b' }, { id: 'c' }]));
  const result = await run(
    rosterSet([
      { id: 'a', grade: '10', name: 'Anna' },
      { id: 'b', status: 'tobedeleted' },
      { id: 'c', enabled: false },
      { id: 'd', status: 'tobedeleted' },
    ]),
  );
  hasFields(t, result, { created: 0, updated: 2, suspended: 1, rejected: [] });
  hasFields(t, await users(store), [
    { externalId: 'a', grade: '10', name: 'Anna Ruiz', ouPath: '/Springfield/High/Grade-10' },
    { externalId: 'b', status: 'suspended' },
    { externalId: 'c', status: 'suspended' },
  ]);
  await run(rosterSet([{ id: 'b' }]));
  hasFields(t, await store.users.byExternalId(1, 'b'), { status: 'active' }, 'and comes back');
});

t.test('who is missing stays, unless told otherwise; then only below the root of the import', async (t) => {
  const { store, run, ids, clock } = await school(t);
  await run(rosterSet([{ id: 'a' }, { id: 'b' }]), { ouRoot: '/North' });
  await run(rosterSet([{ id: 'x', email: 'x2@x.example' }]), { ouRoot: '/South' });
  const root = await store.ous.byPath(1, '/North');
  await store.users.create({
    id: ids.next('usr'),
    organisationId: 1,
    email: 'hand@x.example',
    name: 'Made by hand',
    role: 'staff',
    ouId: root?.id ?? 'ou_',
    externalId: null,
    grade: null,
    status: 'active',
    now: clock.now(),
  });
  const only = rosterSet([{ id: 'a' }]);
  hasFields(t, await run(only, { ouRoot: '/North' }), { suspended: 0 });
  hasFields(t, await run(only, { ouRoot: '/North', suspendMissing: true }), { suspended: 1 });
  const suspended = (await users(store)).filter(({ status }) => status === 'suspended');
  t.strictSame(
    suspended.map(({ externalId }) => externalId),
    ['b'],
  );
  const broken = { ...only, 'users.csv': `${only['users.csv']}\nb,,,true,b,B,B,no address,,s1` };
  await run(rosterSet([{ id: 'a' }, { id: 'b' }]), { ouRoot: '/North' });
  hasFields(
    t,
    await run(broken, { ouRoot: '/North', suspendMissing: true }),
    { suspended: 0 },
    'who has a wrong row is not missing',
  );
});

t.test('an option that would suspend everybody, or cannot know who is missing, is refused', async (t) => {
  const { run, store } = await school(t);
  await run(rosterSet([{ id: 'a' }]));
  await t.rejects(run(rosterSet([]), { suspendMissing: true }), {
    name: 'OperatorError',
    message: /would suspend everybody/,
  });
  await t.rejects(run(rosterSet([{ id: 'b' }], 'delta'), { suspendMissing: true }), {
    name: 'OperatorError',
    message: /needs a bulk file/,
  });
  hasFields(t, await users(store), [{ externalId: 'a', status: 'active' }]);
});

t.test('a person made by hand is known by the address; a foreign one keeps it', async (t) => {
  const { store, run, ids, clock } = await school(t);
  const root = await store.ous.byPath(1, '/');
  const make = (email: string, externalId: string | null) =>
    store.users.create({
      id: ids.next('usr'),
      organisationId: 1,
      email,
      name: 'By hand',
      role: 'staff',
      ouId: root?.id ?? 'ou_',
      externalId,
      grade: null,
      status: 'active',
      now: clock.now(),
    });
  const hand = await make('A@x.example', null);
  const foreign = await make('b@x.example', 'other-sis');
  const result = await run(rosterSet([{ id: 'a' }, { id: 'b' }, { id: 'c', email: 'A@x.example' }]));
  hasFields(t, result, { created: 0, updated: 1 });
  hasFields(t, await store.users.get(1, hand.id), { externalId: 'a', email: 'a@x.example', role: 'student' });
  t.strictSame(await store.users.get(1, foreign.id), foreign);
  t.strictSame(
    result.plan.rejected.map(({ line, reason }) => [line, reason]),
    [
      [3, `The e-mail b@x.example belongs to another user (${foreign.id}).`],
      [4, 'The e-mail A@x.example is also that of line 2.'],
    ],
  );
});

t.test('addresses may be handed on within one file, in either order', async (t) => {
  const { store, run } = await school(t);
  await run(
    rosterSet([
      { id: 'a', email: 'one@x.example' },
      { id: 'b', email: 'two@x.example' },
    ]),
  );
  const result = await run(
    rosterSet([
      { id: 'a', email: 'two@x.example' },
      { id: 'b', email: 'three@x.example' },
    ]),
  );
  hasFields(t, result, { updated: 2, rejected: [] });
  hasFields(t, await users(store), [{ externalId: 'b' }, { externalId: 'a', email: 'two@x.example' }]);
  const swapped = await run(
    rosterSet([
      { id: 'a', email: 'three@x.example' },
      { id: 'b', email: 'two@x.example' },
    ]),
  );
  hasFields(t, swapped, { updated: 0 });
  t.equal(swapped.rejected.length, 2, 'a plain exchange is told of, not half done');
});

t.test('a delta changes only whom it names', async (t) => {
  const { store, run } = await school(t);
  await run(rosterSet([{ id: 'a' }, { id: 'b' }]));
  const delta = {
    'manifest.csv': 'propertyName,value\noneroster.version,1.2\nfile.users,delta\n',
    'users.csv': rosterSet([
      { id: 'a', name: 'Anna', org: 'gone' },
      { id: 'new' },
      { id: 'b', status: 'tobedeleted' },
    ])['users.csv'] as string,
  };
  const result = await run(delta);
  hasFields(t, result, { created: 0, updated: 1, suspended: 1 });
  hasFields(
    t,
    result.plan.rejected.map(({ reason }) => reason),
    ['The user is new, and there is no role in the file.'],
  );
  hasFields(t, await users(store), [
    { externalId: 'a', name: 'Anna Ruiz', ouPath: '/Springfield/High', role: 'student' },
    { externalId: 'b', status: 'suspended' },
  ]);
});

t.test('preparing changes nothing', async (t) => {
  const { store, prepare } = await school(t);
  const { plan } = await prepare(
    rosterSet([
      { id: 'a', grade: '9' },
      { id: 'b', email: 'none' },
    ]),
  );
  hasFields(t, plan.changes, [{ kind: 'create', line: 2, user: { externalId: 'a' } }]);
  t.strictSame(plan.newOuPaths, [
    '/Springfield',
    '/Springfield/High',
    '/Springfield/High/Grade-9',
    '/Springfield/Low',
  ]);
  hasFields(t, plan.rejected, [{ file: 'users.csv', line: 3, sourcedId: 'b', reason: /"email" must/ }]);
  t.strictSame(await users(store), []);
  t.equal((await store.ous.list(1)).length, 1);
});

t.test('what changes between plan and import is met row by row', async (t) => {
  const { store, prepare, run, tools, clock } = await school(t);
  await run(rosterSet([{ id: 'a' }, { id: 'b' }, { id: 'c' }]));
  const prepared = await prepare(
    rosterSet([
      { id: 'a', name: 'New' },
      { id: 'b', name: 'New' },
      { id: 'n', email: 'late@x.example' },
    ]),
  );
  const gone = await store.users.byExternalId(1, 'a');
  await store.users.delete(1, gone?.id ?? '');
  const taker = await store.users.byExternalId(1, 'c');
  await store.users.update(1, taker?.id ?? '', { email: 'late@x.example' }, clock.now());
  const result = await applyImport(prepared, tools, { organisationId: 1, progress: () => undefined });
  hasFields(t, result, { created: 0, updated: 1 });
  hasFields(
    t,
    result.rejected.map(({ line, sourcedId, reason }) => [line, sourcedId, reason]),
    [
      [2, 'a', /deleted meanwhile/],
      [4, 'n', /Another user has this e-mail/],
    ],
  );
});

t.test('a district of 20,000 is imported, and again without a change', async (t) => {
  const { store, run } = await school(t);
  const set = rosterSet(
    Array.from({ length: 20_000 }, (_, number) => ({
      id: `p${number}`,
      grade: String((number % 12) + 1).padStart(2, '0'),
      org: number % 2 === 0 ? 's1' : 's2',
      role: number % 20 === 0 ? 'teacher' : 'student',
    })),
  );
  const startedAt = performance.now();
  hasFields(t, await run(set), { created: 20_000, rejected: [] });
  const importedAt = performance.now();
  hasFields(t, await run(set), { created: 0, updated: 0, plan: { unchanged: 20_000 } });
  t.comment(
    `import ${Math.round(importedAt - startedAt)} ms, again ${Math.round(performance.now() - importedAt)} ms`,
  );
  const page = await store.users.list({
    organisationId: 1,
    filter: { role: ['teacher'] },
    sort: [{ field: 'name', descending: false }],
    limit: 1,
    from: { kind: 'page', page: 1 },
  });
  t.equal(page.total, 1_000);
});
