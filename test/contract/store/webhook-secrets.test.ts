import { hasFields } from '../../support/has-fields.ts';
import { promise, webhookInput } from './each-store.ts';

const HOUR_MS = 3_600_000;

promise('a new secret signs at once beside at most two former ones, newest first', async (t, fixture) => {
  const { store, clock } = fixture;
  const { id } = await store.webhooks.create(webhookInput(fixture, { sealedSecret: 'one' }));
  const rotate = (sealed: string, graceMs: number) =>
    store.webhooks.rotateSecret(id, { sealed, now: clock.now(), formerEndAt: clock.now() + graceMs });
  t.same(await store.webhooks.secrets(id, clock.now()), ['one']);
  await rotate('two', HOUR_MS);
  await rotate('three', HOUR_MS);
  t.same(await store.webhooks.secrets(id, clock.now()), ['three', 'two', 'one']);
  await rotate('four', HOUR_MS);
  t.same(await store.webhooks.secrets(id, clock.now()), ['four', 'three', 'two'], 'a third ends the oldest');
  hasFields(t, await store.webhooks.secretRecords(id, clock.now()), [
    { sealed: 'four', createdAt: clock.now(), expiresAt: null },
    { sealed: 'three', expiresAt: clock.now() + HOUR_MS },
    { sealed: 'two', expiresAt: clock.now() + HOUR_MS },
  ]);
  clock.jump(HOUR_MS - 1);
  t.equal((await store.webhooks.secrets(id, clock.now())).length, 3);
  clock.jump(1);
  t.same(await store.webhooks.secrets(id, clock.now()), ['four'], 'the grace is over');
});

promise('a shorter grace cuts the former ones short, a longer one prolongs none', async (t, fixture) => {
  const { store, clock } = fixture;
  const { id } = await store.webhooks.create(webhookInput(fixture, { sealedSecret: 'one' }));
  const rotate = (sealed: string, graceMs: number) =>
    store.webhooks.rotateSecret(id, { sealed, now: clock.now(), formerEndAt: clock.now() + graceMs });
  await rotate('two', HOUR_MS);
  await rotate('three', 2 * HOUR_MS);
  clock.jump(HOUR_MS);
  t.same(await store.webhooks.secrets(id, clock.now()), ['three', 'two']);
  await rotate('four', 0);
  t.same(await store.webhooks.secrets(id, clock.now()), ['four'], 'nothing that may have leaked signs on');
});

promise('a key is kept with its webhook and goes with it', async (t, fixture) => {
  const { store, clock } = fixture;
  const { id } = await store.webhooks.create(webhookInput(fixture));
  t.equal(await store.webhooks.signingKey(id), null);
  const key = { publicKey: 'public', sealed: 's1.private', createdAt: clock.now() };
  await store.webhooks.addSigningKey(id, key);
  t.same(await store.webhooks.signingKey(id), key);
  await store.webhooks.delete(1, id);
  t.equal(await store.webhooks.signingKey(id), null);
  t.same(await store.webhooks.secrets(id, clock.now()), []);
});

promise(
  'of a webhook that was disabled people are told once, and anew after it was enabled',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const { id } = await store.webhooks.create(webhookInput(fixture));
    const untold = async () => (await store.webhooks.untold()).map((webhook) => webhook.id);
    const disable = () =>
      store.webhooks.update(1, id, { enabled: false, disabledReason: 'gone' }, clock.now());
    t.same(await untold(), []);
    await store.webhooks.update(1, id, { enabled: false }, clock.now());
    t.same(await untold(), [], 'whoever does it oneself knows');
    await store.webhooks.update(1, id, { enabled: true }, clock.now());
    await disable();
    t.same(await untold(), [id]);
    await store.webhooks.told(id, clock.now());
    t.same(await untold(), []);
    await store.webhooks.update(1, id, { description: 'SIS' }, clock.now());
    t.same(await untold(), []);
    clock.jump(1_000);
    hasFields(t, await store.webhooks.update(1, id, { enabled: true }, clock.now()), {
      enabledAt: clock.now(),
    });
    await disable();
    t.same(await untold(), [id]);
  },
);
