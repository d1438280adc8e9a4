import { promise } from './each-store.ts';

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

promise('a session is valid until it expires or is deleted', async (t, { store }) => {
  await store.sessions.createSession({ hash: 'h', createdAt: 0, expiresAt: 100 });
  t.equal(await store.sessions.sessionValid('h', 99), true);
  t.equal(await store.sessions.sessionValid('h', 100), false);
  t.equal(await store.sessions.sessionValid('other', 0), false);
  await store.sessions.deleteSession('h');
  await store.sessions.deleteSession('h');
  t.equal(await store.sessions.sessionValid('h', 0), false);
});

promise(
  'purge removes what has expired, but never forgets that the first run is over',
  async (t, { store }) => {
    await store.sessions.createFirstRunLink('used', 50);
    await store.sessions.redeemFirstRunLink('used', 1);
    await store.sessions.createFirstRunLink('open', 200);
    await store.sessions.createSession({ hash: 'old', createdAt: 0, expiresAt: 100 });
    await store.sessions.createSession({ hash: 'new', createdAt: 0, expiresAt: 101 });
    await store.sessions.purge(100);
    t.equal(await store.sessions.sessionValid('old', 0), false);
    t.equal(await store.sessions.sessionValid('new', 0), true);
    t.equal(await store.sessions.firstRunDone(), true);
    t.equal(await store.sessions.redeemFirstRunLink('open', 100), true);
  },
);
