import t from 'tap';
import { createIdSource, systemRandom } from '../../../../kit/random.ts';
import { dependsOnSecrets } from '../../../../server/school/usage.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { createTestStore } from '../../../support/test-store.ts';

t.test(
  'a second factor that is asked for depends on the master key, as webhooks and devices do',
  async (t) => {
    const clock = createFakeClock();
    const store = await createTestStore(t, { clock });
    const id = createIdSource({ clock, random: systemRandom }).next('acc');
    await store.accounts.create({
      id,
      organisationId: 1,
      email: 'owner@school.example',
      name: 'Owner',
      role: 'owner',
      ouId: null,
      passwordHash: 'hash',
      oidc: null,
      provisioned: false,
      createdAt: clock.now(),
    });
    t.equal(await dependsOnSecrets(store), false);
    await store.secondFactors.begin({ accountId: id, secret: 'sealed', createdAt: clock.now() });
    t.equal(await dependsOnSecrets(store), false, 'what is only begun can be begun again');
    await store.secondFactors.confirm(id, clock.now());
    t.equal(await dependsOnSecrets(store), true);
  },
);
