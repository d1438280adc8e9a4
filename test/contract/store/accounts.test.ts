import { hasFields } from '../../support/has-fields.ts';
import { account, promise } from './each-store.ts';

promise('an account is found by id, address without regard to case, and identity', async (t, fixture) => {
  const { store } = fixture;
  const oidc = { issuer: 'https://idp.example', subject: 's' };
  const made = await account(fixture, { email: 'Ana@X.example', role: 'teacher', oidc, provisioned: true });
  t.same(await store.accounts.get(1, made.id), made);
  t.same(await store.accounts.byEmail(1, 'ANA@x.EXAMPLE'), made);
  t.same(await store.accounts.byOidc(1, oidc.issuer, oidc.subject), made);
  hasFields(t, made, { status: 'active', provisioned: true, version: 1, lastSignInAt: null, ouPath: null });
  t.equal(await store.accounts.get(2, made.id), null);
  t.equal(await store.accounts.byEmail(2, 'ana@x.example'), null);
  t.equal(await store.accounts.byOidc(1, oidc.issuer, 'other'), null);
  t.same(await store.accounts.list(2), []);
});

promise('an address belongs to one account of an organisation', async (t, fixture) => {
  const { store } = fixture;
  const first = await account(fixture, { email: 'ana@x.example' });
  const second = await account(fixture);
  const taken = { code: 'already_exists', extras: { existingId: first.id } };
  await t.rejects(account(fixture, { email: 'ANA@x.example' }), taken);
  await t.rejects(store.accounts.update(1, second.id, { email: 'Ana@x.example' }, 1), taken);
  hasFields(t, await store.accounts.update(1, first.id, { email: 'ANA@x.example' }, 1), {
    email: 'ANA@x.example',
  });
});

promise('a change keeps the rest and counts the version; a sign-in does not', async (t, fixture) => {
  const { store, clock } = fixture;
  const unit = await store.ous.ensurePath(1, '/High', clock.now());
  const made = await account(fixture, { role: 'teacher' });
  const changed = await store.accounts.update(1, made.id, { ouId: unit.id, passwordHash: 'h' }, 7);
  t.same(changed, { ...made, ouId: unit.id, ouPath: '/High', passwordHash: 'h', updatedAt: 7, version: 2 });
  await store.accounts.signedIn(made.id, 9);
  await store.accounts.signedIn(made.id, 8);
  hasFields(t, await store.accounts.get(1, made.id), { lastSignInAt: 9, version: 2 });
  hasFields(t, await store.accounts.update(1, made.id, { ouId: 'ou_gone' }, 8), { ouPath: '/ou_gone' });
  t.equal(await store.accounts.update(2, made.id, { name: 'x' }, 1), null);
});

promise('a link works once, until it expires or a newer one is made', async (t, fixture) => {
  const { store } = fixture;
  const { id } = await account(fixture);
  const link = (hash: string) => store.accounts.createLink({ hash, accountId: id, expiresAt: 100 });
  await link('a');
  await link('b');
  t.equal(await store.accounts.redeemLink('a', 1), null);
  t.equal(await store.accounts.redeemLink('b', 100), null);
  t.same(
    await Promise.all(['a', 'b'].map((hash) => store.accounts.hasLink(hash, 99))),
    [false, true],
    'looking uses nothing up',
  );
  t.equal(await store.accounts.hasLink('b', 100), false);
  const uses = await Promise.all([1, 2, 3].map(() => store.accounts.redeemLink('b', 99)));
  t.same(uses, [id, null, null]);
  await link('c');
  t.equal(await store.accounts.delete(2, id), false);
  t.equal(await store.accounts.delete(1, id), true);
  t.equal(await store.accounts.delete(1, id), false);
  t.equal(await store.accounts.redeemLink('c', 1), null, 'it goes with its account');
});

promise('failed sign-ins are counted by bucket and forgotten by age', async (t, { store }) => {
  await store.signInFailures.put('a', { failures: 1, lastAt: 5 });
  await store.signInFailures.put('a', { failures: 2, lastAt: 6 });
  await store.signInFailures.put('b', { failures: 1, lastAt: 7 });
  t.same(await store.signInFailures.get('a'), { failures: 2, lastAt: 6 });
  t.equal(await store.signInFailures.get('c'), null);
  t.equal(await store.signInFailures.purge(7), 1);
  t.equal(await store.signInFailures.get('a'), null);
  await store.signInFailures.delete('b');
  t.equal(await store.signInFailures.get('b'), null);
});
