import type { CommandBatchRecord } from '../../../store/ports/command-batches.ts';
import { command, enroll, type Fixture, promise } from './each-store.ts';

const ORDER = {
  request: { type: 'lock', params: { message: 'Assembly' } },
  pins: null,
  ouPath: '/High',
  answers: { caller: 'key_1', method: 'POST', path: '/v1/commands/batch', key: 'k' },
} as const;

async function makeBatch({ store, clock, ids }: Fixture): Promise<CommandBatchRecord> {
  const batch: CommandBatchRecord = {
    id: ids.next('bat'),
    organisationId: 1,
    type: 'lock',
    rejected: [],
    requestedBy: 'key_1',
    createdAt: clock.now(),
  };
  await store.commandBatches.create(batch, []);
  return batch;
}

promise('what is left of a batch is kept in its order until it has ended', async (t, fixture) => {
  const { commandBatches } = fixture.store;
  const batch = await makeBatch(fixture);
  t.equal(await commandBatches.unfinished(batch.id, 10), null);
  await commandBatches.keepOrder(batch.id, ORDER, ['dev_c', 'dev_a', 'dev_b']);
  t.same(await commandBatches.unfinished(batch.id, 2), {
    batch,
    order: ORDER,
    deviceIds: ['dev_c', 'dev_a'],
    firstWaiting: 0,
  });
  t.same(await commandBatches.get(1, batch.id, null), { batch, counts: {}, waiting: 3 });

  const { device } = await enroll(fixture);
  const { id } = await command(fixture, device.id);
  const rejected = { deviceId: 'dev_a', code: 'not_found', detail: 'There is no such device.' } as const;
  await commandBatches.progress(batch.id, 2, { commandIds: [id], rejected: [rejected] });
  const then = await commandBatches.unfinished(batch.id, 2);
  t.same([then?.deviceIds, then?.firstWaiting], [['dev_b'], 2]);
  await commandBatches.progress(batch.id, 1, {
    commandIds: [id],
    rejected: [{ ...rejected, deviceId: 'dev_b' }],
  });
  t.same((await commandBatches.unfinished(batch.id, 2))?.deviceIds, []);
  await commandBatches.endOrder(batch.id);
  t.equal(await commandBatches.unfinished(batch.id, 2), null);
  const whole = await commandBatches.get(1, batch.id, null);
  t.same([whole?.counts, whole?.waiting], [{ queued: 1 }, 0], 'a command that is in it twice counts once');
  t.same(
    whole?.batch.rejected.map(({ deviceId }) => deviceId),
    ['dev_a', 'dev_b'],
  );
});

promise('batches that are not done are found, oldest first', async (t, fixture) => {
  const { commandBatches } = fixture.store;
  const [first, second, third] = [
    await makeBatch(fixture),
    await makeBatch(fixture),
    await makeBatch(fixture),
  ];
  for (const { id } of [third, first, second])
    await commandBatches.keepOrder(id, { ...ORDER, answers: null }, ['dev_a']);
  t.same(await commandBatches.allUnfinished(2), [first.id, second.id]);
  await commandBatches.endOrder(first.id);
  t.same(await commandBatches.allUnfinished(5), [second.id, third.id]);
});

promise('a begun request that is held runs on until its effect has an answer', async (t, fixture) => {
  const { idempotency } = fixture.store;
  const key = ORDER.answers;
  await idempotency.begin(key, 'f', { now: 0, until: 60 });
  await idempotency.hold(key, 1_000);
  t.same(await idempotency.begin(key, 'f', { now: 900, until: 960 }), { kind: 'running' });
  const answer = { status: 202, headers: {}, body: '{}', sealed: false };
  await idempotency.finish(key, answer, 2_000);
  t.same(await idempotency.begin(key, 'f', { now: 900, until: 960 }), { kind: 'done', response: answer });
  await t.rejects(
    idempotency.hold(key, 3_000),
    { code: 'idempotency_in_progress' },
    'an answer stays as it is',
  );
});

promise(
  'a lock or unlock that was ordered after a moment is found, unless it was taken back',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const { device } = await enroll(fixture);
    const at = clock.now();
    clock.jump(1);
    await command(fixture, device.id);
    t.equal(await store.commands.lockOrderedAfter(device.id, at), false, 'a message is none');
    const { id } = await command(fixture, device.id, { type: 'unlock', params: {} });
    t.equal(await store.commands.lockOrderedAfter(device.id, at), true);
    t.equal(await store.commands.lockOrderedAfter(device.id, at + 1), false, 'it is the moment itself');
    await store.commands.advance(id, { to: 'cancelled', at: clock.now() });
    t.equal(await store.commands.lockOrderedAfter(device.id, at), false);
  },
);
