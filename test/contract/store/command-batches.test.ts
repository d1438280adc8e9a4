import type { CommandBatchRecord } from '../../../store/ports/command-batches.ts';
import type { CommandRecord } from '../../../store/ports/commands.ts';
import { command, enroll, type Fixture, promise } from './each-store.ts';

const ORDER = {
  request: { type: 'lock', params: { message: 'Assembly' } },
  pins: null,
  ouPath: '/High',
  answers: { caller: 'key_1', method: 'POST', path: '/v1/commands/batch', key: 'k' },
} as const;

async function makeBatch(
  { store, clock, ids }: Fixture,
  changes: Partial<CommandBatchRecord> = {},
): Promise<CommandBatchRecord> {
  const batch: CommandBatchRecord = {
    id: ids.next('bat'),
    organisationId: 1,
    type: 'lock',
    request: ORDER.request,
    hasPin: false,
    rejected: [],
    requestedBy: 'key_1',
    createdAt: clock.now(),
    retryOf: null,
    cancelledAt: null,
    ...changes,
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
  t.same(await commandBatches.get(1, batch.id, null), { batch, counts: {}, waiting: 3, skipped: 0 });

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

promise('counts follow each step of each command', async (t, fixture) => {
  const { commandBatches, commands } = fixture.store;
  const batch = await makeBatch(fixture);
  const made: CommandRecord[] = [];
  for (let n = 0; n < 3; n++) {
    const { device } = await enroll(fixture);
    made.push(await command(fixture, device.id, { batchId: batch.id }));
  }
  const ids = made.map(({ id }) => id);
  await commandBatches.keepOrder(batch.id, ORDER, []);
  await commandBatches.progress(batch.id, 3, { commandIds: ids, rejected: [] });
  const counts = async () => (await commandBatches.get(1, batch.id, null))?.counts;
  t.same(await counts(), { queued: 3 });
  await commands.advanceMany(ids.slice(0, 2), { to: 'sent', at: 1 });
  await commands.advance(ids[0] ?? 'cmd_', { to: 'failed', at: 2 });
  t.same(await counts(), { queued: 1, sent: 1, failed: 1 });
});

promise('devices to retry are those of the wanted statuses, once', async (t, fixture) => {
  const { commandBatches, commands } = fixture.store;
  const batch = await makeBatch(fixture);
  const made: CommandRecord[] = [];
  for (const to of ['failed', 'expired', 'succeeded', 'failed'] as const) {
    const { device } = await enroll(fixture);
    const one = await command(fixture, device.id, { batchId: batch.id });
    await commands.advance(one.id, { to, at: 1 });
    made.push(one);
  }
  const ids = made.map(({ id }) => id);
  await commandBatches.keepOrder(batch.id, ORDER, []);
  await commandBatches.progress(batch.id, 4, { commandIds: ids, rejected: [] });
  const [failed, expired, , later] = made.map(({ deviceId }) => deviceId);
  t.same(await commandBatches.toRetry(batch.id, ['failed', 'expired']), [failed, expired, later]);
  t.same(await commandBatches.toRetry(batch.id, ['expired']), [expired]);

  const again = await makeBatch(fixture, { retryOf: batch.id });
  const repeated = await command(fixture, failed ?? 'dev_', { batchId: again.id });
  await commandBatches.keepOrder(again.id, ORDER, [later ?? '']);
  await commandBatches.progress(again.id, 0, { commandIds: [repeated.id], rejected: [] });
  t.same(await commandBatches.toRetry(batch.id, ['failed', 'expired']), [expired]);
});

promise('a cancelled batch gives no device its turn, and keeps its first moment', async (t, fixture) => {
  const { commandBatches, commands } = fixture.store;
  const batch = await makeBatch(fixture);
  const { device } = await enroll(fixture);
  const own = await command(fixture, device.id, { batchId: batch.id });
  const single = await command(fixture, device.id);
  await commandBatches.keepOrder(batch.id, ORDER, ['dev_a', 'dev_b']);
  await commandBatches.progress(batch.id, 0, { commandIds: [own.id, single.id], rejected: [] });
  const page = { after: null, limit: 10 };
  t.same(await commands.cancellableOf(batch.id, page), [], 'it stands');
  await commandBatches.cancel(batch.id, 5);
  await commandBatches.cancel(batch.id, 9);
  const view = await commandBatches.get(1, batch.id, null);
  t.same([view?.batch.cancelledAt, view?.waiting, view?.skipped], [5, 0, 2]);
  t.same(await commands.cancellableOf(batch.id, page), [own], 'not what was sent by itself');
  t.same(await commands.cancellableOf(batch.id, { after: own.id, limit: 10 }), []);
  t.same((await commandBatches.unfinished(batch.id, 5))?.deviceIds, [], 'its order can end');
});
