import { apiKey, promise } from './each-store.ts';

promise('a key is found by the hash of its secret, with the slot', async (t, fixture) => {
  const { store } = fixture;
  const key = await apiKey(
    fixture,
    {
      scopes: ['devices:read', 'devices:write'],
      tier: 'enterprise',
      rateLimitOverride: 500,
      ouPath: '/High',
      ipAllowList: ['192.0.2.0/24'],
      expiresAt: 9,
    },
    { hash: 'h1', slot: 'secondary', display: 'sgk_live_aaaa…bbbb', createdAt: 5, expiresAt: 6 },
  );
  t.same(await store.apiKeys.byHash('h1'), {
    key,
    secret: { slot: 'secondary', hash: 'h1', display: 'sgk_live_aaaa…bbbb', createdAt: 5, expiresAt: 6 },
  });
  t.equal(await store.apiKeys.byHash('h2'), null);
});

promise('a revoked or expired key is still found: the caller decides what it says', async (t, fixture) => {
  const { store } = fixture;
  const key = await apiKey(fixture, { expiresAt: 1 }, { hash: 'h1' });
  t.equal(await store.apiKeys.revoke(2, key.id, 7), false);
  t.equal(await store.apiKeys.revoke(1, 'key_none', 7), false);
  t.equal(await store.apiKeys.revoke(1, key.id, 7), true);
  t.equal(await store.apiKeys.revoke(1, key.id, 8), true);
  t.match(await store.apiKeys.byHash('h1'), { key: { revokedAt: 7, expiresAt: 1 } }, 'the first time stays');
});

promise('keys are listed by organisation', async (t, fixture) => {
  const keys = [await apiKey(fixture), await apiKey(fixture)];
  t.same(await fixture.store.apiKeys.list(1), keys);
  t.same(await fixture.store.apiKeys.list(2), []);
});

promise('a secret belongs to one key', async (t, fixture) => {
  const first = await apiKey(fixture, {}, { hash: 'same' });
  await t.rejects(apiKey(fixture, {}, { hash: 'same' }));
  t.same(await fixture.store.apiKeys.list(1), [first], 'and the key that wanted it was not made');
});

promise('uses add up, and those of an unknown key harm nobody', async (t, fixture) => {
  const { store, ids } = fixture;
  const { id } = await apiKey(fixture);
  const use = { id, day: '2026-11-20', operation: 'listDevices', requests: 3, errors: 1, lastUsedAt: 5 };
  await store.apiKeys.recordUse([use, { ...use, lastUsedAt: 4 }, { ...use, id: ids.next('key') }]);
  await t.resolves(store.apiKeys.recordUse([]));
});
