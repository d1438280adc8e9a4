import { account, promise } from './each-store.ts';

promise(
  'an account may have several links, each of which works once, until it expires',
  async (t, fixture) => {
    const { store } = fixture;
    const [ana, tea] = [await account(fixture), await account(fixture)];
    const make = (hash: string, requestedAt: number | null, accountId = ana.id) =>
      store.passwordResets.create({ hash, accountId, requestedAt, expiresAt: 100 });
    await make('a', 10);
    await make('b', 20);
    await make('c', null);
    await make('d', 20, tea.id);
    const counts = await Promise.all(
      [10, 11, 21].map((at) => store.passwordResets.requestedSince(ana.id, at)),
    );
    t.same(counts, [2, 1, 0], 'an administrator’s is not counted');
    t.same(
      await Promise.all(['a', 'b', 'x'].map((hash) => store.passwordResets.has(hash, 99))),
      [true, true, false],
      'looking uses nothing up',
    );
    t.equal(await store.passwordResets.has('a', 100), false);
    t.equal(await store.passwordResets.redeem('a', 100), null);
    const uses = await Promise.all([1, 2, 3].map(() => store.passwordResets.redeem('a', 99)));
    t.same(uses, [ana.id, null, null]);
    await store.passwordResets.delete('b');
    await store.passwordResets.delete('unknown');
    t.equal(await store.passwordResets.redeem('b', 99), null);
    await store.passwordResets.deleteOf(ana.id);
    t.equal(await store.passwordResets.redeem('c', 99), null);
    await store.sessions.purge(99);
    t.equal(await store.passwordResets.has('d', 99), true);
    await store.accounts.delete(1, tea.id);
    t.equal(await store.passwordResets.redeem('d', 99), null, 'they go with the account');
  },
);
