import { type Fixture, promise, ROOT_OU } from './each-store.ts';

const make = (
  { store, ids, clock }: Fixture,
  changes: {
    readonly maxUses?: number | null;
    readonly expiresAt?: number | null;
    readonly secretHash?: string;
  } = {},
) =>
  store.enrollmentTokens.create({
    id: ids.next('enr'),
    organisationId: 1,
    name: 'Carts',
    ouId: ROOT_OU,
    maxUses: null,
    expiresAt: null,
    reEnroll: false,
    deviceId: null,
    createdAt: clock.now(),
    secretHash: 'hash',
    ...changes,
  });

promise('a token comes back with the path of its unit, and without its secret', async (t, fixture) => {
  const { store, clock } = fixture;
  const ou = await store.ous.ensurePath(1, '/A/B', clock.now());
  const token = await store.enrollmentTokens.create({
    id: fixture.ids.next('enr'),
    organisationId: 1,
    name: 'Carts',
    ouId: ou.id,
    maxUses: 3,
    expiresAt: 5,
    reEnroll: true,
    deviceId: null,
    createdAt: 4,
    secretHash: 'h',
  });
  const expected = {
    id: token.id,
    organisationId: 1,
    name: 'Carts',
    ouId: ou.id,
    ouPath: '/A/B',
    maxUses: 3,
    uses: 0,
    expiresAt: 5,
    reEnroll: true,
    deviceId: null,
    createdAt: 4,
  };
  t.same(token, expected);
  t.same(await store.enrollmentTokens.get(1, token.id), expected);
  t.same(await store.enrollmentTokens.list(1), [expected]);
});

promise('a token is redeemed as often as it allows, also by many at once', async (t, fixture) => {
  const { store, clock } = fixture;
  const token = await make(fixture, { maxUses: 3 });
  const redeemed = await Promise.all(
    Array.from({ length: 10 }, () => store.enrollmentTokens.redeem('hash', clock.now())),
  );
  t.same(
    redeemed.filter((use) => use !== null).map(({ uses }) => uses),
    [1, 2, 3],
  );
  t.equal((await store.enrollmentTokens.get(1, token.id))?.uses, 3);
});

promise('an unlimited token is never used up', async (t, fixture) => {
  await make(fixture);
  for (let use = 1; use <= 20; use++)
    t.equal((await fixture.store.enrollmentTokens.redeem('hash', 0))?.uses, use);
});

promise('an expired, unknown or deleted token gives null alike', async (t, fixture) => {
  const { store } = fixture;
  const token = await make(fixture, { expiresAt: 1_000 });
  t.not(await store.enrollmentTokens.redeem('hash', 999), null);
  t.equal(await store.enrollmentTokens.redeem('hash', 1_000), null, 'its last moment is the one before');
  t.equal(await store.enrollmentTokens.redeem('other', 0), null);
  t.equal(await store.enrollmentTokens.delete(1, token.id), true);
  t.equal(await store.enrollmentTokens.redeem('hash', 0), null);
  t.equal(await store.enrollmentTokens.delete(1, token.id), false);
});

promise('a token is found by its secret as long as it exists, and no use is counted', async (t, fixture) => {
  const { store } = fixture;
  const token = await make(fixture, { maxUses: 1, expiresAt: 1_000 });
  t.same(await store.enrollmentTokens.bySecret('hash'), token);
  const used = await store.enrollmentTokens.redeem('hash', 0);
  t.equal(used?.uses, 1);
  t.same(await store.enrollmentTokens.bySecret('hash'), used, 'used up');
  t.equal(await store.enrollmentTokens.bySecret('other'), null);
  await store.enrollmentTokens.delete(1, token.id);
  t.equal(await store.enrollmentTokens.bySecret('hash'), null, 'deleted');
});

promise('a use that is rolled back is not counted', async (t, fixture) => {
  const { store } = fixture;
  const token = await make(fixture, { maxUses: 1 });
  const enrollment = store.transaction(async (tx) => {
    await tx.enrollmentTokens.redeem('hash', 0);
    throw new Error('the enrollment failed');
  });
  await t.rejects(enrollment);
  t.equal((await store.enrollmentTokens.get(1, token.id))?.uses, 0);
  t.not(await store.enrollmentTokens.redeem('hash', 0), null);
});

promise('tokens belong to their organisation', async (t, fixture) => {
  const token = await make(fixture);
  t.equal(await fixture.store.enrollmentTokens.get(2, token.id), null);
  t.equal(await fixture.store.enrollmentTokens.delete(2, token.id), false);
  t.same(await fixture.store.enrollmentTokens.list(2), []);
});
