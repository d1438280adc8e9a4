import t from 'tap';
import { createApiKey } from '../../../../api/keys/api-keys.ts';
import { createKeyExpiryJob, expiringKeys } from '../../../../api/keys/expiring-keys.ts';
import { createIdSource, systemRandom } from '../../../../kit/random.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { createTestStore } from '../../../support/test-store.ts';

const DAY_MS = 86_400_000;

async function setting(t: Parameters<typeof createTestStore>[0], days: number) {
  const clock = createFakeClock();
  const store = await createTestStore(t, { clock });
  const ids = createIdSource({ clock, random: systemRandom });
  const expiresAt = clock.now() + days * DAY_MS;
  const { id } = await createApiKey(
    { store, clock, ids, random: systemRandom },
    {
      organisationId: 1,
      name: 'SIS sync',
      scopes: ['users:read'],
      tier: 'enterprise',
      rateLimitOverride: null,
      expiresAt,
    },
  );
  const webhook = ids.next('whk');
  await store.webhooks.create({
    id: webhook,
    organisationId: 1,
    url: 'https://sis.example/',
    kind: 'standard',
    events: ['api_key.*'],
    description: null,
    enabled: true,
    disabledReason: null,
    signature: 'hmac',
    headers: {},
    createdAt: 0,
    updatedAt: 0,
    sealedSecret: 'sealed',
  });
  const fired = async () =>
    (
      await store.deliveries.list({
        organisationId: 1,
        filter: { webhookId: webhook },
        sort: [{ field: 'createdAt', descending: false }],
        limit: 100,
        from: { kind: 'page', page: 1 },
      })
    ).total;
  return { clock, store, id, expiresAt, fired, tell: () => expiringKeys({ store, clock }) };
}

t.test('a key is told of 14, 7 and 1 days before it expires, once each', async (t) => {
  const { clock, tell, fired } = await setting(t, 20);
  const told: number[] = [];
  for (let day = 20; day > 0; day--) {
    if ((await tell()) === 1) told.push(day);
    t.equal(await tell(), 0, 'a repeat tells nothing');
    await clock.advance(DAY_MS);
  }
  t.same(told, [14, 7, 1]);
  t.equal(await tell(), 0, 'nor is an expired one');
  t.equal(await fired(), 3, 'the webhook that asked for it has them');
});

t.test('after an absence the nearest mark alone is told of', async (t) => {
  const { clock, tell } = await setting(t, 20);
  await clock.advance(19.5 * DAY_MS);
  t.equal(await tell(), 1);
  t.equal(await tell(), 0);
});

t.test('a revoked key is not told of; a later expiry is told of afresh', async (t) => {
  const { clock, store, id, tell } = await setting(t, 10);
  t.equal(await tell(), 1);
  await store.apiKeys.update(1, id, { expiresAt: clock.now() + 13 * DAY_MS }, clock.now());
  t.equal(await tell(), 1);
  await clock.advance(7 * DAY_MS);
  await store.apiKeys.revoke(1, id, clock.now());
  t.equal(await tell(), 0);
});

t.test('the job runs on the hour', async (t) => {
  const { clock, store } = await setting(t, 1);
  const job = createKeyExpiryJob({ store, clock });
  const next = await job.next(clock.now());
  t.equal(next % 3_600_000, 0);
  t.ok(next > clock.now() && next - clock.now() <= 3_600_000);
  await job.run(new AbortController().signal);
  t.equal(await expiringKeys({ store, clock }), 0, 'it has told of it');
});
