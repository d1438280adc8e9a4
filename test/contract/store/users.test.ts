import type { UserFields } from '../../../store/ports/users.ts';
import { hasFields } from '../../support/has-fields.ts';
import { type Fixture, promise, ROOT_OU } from './each-store.ts';

const ANA: UserFields = {
  email: 'Ana@x.example',
  name: 'Ana Ruiz',
  role: 'student',
  ouId: ROOT_OU,
  externalId: 'SIS-1',
  grade: '9',
  status: 'active',
};

const make = ({ store, clock, ids }: Fixture, changes: Partial<UserFields> = {}) =>
  store.users.create({ ...ANA, ...changes, id: ids.next('usr'), organisationId: 1, now: clock.now() });

const query = { organisationId: 1, limit: 50, from: { kind: 'page', page: 1 } } as const;
const byName = [{ field: 'name', descending: false }] as const;

promise('a user comes back as it was made, by id, e-mail and external id', async (t, fixture) => {
  const { store, clock } = fixture;
  const ana = await make(fixture);
  t.same(ana, {
    ...ANA,
    id: ana.id,
    organisationId: 1,
    ouPath: '/',
    createdAt: clock.now(),
    updatedAt: clock.now(),
    version: 1,
  });
  t.same(await store.users.get(1, ana.id), ana);
  t.same(await store.users.byEmail(1, 'ana@X.EXAMPLE'), ana, 'without regard to case');
  t.same(await store.users.byExternalId(1, 'SIS-1'), ana);
  t.equal(await store.users.byExternalId(1, 'sis-1'), null, 'exactly');
});

promise('e-mail and external id are unique, and the refusal names the holder', async (t, fixture) => {
  const { store, clock } = fixture;
  const ana = await make(fixture);
  const ben = await make(fixture, { email: 'ben@x.example', externalId: null });
  await make(fixture, { email: 'cem@x.example', externalId: null }); // Many may have none.
  const taken = { code: 'already_exists', extras: { existingId: ana.id } };
  await t.rejects(make(fixture, { email: 'ANA@x.example', externalId: 'SIS-2' }), taken);
  await t.rejects(make(fixture, { email: 'new@x.example' }), taken);
  await t.rejects(store.users.update(1, ben.id, { email: 'ana@x.example' }, clock.now()), taken);
  await t.rejects(store.users.update(1, ben.id, { externalId: 'SIS-1' }, clock.now()), taken);
  t.same(await store.users.get(1, ben.id), ben, 'a refusal leaves nothing');
  hasFields(
    t,
    await store.users.update(1, ana.id, { email: 'ANA@x.example' }, clock.now()),
    { email: 'ANA@x.example' },
    'its own address is free to it',
  );
});

promise('a change to what is there already writes nothing', async (t, fixture) => {
  const { store, clock } = fixture;
  const ana = await make(fixture);
  const { id } = ana;
  t.same(await store.users.update(1, id, { ...ANA }, clock.now() + 5), ana);
  const changed = await store.users.update(1, id, { ...ANA, grade: '10' }, clock.now() + 5);
  t.same(changed, { ...ana, grade: '10', version: 2, updatedAt: clock.now() + 5 });
  t.same(await store.users.get(1, id), changed);
  const bare = await store.users.update(1, id, { externalId: null, grade: null }, clock.now() + 6);
  hasFields(t, bare, { externalId: null, grade: null, version: 3 });
  t.equal(await store.users.update(1, 'usr_none', { name: 'X' }, clock.now()), null);
});

promise('a user is in a unit that exists, and follows its path', async (t, fixture) => {
  const { store, clock } = fixture;
  const unit = await store.ous.ensurePath(1, '/High/Grade-9', clock.now());
  const ana = await make(fixture);
  hasFields(t, await store.users.update(1, ana.id, { ouId: unit.id }, clock.now()), {
    ouPath: '/High/Grade-9',
  });
  await store.ous.update(1, unit.id, { name: 'Year-9' }, clock.now());
  hasFields(t, await store.users.get(1, ana.id), { ouPath: '/High/Year-9' });
  const nowhere = { ouId: 'ou_none' } as const;
  await t.rejects(store.users.update(1, ana.id, nowhere, clock.now()), { code: 'unprocessable' });
  await t.rejects(make(fixture, { email: 'b@x', externalId: null, ...nowhere }), { code: 'unprocessable' });
});

promise('a deleted user is gone, and its address is free', async (t, fixture) => {
  const { store } = fixture;
  const ana = await make(fixture);
  t.equal(await store.users.delete(2, ana.id), false, 'not for another organisation');
  t.equal(await store.users.delete(1, ana.id), true);
  t.equal(await store.users.delete(1, ana.id), false);
  t.equal(await store.users.get(1, ana.id), null);
  await make(fixture);
});

promise('users are filtered by every field and sorted by each sort field', async (t, fixture) => {
  const { store, clock } = fixture;
  const high = await store.ous.ensurePath(1, '/High', clock.now());
  const grade = await store.ous.ensurePath(1, '/High/Grade-9', clock.now());
  const other = await store.ous.ensurePath(1, '/Highlands', clock.now());
  const people: Partial<UserFields>[] = [
    { name: 'cem', email: 'x@x.example', externalId: 'C', ouId: grade.id, grade: '9' },
    {
      name: 'Ana',
      email: 'z@x.example',
      externalId: 'A',
      ouId: high.id,
      role: 'teacher',
      grade: null,
    },
    {
      name: 'Ben',
      email: 'Y@x.example',
      externalId: null,
      ouId: other.id,
      status: 'suspended',
      grade: '10',
    },
  ];
  for (const person of people) {
    await make(fixture, person);
    await fixture.clock.advance(1);
  }
  const names = async (filter: Parameters<typeof store.users.list>[0]['filter']) => {
    const page = await store.users.list({ ...query, filter, sort: byName });
    t.equal(page.total, page.rows.length);
    return page.rows.map(({ name }) => name).join(' ');
  };
  t.equal(await names({}), 'Ana Ben cem');
  t.equal(await names({ email: ['y@X.example', 'z@x.example'] }), 'Ana Ben');
  t.equal(await names({ role: ['teacher'] }), 'Ana');
  t.equal(await names({ status: ['suspended'] }), 'Ben');
  t.equal(await names({ ouPaths: ['/High'] }), 'Ana cem', 'the subtree, not what only begins alike');
  t.equal(await names({ ouPaths: ['/High', '/Highlands'], withinOuPath: '/High/Grade-9' }), 'cem');
  t.equal(await names({ externalId: ['A', 'C'] }), 'Ana cem');
  t.equal(await names({ grade: ['9', '10'] }), 'Ben cem');
  t.equal(await names({ q: 'E' }), 'Ana Ben cem', 'in the e-mail');
  t.equal(await names({ q: 'cE' }), 'cem');
  t.equal(await names({ q: 'x@X' }), 'cem');
  t.equal(await names({ q: '%' }), '', 'no pattern');
  for (const [field, order] of [
    ['name', 'Ana Ben cem'],
    ['email', 'cem Ben Ana'],
    ['createdAt', 'cem Ana Ben'],
    ['updatedAt', 'cem Ana Ben'],
  ] as const) {
    const read = async (descending: boolean) => {
      const page = await store.users.list({ ...query, filter: {}, sort: [{ field, descending }] });
      return page.rows.map(({ name }) => name).join(' ');
    };
    t.equal(await read(false), order, field);
    t.equal(await read(true), order.split(' ').reverse().join(' '), `-${field}`);
  }
  t.equal((await store.users.list({ ...query, organisationId: 2, filter: {}, sort: byName })).total, 0);
});
