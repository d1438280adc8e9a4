import { hasFields } from '../../support/has-fields.ts';
import { promise } from './each-store.ts';

promise('where nothing was set there is the first version, of nothing', async (t, { store }) => {
  t.same(await store.organisationSettings.get(1), { version: 1, updatedAt: null, values: {}, replaced: {} });
});

promise('what was set takes the place of all before, under a higher version', async (t, { store }) => {
  const first = { values: { helpLine: null, 'retention.logsDays': 7 }, replaced: { helpLine: '555' } };
  const put = await store.organisationSettings.put(1, first, 1_000);
  t.same(put, { version: 2, updatedAt: 1_000, ...first });
  t.same(await store.organisationSettings.get(1), put);
  const second = { values: { resolvers: ['10.0.0.1'] }, replaced: {} };
  await store.organisationSettings.put(1, second, 2_000);
  t.same(await store.organisationSettings.get(1), { version: 3, updatedAt: 2_000, ...second });
  hasFields(
    t,
    await store.organisationSettings.get(2),
    { version: 1, values: {} },
    'of this organisation alone',
  );
});

promise('a transaction that fails sets nothing', async (t, { store }) => {
  const failing = store.transaction(async (tx) => {
    await tx.organisationSettings.put(1, { values: { logLevel: 'debug' }, replaced: {} }, 1_000);
    throw new Error('no');
  });
  await t.rejects(failing, { message: 'no' });
  hasFields(t, await store.organisationSettings.get(1), { version: 1 });
});

promise('renewed bundles and another plan are new settings for devices', async (t, { store }) => {
  await store.organisations.renewBundles(1);
  hasFields(t, await store.organisations.get(1), { settingsVersion: 2, plan: 'enterprise' });
  await store.organisations.update(1, { plan: 'standard' });
  hasFields(t, await store.organisations.get(1), { settingsVersion: 3, plan: 'standard' });
});
