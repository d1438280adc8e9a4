import type { NewSession } from '../../../store/ports/accounts.ts';
import { hasFields } from '../../support/has-fields.ts';
import { account, type Fixture, promise } from './each-store.ts';

const newSession = (
  { ids }: Pick<Fixture, 'ids'>,
  facts: Partial<NewSession> & Pick<NewSession, 'hash' | 'accountId'>,
): NewSession => ({
  id: ids.next('ses'),
  method: 'password',
  address: '192.0.2.7',
  userAgent: 'Firefox',
  createdAt: 0,
  expiresAt: 100,
  ...facts,
});

promise('a first-run link works once, and then the first run is over', async (t, { store }) => {
  await store.sessions.createFirstRunLink('h', 100);
  t.equal(await store.sessions.firstRunDone(), false);
  t.equal(await store.sessions.redeemFirstRunLink('other', 1), false);
  const uses = await Promise.all([1, 2, 3].map(() => store.sessions.redeemFirstRunLink('h', 1)));
  t.same(uses, [true, false, false]);
  t.equal(await store.sessions.firstRunDone(), true);
});

promise('an expired link is of no use and does not end the first run', async (t, { store }) => {
  await store.sessions.createFirstRunLink('h', 100);
  t.equal(await store.sessions.redeemFirstRunLink('h', 100), false);
  t.equal(await store.sessions.firstRunDone(), false);
});

promise('a session is found with its account as it is now, until it is deleted', async (t, fixture) => {
  const { store } = fixture;
  const person = await account(fixture, { role: 'teacher' });
  const session = newSession(fixture, { hash: 'h', accountId: person.id, method: 'link', createdAt: 5 });
  await store.sessions.createSession(session);
  t.same(await store.sessions.session('h'), { ...session, lastUsedAt: 5, account: person });
  await store.accounts.update(1, person.id, { role: 'viewer', status: 'disabled' }, 6);
  hasFields(t, await store.sessions.session('h'), { account: { role: 'viewer', status: 'disabled' } });
  t.equal(await store.sessions.session('other'), null);
  await store.sessions.deleteSession('h');
  await store.sessions.deleteSession('h');
  t.equal(await store.sessions.session('h'), null);
});

promise('the last use only moves forward', async (t, fixture) => {
  const { store } = fixture;
  const { id } = await account(fixture);
  await store.sessions.createSession(
    newSession(fixture, { hash: 'h', accountId: id, method: 'oidc', createdAt: 5 }),
  );
  await store.sessions.touchSession('h', 9);
  await store.sessions.touchSession('h', 7);
  t.equal((await store.sessions.session('h'))?.lastUsedAt, 9);
});

promise('the sessions of an account are listed, the newest first, and nobody else’s', async (t, fixture) => {
  const { store } = fixture;
  const [one, two] = [await account(fixture), await account(fixture)];
  const [first, second, other] = [
    newSession(fixture, { hash: 'a', accountId: one.id, createdAt: 1, userAgent: null }),
    newSession(fixture, { hash: 'b', accountId: one.id, createdAt: 2, address: null }),
    newSession(fixture, { hash: 'c', accountId: two.id }),
  ];
  for (const session of [first, second, other]) await store.sessions.createSession(session);
  t.same(
    await store.sessions.sessionsOf(one.id),
    [second, first].map((session) => ({ ...session, lastUsedAt: session.createdAt, account: one })),
  );
});

promise('the sessions of an account end together, but for one', async (t, fixture) => {
  const { store } = fixture;
  const [one, two] = [await account(fixture), await account(fixture)];
  const open = (hash: string, accountId: typeof one.id) =>
    store.sessions.createSession(newSession(fixture, { hash, accountId }));
  await Promise.all([open('a', one.id), open('b', one.id), open('c', one.id), open('d', two.id)]);
  t.equal(await store.sessions.deleteSessionsOf(one.id, 'b'), 2);
  t.ok(await store.sessions.session('b'));
  t.ok(await store.sessions.session('d'));
  t.equal(await store.sessions.deleteSessionsOf(one.id), 1);
  t.equal(await store.accounts.delete(1, two.id), true);
  t.equal(await store.sessions.session('d'), null, 'an account takes its sessions along');
});

promise(
  'purge removes what has expired, but never forgets that the first run is over',
  async (t, fixture) => {
    const { store } = fixture;
    const { id } = await account(fixture);
    await store.sessions.createFirstRunLink('used', 50);
    await store.sessions.redeemFirstRunLink('used', 1);
    await store.sessions.createFirstRunLink('open', 200);
    for (const [hash, expiresAt] of [
      ['old', 100],
      ['new', 101],
    ] as const)
      await store.sessions.createSession(newSession(fixture, { hash, accountId: id, expiresAt }));
    await store.accounts.createLink({ hash: 'invite', accountId: id, expiresAt: 100 });
    await store.sessions.purge(100);
    t.equal(await store.sessions.session('old'), null);
    t.ok(await store.sessions.session('new'));
    t.equal(await store.accounts.redeemLink('invite', 0), null);
    t.equal(await store.sessions.firstRunDone(), true);
    t.equal(await store.sessions.redeemFirstRunLink('open', 100), true);
  },
);
