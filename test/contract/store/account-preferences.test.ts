import { hasFields } from '../../support/has-fields.ts';
import { account, promise } from './each-store.ts';

const CHOSEN = {
  language: 'es',
  theme: 'dark',
  savedViews: [{ name: 'Off-line', page: 'devices', query: 'status=offline' }],
} as const;

promise('preferences are of one account, are replaced whole, and count their version', async (t, fixture) => {
  const { store } = fixture;
  const [ana, tea] = [await account(fixture), await account(fixture)];
  t.equal(await store.accountPreferences.get(ana.id), null);
  const first = { chosen: { ...CHOSEN, savedViews: [...CHOSEN.savedViews] }, updatedAt: 5, version: 1 };
  t.same(await store.accountPreferences.put(ana.id, first.chosen, 5), first);
  t.same(await store.accountPreferences.get(ana.id), first);
  t.equal(await store.accountPreferences.get(tea.id), null);
  const plain = { language: null, theme: 'system', savedViews: [] } as const;
  const second = await store.accountPreferences.put(ana.id, { ...plain, savedViews: [] }, 7);
  hasFields(t, second, { chosen: plain, updatedAt: 7, version: 2 });
  hasFields(t, await store.accounts.get(1, ana.id), { version: 1 }, 'the account is as it was');
  await store.accounts.delete(1, ana.id);
  t.equal(await store.accountPreferences.get(ana.id), null, 'they go with the account');
});
