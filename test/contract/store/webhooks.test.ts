import type { WebhookRecord } from '../../../store/ports/events.ts';
import { hasFields } from '../../support/has-fields.ts';
import { newEvent, promise, webhookInput } from './each-store.ts';

promise('a webhook comes back as it was made, without its secret', async (t, fixture) => {
  const { store } = fixture;
  const { sealedSecret, ...input } = webhookInput(fixture, {
    events: ['device.*', 'command.failed'],
    description: 'SIS',
    headers: { 'x-site': 'high' },
    sealedSecret: 's1.abc',
  });
  const webhook = await store.webhooks.create({ ...input, sealedSecret });
  t.same(webhook, {
    ...input,
    version: 1,
    lastSuccessAt: null,
    failuresInARow: 0,
    enabledAt: input.createdAt,
  });
  t.same(await store.webhooks.get(1, webhook.id), webhook);
  t.equal(await store.webhooks.get(2, webhook.id), null);
  t.same(await store.webhooks.secrets(webhook.id, 0), ['s1.abc']);
  t.same(await store.webhooks.secrets(fixture.ids.next('whk'), 0), []);
});

promise('an update changes what it names, and bumps version and updatedAt', async (t, fixture) => {
  const { store } = fixture;
  const webhook = await store.webhooks.create(webhookInput(fixture));
  const changed = await store.webhooks.update(
    1,
    webhook.id,
    { url: 'https://new.example/', events: ['device.*'] },
    99,
  );
  t.same(changed, {
    ...webhook,
    url: 'https://new.example/',
    events: ['device.*'],
    updatedAt: 99,
    version: 2,
  });
  t.same(await store.webhooks.get(1, webhook.id), changed);
  t.equal(await store.webhooks.update(2, webhook.id, { url: 'x' }, 0), null);
});

promise('one that is enabled again begins anew: no reason, no failures', async (t, fixture) => {
  const { store } = fixture;
  const webhook = await store.webhooks.create(webhookInput(fixture));
  await store.webhooks.update(1, webhook.id, { enabled: false, disabledReason: 'No success for 5 days' }, 1);
  hasFields(t, await store.webhooks.get(1, webhook.id), {
    enabled: false,
    disabledReason: 'No success for 5 days',
  });
  hasFields(t, await store.webhooks.update(1, webhook.id, { enabled: true }, 2), {
    enabled: true,
    disabledReason: null,
    failuresInARow: 0,
  });
});

promise('a deleted webhook takes its secrets and deliveries along', async (t, fixture) => {
  const { store } = fixture;
  const webhook = await store.webhooks.create(webhookInput(fixture));
  await store.events.append(newEvent(fixture));
  t.equal(await store.webhooks.delete(2, webhook.id), false);
  t.equal(await store.webhooks.delete(1, webhook.id), true);
  t.equal(await store.webhooks.delete(1, webhook.id), false);
  t.equal(await store.webhooks.get(1, webhook.id), null);
  t.same(await store.webhooks.secrets(webhook.id, 0), []);
  t.equal(await store.deliveries.nextDueAt(), null);
});

promise('webhooks are listed in pages, by whether they are enabled', async (t, fixture) => {
  const { store } = fixture;
  const made: WebhookRecord[] = [];
  for (const enabled of [true, false, true])
    made.push(await store.webhooks.create(webhookInput(fixture, { enabled })));
  const list = (filter: { readonly enabled?: boolean }, limit = 10) =>
    store.webhooks.list({
      organisationId: 1,
      filter,
      sort: [{ field: 'createdAt', descending: true }],
      limit,
      from: { kind: 'page', page: 1 },
    });
  t.same((await list({})).rows, made.toReversed());
  t.same((await list({ enabled: true })).rows, [made[2], made[0]]);
  t.same((await list({ enabled: false })).rows, [made[1]]);
  hasFields(t, await list({}, 2), { total: 3, hasMore: true });
});
