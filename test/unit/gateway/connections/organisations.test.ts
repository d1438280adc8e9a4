import t from 'tap';
import { createOrganisations } from '../../../../gateway/connections/organisations.ts';
import type { OrganisationRecord } from '../../../../store/ports/organisations.ts';
import type { Store } from '../../../../store/ports/store.ts';

t.test('an organisation that cannot be read keeps no other from its new settings', async (t) => {
  let settingsVersion = 1;
  let ill = false;
  const store = {
    organisations: {
      get: async (id: number) => {
        if (ill && id === 1) throw new Error('a damaged row');
        return { id, settingsVersion } as OrganisationRecord;
      },
    },
    campuses: { list: async () => [] },
    categoryIndexes: { current: async () => null },
  } as unknown as Pick<Store, 'organisations' | 'campuses' | 'categoryIndexes'>;
  const organisations = createOrganisations(store);
  for (const id of [1, 2]) await organisations.get(id);
  t.same(await organisations.refresh(), []);
  settingsVersion = 2;
  ill = true;
  await t.rejects(organisations.refresh(), { message: 'a damaged row' });
  t.equal(organisations.known(1)?.record.settingsVersion, 1);
  t.equal(organisations.known(2)?.record.settingsVersion, 2);
  ill = false;
  t.same(await organisations.refresh(), [1]);
});
