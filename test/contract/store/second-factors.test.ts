import { hasFields } from '../../support/has-fields.ts';
import { account, promise } from './each-store.ts';

promise('a second factor is begun, confirmed and taken away, and its account tells', async (t, fixture) => {
  const { store } = fixture;
  const { id } = await account(fixture);
  const told = async () => (await store.accounts.get(1, id))?.secondFactor;
  t.equal(await store.secondFactors.get(id), null);
  await store.secondFactors.begin({ accountId: id, secret: 'a', createdAt: 5 });
  await store.secondFactors.begin({ accountId: id, secret: 'b', createdAt: 6 });
  const begun = { secret: 'b', createdAt: 6, confirmedAt: null, lastStep: 0, recoveryCodesLeft: 0 };
  t.same(await store.secondFactors.get(id), begun);
  t.equal(await told(), false, 'what is only begun is none');
  await store.secondFactors.confirm(id, 7);
  hasFields(t, await store.secondFactors.get(id), { confirmedAt: 7 });
  t.equal(await told(), true);
  t.equal((await store.accounts.byEmail(1, `${id}@x.example`))?.secondFactor, true);
  t.equal(await store.secondFactors.delete(id), true);
  t.equal(await store.secondFactors.delete(id), false);
  t.equal(await told(), false);
});

promise('a step, and those before it, are used once, also at the same moment', async (t, fixture) => {
  const { store } = fixture;
  const { id } = await account(fixture);
  t.equal(await store.secondFactors.useStep(id, 1), false);
  await store.secondFactors.begin({ accountId: id, secret: 'a', createdAt: 5 });
  const uses = await Promise.all([8, 8, 7, 9].map((step) => store.secondFactors.useStep(id, step)));
  t.same(uses, [true, false, false, true]);
  hasFields(t, await store.secondFactors.get(id), { lastStep: 9 });
});

promise('a recovery code is of one account, works once, and ends with new ones', async (t, fixture) => {
  const { store } = fixture;
  const [ana, tea] = [await account(fixture), await account(fixture)];
  for (const { id } of [ana, tea])
    await store.secondFactors.begin({ accountId: id, secret: 'a', createdAt: 5 });
  await store.secondFactors.replaceCodes(ana.id, ['x', 'y', 'z']);
  hasFields(t, await store.secondFactors.get(ana.id), { recoveryCodesLeft: 3 });
  t.equal(await store.secondFactors.useCode(tea.id, 'x'), false);
  const uses = await Promise.all([1, 2].map(() => store.secondFactors.useCode(ana.id, 'x')));
  t.same(uses, [true, false]);
  await store.secondFactors.replaceCodes(ana.id, ['n']);
  t.same(await Promise.all(['y', 'n'].map((hash) => store.secondFactors.useCode(ana.id, hash))), [
    false,
    true,
  ]);
  await store.secondFactors.replaceCodes(ana.id, ['o']);
  await store.secondFactors.delete(ana.id);
  t.equal(await store.secondFactors.useCode(ana.id, 'o'), false);
  await store.accounts.delete(1, tea.id);
  t.equal(await store.secondFactors.get(tea.id), null, 'it goes with the account');
});
