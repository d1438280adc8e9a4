import { setImmediate as turn } from 'node:timers/promises';
import type { WakeUp } from '../../../store/ports/store.ts';
import { hasFields } from '../../support/has-fields.ts';
import { newEvent, promise, webhookInput } from './each-store.ts';

promise('an event has the body of the documentation', async (t, fixture) => {
  const { store, ids } = fixture;
  const deviceId = ids.next('dev');
  const at = Date.UTC(2026, 10, 20, 10, 0, 0, 7);
  const body = await store.events.append({
    type: 'device.offline',
    organisationId: 1,
    at,
    deviceId,
    data: { reason: 'silence', left: undefined },
  });
  t.same(Object.keys(body), ['id', 'event', 'type', 'timestamp', 'device_id', 'sequence', 'data']);
  hasFields(t, body, {
    id: /^evt_/,
    event: 'device.offline',
    type: 'device.offline',
    timestamp: '2026-11-20T10:00:00.007Z',
    device_id: deviceId,
    sequence: 1,
    data: { reason: 'silence' },
  });
  t.same(await store.events.get(1, ids.next('evt')), null);
});

promise('an event that is about no device names none', async (t, fixture) => {
  const body = await fixture.store.events.append(newEvent(fixture));
  t.notOk('device_id' in body);
});

promise(
  'sequence numbers have no hole and no double, with many writers and rollbacks',
  async (t, fixture) => {
    const { store } = fixture;
    const write = async (n: number): Promise<number> => {
      const body = await store.transaction(async (tx) => {
        const event = await tx.events.append(newEvent(fixture));
        await turn();
        if (n % 3 === 0) throw new Error('no');
        return event;
      });
      return body.sequence;
    };
    const written = await Promise.allSettled(Array.from({ length: 30 }, (_, n) => write(n)));
    const numbers = written.filter((result) => result.status === 'fulfilled').map(({ value }) => value);
    t.same(
      numbers.sort((a, b) => a - b),
      Array.from({ length: 20 }, (_, n) => n + 1),
    );
  },
);

promise(
  'events that are appended together have the sequences of their order, and their deliveries',
  async (t, fixture) => {
    const { store } = fixture;
    await store.webhooks.create(webhookInput(fixture, { events: ['device.online'] }));
    await store.events.append(newEvent(fixture));
    await store.transaction((tx) =>
      tx.events.appendMany([
        newEvent(fixture, 'device.offline', { data: { n: 1 } }),
        newEvent(fixture, 'device.online', { data: { n: 2 } }),
        newEvent(fixture, 'device.offline', { data: { n: 3 } }),
      ]),
    );
    await store.events.appendMany([]);
    t.equal((await store.events.append(newEvent(fixture))).sequence, 5);
    const { rows } = await store.events.list({
      organisationId: 1,
      filter: {},
      sort: [{ field: 'sequence', descending: false }],
      limit: 10,
      from: { kind: 'page', page: 1 },
    });
    t.same(
      rows.map(({ sequence, type, data }) => [sequence, type, data]),
      [
        [1, 'device.online', {}],
        [2, 'device.offline', { n: 1 }],
        [3, 'device.online', { n: 2 }],
        [4, 'device.offline', { n: 3 }],
        [5, 'device.online', {}],
      ],
    );
    t.equal(await store.deliveries.waiting(), 3);
    await t.rejects(store.events.appendMany([newEvent(fixture, 'device.online', { organisationId: 9 })]), {
      code: 'not_found',
    });
  },
);

promise('an organisation that does not exist has no events', async (t, fixture) => {
  await t.rejects(fixture.store.events.append(newEvent(fixture, 'device.online', { organisationId: 9 })), {
    code: 'not_found',
  });
});

promise(
  'an event becomes a delivery to every enabled webhook whose filters match, and to no other',
  async (t, fixture) => {
    const { store } = fixture;
    const all = await store.webhooks.create(webhookInput(fixture));
    const group = await store.webhooks.create(webhookInput(fixture, { events: ['command.*', 'device.*'] }));
    const named = await store.webhooks.create(webhookInput(fixture, { events: ['device.offline'] }));
    const other = await store.webhooks.create(
      webhookInput(fixture, { events: ['device.online', 'command.*'] }),
    );
    const disabled = await store.webhooks.create(webhookInput(fixture, { enabled: false }));
    const body = await store.events.append(newEvent(fixture, 'device.offline'));
    const deliveriesOf = async (webhookId: typeof all.id) => {
      const page = await store.deliveries.list({
        organisationId: 1,
        filter: { webhookId },
        sort: [],
        limit: 10,
        from: { kind: 'page', page: 1 },
      });
      return page.rows;
    };
    for (const webhook of [all, group, named]) {
      hasFields(t, await deliveriesOf(webhook.id), [
        {
          webhookId: webhook.id,
          eventId: body.id,
          eventType: 'device.offline',
          status: 'pending',
          nextAttemptAt: fixture.clock.now(),
          attempts: [],
        },
      ]);
    }
    t.same(await deliveriesOf(other.id), []);
    t.same(await deliveriesOf(disabled.id), []);
  },
);

promise('event and deliveries stand or fall with their transaction', async (t, fixture) => {
  const { store } = fixture;
  await store.webhooks.create(webhookInput(fixture));
  const failing = store.transaction(async (tx) => {
    await tx.events.append(newEvent(fixture));
    throw new Error('no');
  });
  await t.rejects(failing);
  t.equal(await store.deliveries.nextDueAt(), null);
  t.equal((await store.events.append(newEvent(fixture))).sequence, 1);
});

promise('an appended event wakes the deliveries after its commit, when it has any', async (t, fixture) => {
  const { store } = fixture;
  const heard: WakeUp[] = [];
  store.bus.subscribe((wakeUp) => heard.push(wakeUp));
  await store.events.append(newEvent(fixture));
  await turn();
  t.same(heard, [], 'nobody listens');
  await store.webhooks.create(webhookInput(fixture));
  await store.transaction(async (tx) => {
    await tx.events.append(newEvent(fixture));
    await turn();
    t.same(heard, []);
  });
  await turn();
  t.same(heard, [{ kind: 'deliveries' }]);
});
