import { hasFields } from '../../support/has-fields.ts';
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
  hasFields(
    t,
    await store.apiKeys.byHash('h1'),
    { key: { revokedAt: 7, expiresAt: 1 } },
    'the first time stays',
  );
});

promise('keys are listed by organisation', async (t, fixture) => {
  const keys = [await apiKey(fixture), await apiKey(fixture)];
  hasFields(t, await fixture.store.apiKeys.details(1), keys);
  t.same(await fixture.store.apiKeys.details(2), []);
});

promise('a secret belongs to one key', async (t, fixture) => {
  const first = await apiKey(fixture, {}, { hash: 'same' });
  await t.rejects(apiKey(fixture, {}, { hash: 'same' }));
  hasFields(t, await fixture.store.apiKeys.details(1), [first], 'and the key that wanted it was not made');
});

promise('uses add up by day and operation, and those of an unknown key harm nobody', async (t, fixture) => {
  const { store, ids } = fixture;
  const { id } = await apiKey(fixture);
  const use = {
    id,
    slot: 'primary' as const,
    day: '2026-11-20',
    operation: 'listDevices',
    requests: 3,
    errors: 1,
    lastUsedAt: 5,
    ip: '192.0.2.1',
    userAgent: 'a',
  };
  const later = { ...use, lastUsedAt: 4, ip: '192.0.2.2', userAgent: null };
  await store.apiKeys.recordUse([use, later, { ...use, id: ids.next('key') }]);
  await store.apiKeys.recordUse([{ ...use, day: '2026-11-21', operation: 'listUsers', lastUsedAt: 9 }]);
  await t.resolves(store.apiKeys.recordUse([]));
  const day = { day: '2026-11-20', operation: 'listDevices', requests: 6, errors: 2 };
  t.same(await store.apiKeys.usage(id, { from: '2026-11-20', to: '2026-11-20' }), [day]);
  t.equal((await store.apiKeys.usage(id, { from: '2026-11-01', to: '2026-11-30' })).length, 2);
  hasFields(t, await store.apiKeys.get(1, id), {
    lastUse: { at: 9, ip: '192.0.2.1', userAgent: 'a' },
    primary: { lastUsedAt: 9 },
  });
});

promise(
  'a rotation fills one slot and ends the other, never later than it would have ended',
  async (t, fixture) => {
    const { store } = fixture;
    const { id } = await apiKey(fixture, {}, { hash: 'one' });
    const secret = { slot: 'secondary' as const, hash: 'two', display: 'x', createdAt: 5, expiresAt: null };
    const rotated = await store.apiKeys.rotate(1, id, { secret, otherEndsAt: 50 });
    hasFields(t, rotated, {
      primary: { hash: 'one', expiresAt: 50 },
      secondary: { hash: 'two', expiresAt: null },
    });
    const again = await store.apiKeys.rotate(1, id, {
      secret: { ...secret, hash: 'three' },
      otherEndsAt: 90,
    });
    hasFields(t, again, { primary: { expiresAt: 50 }, secondary: { hash: 'three' } });
    t.equal(await store.apiKeys.byHash('two'), null);
    hasFields(t, await store.apiKeys.byHash('three'), { key: { id }, secret: { slot: 'secondary' } });
    t.equal(await store.apiKeys.rotate(2, id, { secret, otherEndsAt: 90 }), null, 'another organisation');
  },
);

promise(
  'a key follows its unit; when the unit is not there any more, it reaches nothing',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const high = await store.ous.ensurePath(1, '/High', clock.now());
    const { id } = await apiKey(fixture, { ouPath: '/High' }, { hash: 'h' });
    t.equal((await store.apiKeys.get(1, id))?.ouPath, '/High');
    await store.apiKeys.update(1, id, { ouId: null }, clock.now());
    t.equal((await store.apiKeys.byHash('h'))?.key.ouPath, null);
    await store.apiKeys.update(1, id, { ouId: high.id, name: 'New' }, clock.now());
    hasFields(t, await store.apiKeys.byHash('h'), { key: { ouPath: '/High', name: 'New' } });
    await store.apiKeys.update(1, id, { ouId: 'ou_gone' }, clock.now());
    t.equal((await store.apiKeys.byHash('h'))?.key.ouPath, '/ou_gone');
  },
);

promise(
  'keys that expire soon are found once for each mark; a new expiry is told of afresh',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const { id } = await apiKey(fixture, { expiresAt: 100 });
    await apiKey(fixture, { expiresAt: 100, revokedAt: 1 });
    await apiKey(fixture, { expiresAt: null });
    await apiKey(fixture, { expiresAt: 201 });
    const found = async () =>
      (await store.apiKeys.expiring(50, 200)).map(({ key, toldDays }) => [key.id, toldDays]);
    t.same(await found(), [[id, null]]);
    await store.apiKeys.toldExpiry(id, 7);
    t.same(await found(), [[id, 7]]);
    await store.apiKeys.update(1, id, { name: 'x' }, clock.now());
    t.same(await found(), [[id, 7]]);
    await store.apiKeys.update(1, id, { expiresAt: 150 }, clock.now());
    t.same(await found(), [[id, null]]);
    t.same(await store.apiKeys.expiring(150, 200), []);
  },
);
