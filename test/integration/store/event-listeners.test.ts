import t from 'tap';
import { systemClock } from '../../../kit/clock.ts';
import { createIdSource, systemRandom } from '../../../kit/random.ts';
import { createTestStore } from '../../support/test-store.ts';

const ids = createIdSource({ clock: systemClock, random: systemRandom });

t.test('each event asks the webhooks as they are now', async (t) => {
  const store = await createTestStore(t);
  const add = async (events: readonly string[], organisationId = 1) => {
    const id = ids.next('whk');
    const webhook = { id, organisationId, url: 'https://x.example', kind: 'standard', events } as const;
    const more = { description: null, enabled: true, disabledReason: null, signature: 'hmac' } as const;
    await store.webhooks.create({
      ...webhook,
      ...more,
      headers: {},
      createdAt: 0,
      updatedAt: 0,
      sealedSecret: 's',
    });
    return id;
  };
  /** Fires one event. @returns how many deliveries it made */
  const fire = async (type: 'device.online' | 'policy.created'): Promise<number> => {
    const before = await store.deliveries.waiting();
    await store.events.append({ type, organisationId: 1, at: 0, data: {} });
    return (await store.deliveries.waiting()) - before;
  };

  t.equal(await fire('device.online'), 0, 'nobody listens');
  const devices = await add(['device.*', 'policy.deleted']);
  t.same([await fire('device.online'), await fire('policy.created')], [1, 0]);
  const all = await add(['*']);
  t.same([await fire('device.online'), await fire('policy.created')], [2, 1]);
  await store.webhooks.update(1, devices, { events: ['policy.created'] }, 1);
  t.same([await fire('device.online'), await fire('policy.created')], [1, 2]);
  await store.webhooks.update(1, all, { enabled: false }, 2);
  t.same([await fire('device.online'), await fire('policy.created')], [0, 1]);
  await store.webhooks.delete(1, devices);
  t.same([await fire('device.online'), await fire('policy.created')], [0, 0]);
});

t.test('a change that was rolled back was none', async (t) => {
  const store = await createTestStore(t);
  const id = ids.next('whk');
  const undone = store.transaction(async (tx) => {
    await tx.webhooks.create({
      id,
      organisationId: 1,
      url: 'https://x.example',
      kind: 'standard',
      events: ['*'],
      description: null,
      enabled: true,
      disabledReason: null,
      signature: 'hmac',
      headers: {},
      createdAt: 0,
      updatedAt: 0,
      sealedSecret: 's',
    });
    await tx.events.append({ type: 'device.online', organisationId: 1, at: 0, data: {} });
    throw new Error('undone');
  });
  await t.rejects(undone, { message: 'undone' });
  await store.events.append({ type: 'device.online', organisationId: 1, at: 0, data: {} });
  t.equal(await store.deliveries.waiting(), 0);
});
