import type { AttemptOutcome, ClaimedDelivery, WebhookRecord } from '../../../store/ports/events.ts';
import { hasFields } from '../../support/has-fields.ts';
import { type Fixture, newEvent, promise, webhookInput } from './each-store.ts';

const CLAIM_MS = 30_000;

const claim = ({ store, clock }: Fixture): Promise<readonly ClaimedDelivery[]> =>
  store.deliveries.claim({
    now: clock.now(),
    claimedUntil: clock.now() + CLAIM_MS,
    limit: 100,
    perWebhook: 100,
    busy: new Map(),
  });

const only = async (fixture: Fixture): Promise<ClaimedDelivery> => {
  const [one, ...others] = await claim(fixture);
  if (one === undefined || others.length > 0) throw new Error('not one delivery was claimed');
  return one;
};

async function settle(
  { store, clock }: Fixture,
  { id, trigger }: ClaimedDelivery,
  step: AttemptOutcome['step'],
): Promise<void> {
  await store.deliveries.settleMany([
    {
      id,
      outcome: {
        trigger,
        requestHeaders: { 'webhook-id': 'evt_1' },
        startedAt: clock.now(),
        durationMs: 5,
        responseStatus: step.kind === 'succeeded' ? 200 : 500,
        responseBody: '',
        error: null,
        step,
      },
    },
  ]);
}

const FAILED = { kind: 'failed', disable: null } as const;
const SUCCEEDED = { kind: 'succeeded' } as const;

async function recoverAll({ store, clock }: Fixture, step = 1_000): Promise<number> {
  let steps = 0;
  for (; await store.deliveries.recovering(); steps++) await store.deliveries.recoverSome(clock.now(), step);
  return steps;
}

const everything = (fixture: Fixture, webhook: WebhookRecord, step?: number) =>
  fixture.store.deliveries
    .recover(webhook, { since: 0, until: fixture.clock.now() + 1 })
    .then(() => recoverAll(fixture, step));

promise(
  'a delivery that has failed is sent once more when somebody asks, and no more',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const webhook = await store.webhooks.create(webhookInput(fixture));
    const event = await store.events.append(newEvent(fixture));
    const first = await only(fixture);
    await settle(fixture, first, FAILED);
    t.equal(await store.deliveries.nextDueAt(), null);
    await store.deliveries.redeliver(first.id, clock.now());
    await store.deliveries.redeliver(first.id, clock.now());
    t.equal(await store.deliveries.nextDueAt(), clock.now());
    const again = await only(fixture);
    hasFields(t, again, { id: first.id, trigger: 'manual', body: { id: event.id } });
    await settle(fixture, again, FAILED);
    t.equal(await store.deliveries.nextDueAt(), null, 'a failure is not retried');
    hasFields(t, await store.deliveries.get(1, webhook.id, first.id), {
      status: 'failed',
      body: { id: event.id },
      attempts: [
        { number: 1, trigger: 'scheduled', requestHeaders: { 'webhook-id': 'evt_1' } },
        { number: 2, trigger: 'manual' },
      ],
    });
    await store.deliveries.redeliver(first.id, clock.now());
    await settle(fixture, await only(fixture), SUCCEEDED);
    hasFields(t, await store.deliveries.get(1, webhook.id, first.id), { status: 'succeeded' });
  },
);

promise('an attempt that somebody asked for takes nothing from the schedule', async (t, fixture) => {
  const { store, clock } = fixture;
  await store.webhooks.create(webhookInput(fixture));
  await store.events.append(newEvent(fixture));
  const first = await only(fixture);
  await settle(fixture, first, { kind: 'retry', at: clock.now() + 60_000 });
  await store.deliveries.redeliver(first.id, clock.now());
  const asked = await only(fixture);
  hasFields(t, asked, { trigger: 'manual', attempt: 2 });
  await settle(fixture, asked, FAILED);
  t.equal(await store.deliveries.nextDueAt(), clock.now() + 60_000);
  clock.jump(60_000);
  hasFields(t, await only(fixture), { trigger: 'scheduled', attempt: 2 });
});

promise('a delivery is found under its own webhook and organisation alone', async (t, fixture) => {
  const { store } = fixture;
  const webhook = await store.webhooks.create(webhookInput(fixture, { events: ['device.*'] }));
  const other = await store.webhooks.create(webhookInput(fixture, { events: ['command.*'] }));
  await store.events.append(newEvent(fixture));
  const { id } = await only(fixture);
  hasFields(t, await store.deliveries.get(1, webhook.id, id), { id });
  t.equal(await store.deliveries.get(1, other.id, id), null);
  t.equal(await store.deliveries.get(2, webhook.id, id), null);
});

promise('of many attempts the newest hundred are kept', async (t, fixture) => {
  const { store, clock } = fixture;
  const webhook = await store.webhooks.create(webhookInput(fixture));
  await store.events.append(newEvent(fixture));
  const first = await only(fixture);
  await settle(fixture, first, FAILED);
  for (let at = 0; at < 104; at++) {
    await store.deliveries.redeliver(first.id, clock.now());
    await settle(fixture, await only(fixture), FAILED);
  }
  const numbers = (await store.deliveries.get(1, webhook.id, first.id))?.attempts.map(({ number }) => number);
  t.same([numbers?.length, numbers?.at(0), numbers?.at(-1)], [100, 6, 105]);
  const { rows } = await store.deliveries.list({
    organisationId: 1,
    filter: { webhookId: webhook.id },
    sort: [],
    limit: 10,
    from: { kind: 'page', page: 1 },
  });
  t.same(
    rows.map(({ attemptCount, attempts }) => [attemptCount, attempts.map(({ number }) => number)]),
    [[105, [103, 104, 105]]],
    'a list shows the last ones',
  );
});

promise('deliveries are listed by type of event and by the time of their making', async (t, fixture) => {
  const { store, clock } = fixture;
  const { id: webhookId } = await store.webhooks.create(webhookInput(fixture));
  const at = clock.now();
  for (const type of ['device.online', 'command.failed', 'device.online'] as const) {
    await store.events.append(newEvent(fixture, type));
    clock.jump(1_000);
  }
  const count = async (filter: object, range?: { from: number; to: number }) =>
    (
      await store.deliveries.list({
        organisationId: 1,
        filter: { webhookId, ...filter },
        sort: [{ field: 'createdAt', descending: false }],
        limit: 10,
        from: { kind: 'page', page: 1 },
        ...(range === undefined ? {} : { range }),
      })
    ).total;
  t.equal(await count({ eventType: ['device.online'] }), 2);
  t.equal(await count({ eventType: ['device.online', 'command.failed'] }), 3);
  t.equal(await count({}, { from: at, to: at + 2_000 }), 2);
  t.equal(await count({ eventType: ['device.online'] }, { from: at + 1, to: at + 9_000 }), 1);
});

promise(
  'a recovery sends what was not taken, each on a new schedule, and nothing twice',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const webhook = await store.webhooks.create(webhookInput(fixture, { events: ['device.*'] }));
    const taken = await store.events.append(newEvent(fixture));
    await settle(fixture, await only(fixture), SUCCEEDED);
    const failed = await store.events.append(newEvent(fixture));
    await settle(fixture, await only(fixture), FAILED);
    const retried = await store.events.append(newEvent(fixture));
    await settle(fixture, await only(fixture), { kind: 'retry', at: clock.now() + 3_600_000 });
    await store.webhooks.update(1, webhook.id, { enabled: false }, clock.now());
    const missed = await store.events.append(newEvent(fixture));
    await store.events.append(newEvent(fixture, 'command.failed'));
    const enabled = await store.webhooks.update(1, webhook.id, { enabled: true }, clock.now());
    if (enabled === null) throw new Error('the webhook is gone');
    t.same(await claim(fixture), [], 'by itself nothing comes');
    t.equal(await store.deliveries.recovering(), false);
    t.equal(await everything(fixture, enabled, 2), 3, 'in steps');
    const claimed = await claim(fixture);
    t.same(
      new Set(claimed.map(({ body }) => body.id)),
      new Set([failed.id, retried.id, missed.id]),
      'not those that it does not want',
    );
    t.notOk(claimed.some(({ body }) => body.id === taken.id));
    t.ok(claimed.every(({ trigger, attempt }) => trigger === 'scheduled' && attempt === 1));
    await everything(fixture, enabled);
    for (const delivery of claimed) await settle(fixture, delivery, SUCCEEDED);
    t.same(await claim(fixture), [], 'what is under way is not sent again');
    await everything(fixture, enabled);
    t.same(await claim(fixture), []);
  },
);

promise(
  'a recovery keeps to its range, to what was there when it was asked for, and to one webhook',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const webhook = await store.webhooks.create(webhookInput(fixture, { enabled: false }));
    await store.webhooks.create(webhookInput(fixture, { enabled: false, url: 'https://other.example/' }));
    const at = clock.now();
    const ids: string[] = [];
    for (let second = 0; second < 4; second++) {
      ids.push((await store.events.append(newEvent(fixture))).id);
      clock.jump(1_000);
    }
    const enabled = await store.webhooks.update(1, webhook.id, { enabled: true }, clock.now());
    if (enabled === null) throw new Error('the webhook is gone');
    await store.deliveries.recover(enabled, { since: at + 1_000, until: at + 3_000 });
    await recoverAll(fixture);
    t.same(
      (await claim(fixture)).map(({ body }) => body.id),
      ids.slice(1, 3),
    );
  },
);

promise('a recovery of a webhook that is disabled again, or deleted, ends', async (t, fixture) => {
  const { store, clock } = fixture;
  const webhook = await store.webhooks.create(webhookInput(fixture));
  await store.events.append(newEvent(fixture));
  await settle(fixture, await only(fixture), FAILED);
  const range = { since: 0, until: clock.now() + 1 };
  await store.deliveries.recover(webhook, range);
  await store.webhooks.update(1, webhook.id, { enabled: false }, clock.now());
  t.equal(await recoverAll(fixture), 1);
  await store.webhooks.update(1, webhook.id, { enabled: true }, clock.now());
  t.same(await claim(fixture), []);
  await store.deliveries.recover(webhook, range);
  await store.webhooks.delete(1, webhook.id);
  t.equal(await store.deliveries.recovering(), false);
});

promise(
  'a recovery looks at the events of its range and types alone, whatever came before',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const webhook = await store.webhooks.create(
      webhookInput(fixture, { enabled: false, events: ['device.*'] }),
    );
    await store.transaction(async (tx) => {
      for (let n = 0; n < 500; n++) await tx.events.append(newEvent(fixture));
    });
    clock.jump(3_600_000);
    const since = clock.now();
    const wanted = await store.transaction(async (tx) => {
      const within: string[] = [];
      for (let n = 0; n < 300; n++) {
        const event = await tx.events.append(
          newEvent(fixture, n % 100 === 0 ? 'device.offline' : 'command.failed'),
        );
        if (n % 100 === 0) within.push(event.id);
      }
      // A clock that was set back and forth: by sequence it stands outside of the range, by time within.
      const late = await tx.events.append(newEvent(fixture, 'device.online', { at: since + 1 }));
      return [...within, late.id];
    });
    const enabled = await store.webhooks.update(1, webhook.id, { enabled: true }, clock.now());
    if (enabled === null) throw new Error('the webhook is gone');
    await store.deliveries.recover(enabled, { since, until: since + 2 });
    t.equal(await recoverAll(fixture, 3), 2, 'three events, then the fourth');
    t.same(
      (await claim(fixture)).map(({ body }) => body.id),
      wanted,
    );
  },
);

promise(
  'events of one moment are sent again without a hole and none twice, however small the steps',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const webhook = await store.webhooks.create(webhookInput(fixture, { enabled: false }));
    const ids: string[] = [];
    for (const type of [
      'device.online',
      'command.failed',
      'device.online',
      'alert.created',
      'device.online',
    ] as const)
      ids.push((await store.events.append(newEvent(fixture, type))).id);
    const enabled = await store.webhooks.update(1, webhook.id, { enabled: true }, clock.now());
    if (enabled === null) throw new Error('the webhook is gone');
    await everything(fixture, enabled, 1);
    t.same((await claim(fixture)).map(({ body }) => body.id).sort(), ids);
  },
);

promise(
  'ranges that are asked for again while they wait are done once, and only so many may wait',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const webhook = await store.webhooks.create(webhookInput(fixture, { events: ['device.*'] }));
    await store.webhooks.update(1, webhook.id, { enabled: false }, clock.now());
    const range = { since: 0, until: clock.now() + 1 };
    await store.deliveries.recover(webhook, range);
    await store.events.append(newEvent(fixture));
    await store.webhooks.update(1, webhook.id, { enabled: true }, clock.now());
    for (let n = 0; n < 50; n++) await store.deliveries.recover(webhook, range);
    t.equal(await recoverAll(fixture), 1);
    t.equal((await claim(fixture)).length, 1, 'with what has happened in the meantime');
    for (let n = 1; n <= 10; n++) await store.deliveries.recover(webhook, { since: 0, until: n });
    await t.rejects(store.deliveries.recover(webhook, { since: 0, until: 11 }), { code: 'conflict' });
    t.equal(await recoverAll(fixture), 10);
    await store.deliveries.recover(webhook, { since: 0, until: 11 });
  },
);

promise(
  'a list of deliveries shows the beginning of an answer, the delivery itself the whole',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const webhook = await store.webhooks.create(webhookInput(fixture));
    await store.events.append(newEvent(fixture));
    const { id } = await only(fixture);
    const responseBody = 'é'.repeat(8_000);
    await store.deliveries.settleMany([
      {
        id,
        outcome: {
          trigger: 'scheduled',
          requestHeaders: {},
          startedAt: clock.now(),
          durationMs: 5,
          responseStatus: 500,
          responseBody,
          error: null,
          step: FAILED,
        },
      },
    ]);
    const { rows } = await store.deliveries.list({
      organisationId: 1,
      filter: { webhookId: webhook.id },
      sort: [],
      limit: 10,
      from: { kind: 'page', page: 1 },
    });
    t.same(
      rows[0]?.attempts.map((attempt) => attempt.responseBody),
      ['é'.repeat(1_000)],
    );
    t.same(
      (await store.deliveries.get(1, webhook.id, id))?.attempts.map((attempt) => attempt.responseBody),
      [responseBody],
    );
  },
);
