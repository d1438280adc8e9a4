import type { WebhookId } from '../../../contracts/ids.ts';
import type { AttemptOutcome, ClaimedDelivery, DeliveryRecord } from '../../../store/ports/events.ts';
import { hasFields } from '../../support/has-fields.ts';
import { type Fixture, newEvent, promise, webhookInput } from './each-store.ts';

const CLAIM_MS = 60_000;

const claim = (
  { store, clock }: Fixture,
  wanted: {
    readonly limit?: number;
    readonly perWebhook?: number;
    readonly busy?: ReadonlyMap<WebhookId, number>;
  } = {},
) =>
  store.deliveries.claim({
    now: clock.now(),
    claimedUntil: clock.now() + CLAIM_MS,
    limit: wanted.limit ?? 100,
    perWebhook: wanted.perWebhook ?? 4,
    busy: wanted.busy ?? new Map(),
  });

const outcome = (
  step: AttemptOutcome['step'],
  changes: Partial<AttemptOutcome> = {},
): AttemptOutcome => ({
  trigger: 'scheduled',
  requestHeaders: {},
  startedAt: 1_000,
  durationMs: 20,
  responseStatus: 200,
  responseBody: 'ok',
  error: null,
  step,
  ...changes,
});

const recordsOf = async (
  { store }: Fixture,
  webhookId: WebhookId,
  status?: readonly DeliveryRecord['status'][],
) => {
  const filter = status === undefined ? { webhookId } : { webhookId, status };
  const sort = [{ field: 'createdAt', descending: false }] as const;
  const page = await store.deliveries.list({
    organisationId: 1,
    filter,
    sort,
    limit: 100,
    from: { kind: 'page', page: 1 },
  });
  if (page.total !== page.rows.length) throw new Error('the total is not that of the rows');
  return page.rows;
};

const only = (claimed: readonly ClaimedDelivery[]): ClaimedDelivery => {
  const [one] = claimed;
  if (one === undefined || claimed.length !== 1) throw new Error(`not one delivery but ${claimed.length}`);
  return one;
};

promise('a claim has all that one attempt needs', async (t, fixture) => {
  const { store } = fixture;
  const webhook = await store.webhooks.create(webhookInput(fixture));
  const body = await store.events.append(
    newEvent(fixture, 'device.offline', { deviceId: fixture.ids.next('dev'), data: { reason: 'silence' } }),
  );
  const delivery = only(await claim(fixture));
  const secrets = await store.webhooks.secrets(webhook.id, fixture.clock.now());
  t.equal(secrets.length, 1);
  t.same(delivery, { id: delivery.id, webhook, secrets, body, trigger: 'scheduled', attempt: 1 });
});

promise('what is claimed is nobody else’s until the claim ends by itself', async (t, fixture) => {
  const { store, clock } = fixture;
  await store.webhooks.create(webhookInput(fixture));
  await store.events.append(newEvent(fixture));
  const [first, second] = await Promise.all([claim(fixture), claim(fixture)]);
  t.same([first.length, second.length], [1, 0], 'of two workers, one gets it');
  t.equal(await store.deliveries.nextDueAt(), clock.now() + CLAIM_MS);
  await clock.advance(CLAIM_MS - 1);
  t.same(await claim(fixture), []);
  await clock.advance(1);
  t.equal(only(await claim(fixture)).attempt, 1, 'a worker that died has made no attempt');
});

promise('deliveries are claimed oldest first, no more than asked for', async (t, fixture) => {
  const { store, clock } = fixture;
  await store.webhooks.create(webhookInput(fixture));
  for (let n = 0; n < 5; n++) {
    await store.events.append(newEvent(fixture));
    await clock.advance(1);
  }
  const sequences = async (limit: number) =>
    (await claim(fixture, { limit })).map(({ body }) => body.sequence);
  t.same(await sequences(2), [1, 2]);
  t.same(await sequences(2), [3, 4]);
  t.same(await sequences(0), []);
  t.same(await sequences(2), [5]);
});

promise(
  'an endpoint gets no more at once than it has room for, and its backlog hides nobody',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const slow = await store.webhooks.create(webhookInput(fixture, { events: ['device.online'] }));
    const quick = await store.webhooks.create(webhookInput(fixture, { events: ['device.offline'] }));
    for (let n = 0; n < 20; n++) await store.events.append(newEvent(fixture, 'device.online'));
    await clock.advance(10);
    for (let n = 0; n < 3; n++) await store.events.append(newEvent(fixture, 'device.offline'));
    const claimed = await claim(fixture, { limit: 6, perWebhook: 4, busy: new Map([[slow.id, 1]]) });
    const count = (id: WebhookId) => claimed.filter(({ webhook }) => webhook.id === id).length;
    t.same([count(slow.id), count(quick.id)], [3, 3]);
    const busy = new Map([
      [slow.id, 4],
      [quick.id, 9],
    ]);
    t.same(await claim(fixture, { busy }), [], 'full is full');
    t.equal(
      (await claim(fixture, { busy: new Map([[slow.id, 4]]) })).length,
      0,
      'the quick one has nothing left',
    );
  },
);

promise('a success ends a delivery and is noted at its endpoint', async (t, fixture) => {
  const { store } = fixture;
  const webhook = await store.webhooks.create(webhookInput(fixture));
  await store.events.append(newEvent(fixture));
  const { id } = only(await claim(fixture));
  await store.deliveries.settleMany([
    { id, outcome: outcome({ kind: 'succeeded' }, { startedAt: 5, durationMs: 7 }) },
  ]);
  hasFields(t, await recordsOf(fixture, webhook.id), [
    {
      id,
      status: 'succeeded',
      nextAttemptAt: null,
      attempts: [
        { number: 1, startedAt: 5, durationMs: 7, responseStatus: 200, responseBody: 'ok', error: null },
      ],
    },
  ]);
  hasFields(t, await store.webhooks.get(1, webhook.id), {
    lastSuccessAt: 12,
    failuresInARow: 0,
    version: webhook.version,
  });
  t.equal(await store.deliveries.nextDueAt(), null);
  t.same(await claim(fixture), []);
});

promise('a retry is due at its time, with the next number', async (t, fixture) => {
  const { store, clock } = fixture;
  const webhook = await store.webhooks.create(webhookInput(fixture));
  await store.events.append(newEvent(fixture));
  const at = clock.now() + 5_000;
  const failed = outcome(
    { kind: 'retry', at },
    { responseStatus: null, responseBody: null, error: 'timeout' },
  );
  await store.deliveries.settleMany([{ id: only(await claim(fixture)).id, outcome: failed }]);
  hasFields(t, await recordsOf(fixture, webhook.id), [
    { status: 'retrying', nextAttemptAt: at, attempts: [{ number: 1, error: 'timeout' }] },
  ]);
  t.equal(await store.deliveries.nextDueAt(), at);
  t.equal((await store.webhooks.get(1, webhook.id))?.failuresInARow, 1);
  await clock.advance(4_999);
  t.same(await claim(fixture), []);
  await clock.advance(1);
  const again = only(await claim(fixture));
  t.equal(again.attempt, 2);
  await store.deliveries.settleMany([{ id: again.id, outcome: outcome({ kind: 'succeeded' }) }]);
  hasFields(t, await recordsOf(fixture, webhook.id), [
    { status: 'succeeded', attempts: [{ number: 1 }, { number: 2 }] },
  ]);
  t.equal((await store.webhooks.get(1, webhook.id))?.failuresInARow, 0);
});

promise(
  'a delivery that failed for good is over; the endpoint is disabled only when the step says so',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const webhook = await store.webhooks.create(webhookInput(fixture));
    await store.events.append(newEvent(fixture));
    await store.events.append(newEvent(fixture));
    const [first, second] = await claim(fixture);
    if (first === undefined || second === undefined) throw new Error('nothing claimed');
    await store.deliveries.settleMany([
      { id: first.id, outcome: outcome({ kind: 'failed', disable: null }) },
    ]);
    hasFields(t, await store.webhooks.get(1, webhook.id), { enabled: true, failuresInARow: 1 });
    await store.deliveries.settleMany([
      { id: second.id, outcome: outcome({ kind: 'failed', disable: 'It answered 410.' }) },
    ]);
    hasFields(t, await store.webhooks.get(1, webhook.id), {
      enabled: false,
      disabledReason: 'It answered 410.',
      failuresInARow: 2,
      version: webhook.version + 1,
    });
    t.equal((await recordsOf(fixture, webhook.id, ['failed'])).length, 2);
    await clock.advance(CLAIM_MS);
    t.same(await claim(fixture), []);
  },
);

promise(
  'a disabled endpoint is neither served nor waited for, and what it had goes on when it is enabled',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const webhook = await store.webhooks.create(webhookInput(fixture));
    await store.events.append(newEvent(fixture));
    await store.webhooks.update(1, webhook.id, { enabled: false }, 0);
    await store.events.append(newEvent(fixture));
    t.equal(await store.deliveries.nextDueAt(), null);
    t.same(await claim(fixture), []);
    await store.webhooks.update(1, webhook.id, { enabled: true }, 0);
    t.equal(await store.deliveries.nextDueAt(), clock.now());
    t.equal(only(await claim(fixture)).body.sequence, 1, 'events meanwhile were not queued');
  },
);

promise(
  'a late answer of a worker that was thought dead is recorded and changes nothing',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const webhook = await store.webhooks.create(webhookInput(fixture));
    await store.events.append(newEvent(fixture));
    const { id } = only(await claim(fixture));
    await clock.advance(CLAIM_MS);
    await claim(fixture);
    await store.deliveries.settleMany([{ id, outcome: outcome({ kind: 'succeeded' }) }]);
    await store.deliveries.settleMany([{ id, outcome: outcome({ kind: 'retry', at: clock.now() }) }]);
    hasFields(t, await recordsOf(fixture, webhook.id), [
      { status: 'succeeded', nextAttemptAt: null, attempts: [{ number: 1 }, { number: 2 }] },
    ]);
    t.equal(await store.deliveries.nextDueAt(), null);
  },
);

promise('the answer of a deleted endpoint is no error', async (t, fixture) => {
  const { store } = fixture;
  const webhook = await store.webhooks.create(webhookInput(fixture));
  await store.events.append(newEvent(fixture));
  const { id } = only(await claim(fixture));
  await store.webhooks.delete(1, webhook.id);
  await t.resolves(store.deliveries.settleMany([{ id, outcome: outcome({ kind: 'succeeded' }) }]));
});

promise('the list is that of one endpoint, by status', async (t, fixture) => {
  const { store } = fixture;
  const webhook = await store.webhooks.create(webhookInput(fixture));
  await store.webhooks.create(webhookInput(fixture));
  for (let n = 0; n < 3; n++) await store.events.append(newEvent(fixture));
  const [first] = (await claim(fixture)).filter((delivery) => delivery.webhook.id === webhook.id);
  if (first === undefined) throw new Error('nothing claimed');
  await store.deliveries.settleMany([{ id: first.id, outcome: outcome({ kind: 'succeeded' }) }]);
  t.equal((await recordsOf(fixture, webhook.id)).length, 3);
  t.same(
    (await recordsOf(fixture, webhook.id, ['succeeded'])).map(({ id }) => id),
    [first.id],
  );
  t.equal((await recordsOf(fixture, webhook.id, ['pending', 'retrying'])).length, 2);
  const elsewhere = await store.deliveries.list({
    organisationId: 2,
    filter: { webhookId: webhook.id },
    sort: [],
    limit: 9,
    from: { kind: 'page', page: 1 },
  });
  t.equal(elsewhere.total, 0);
});
