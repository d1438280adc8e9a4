import t, { type Test } from 'tap';
import { createCommandBatchRun } from '../../../../api/commands/command-batch-run.ts';
import { beginBatch, continueBatch } from '../../../../api/commands/command-batches.ts';
import { lockState } from '../../../../contracts/device/lock.ts';
import type { CommandRequest } from '../../../../contracts/rest/requests.ts';
import { silentLog } from '../../../../kit/log.ts';
import type { DeviceRecord } from '../../../../store/ports/devices.ts';
import type { Store } from '../../../../store/ports/store.ts';
import { until } from '../../../support/until.ts';
import { createTestSchool, EVERYWHERE, type TestSchool } from '../school.ts';

/** A school with so many devices, and a batch for all of them that has only begun. */
async function begun(
  t: Test,
  { count, request }: { readonly count: number; readonly request: CommandRequest },
) {
  const school = await createTestSchool(t);
  const devices: DeviceRecord[] = [];
  for (let n = 0; n < count; n++) devices.push(await school.enroll(`BIG-${n}`, '/Springfield/High'));
  const order = { reach: EVERYWHERE, request, pins: null, requestedBy: 'key_1' };
  const deviceIds = devices.map(({ id }) => id);
  const { batch } = await school.store.transaction((tx) =>
    beginBatch(tx, school.tools, { order, deviceIds, answers: null }),
  );
  return { school, devices, batch };
}

async function commandsOf({ store }: TestSchool, device: DeviceRecord) {
  const { rows } = await store.commands.list({
    organisationId: 1,
    filter: { deviceId: device.id },
    sort: [],
    limit: 10,
    from: { kind: 'page', page: 1 },
  });
  return rows;
}

async function lockOf({ store }: TestSchool, { id }: DeviceRecord): Promise<string | null> {
  const device = await store.devices.find(id);
  return device === null ? null : lockState(device.lock);
}

t.test('the rest of a batch undoes no lock or unlock that was ordered since', async (t) => {
  const { school, devices, batch } = await begun(t, { count: 53, request: { type: 'lock' } });
  const [locked, unlocked, cancelled] = devices.slice(50) as [DeviceRecord, DeviceRecord, DeviceRecord];
  school.clock.jump(1_000);
  const own = await school.order({ type: 'lock', params: { message: 'Mine' } }, locked.id);
  const freed = await school.order({ type: 'unlock' }, unlocked.id);
  const taken = await school.order({ type: 'unlock' }, cancelled.id);
  await school.store.commands.advance(taken.id, { to: 'cancelled', at: school.clock.now() });
  const device = await school.store.devices.find(unlocked.id);
  t.equal(device?.lock.commandId, freed.id);
  await school.store.transaction((tx) => continueBatch(tx, school.tools, batch.id, 10));

  t.same(
    (await commandsOf(school, locked)).map(({ id }) => id),
    [own.id],
    'an open lock is taken in',
  );
  t.same((await commandsOf(school, unlocked)).map(({ type, status }) => `${type} ${status}`).sort(), [
    'lock superseded',
    'unlock queued',
  ]);
  t.equal(await lockOf(school, unlocked), 'unlocked');
  t.equal((await school.store.devices.find(unlocked.id))?.lock.commandId, freed.id, 'the unlock stands');
  t.equal(await lockOf(school, cancelled), 'locking');
  const view = await school.store.commandBatches.get(1, batch.id, null);
  t.same([view?.counts, view?.waiting], [{ queued: 52, superseded: 1 }, 0]);
});

t.test('a command of a batch that comes late expires as if it had come in time', async (t) => {
  const { school, devices, batch } = await begun(t, {
    count: 51,
    request: { type: 'message', params: { text: 'Fire drill in five minutes' } },
  });
  school.clock.jump(3_600_000);
  await school.store.transaction((tx) => continueBatch(tx, school.tools, batch.id, 10));
  const [late] = await commandsOf(school, devices[50] as DeviceRecord);
  t.same([late?.createdAt, late?.expiresAt], [batch.createdAt, batch.createdAt + 600_000]);
  t.same(
    await school.store.commands.devicesWithUndelivered(school.clock.now(), 10),
    [],
    'nobody gets it any more',
  );
});

t.test('a device that is gone when its turn comes is listed, and the counts stay honest', async (t) => {
  const { school, devices, batch } = await begun(t, { count: 52, request: { type: 'locate' } });
  const gone = devices[51] as DeviceRecord;
  await school.store.devices.unenroll(1, gone.id, school.clock.now());
  const before = await school.store.commandBatches.get(1, batch.id, null);
  t.same([before?.counts, before?.waiting], [{ queued: 50 }, 2]);
  await school.store.transaction((tx) => continueBatch(tx, school.tools, batch.id, 10));
  const after = await school.store.commandBatches.get(1, batch.id, null);
  t.same([after?.counts, after?.waiting], [{ queued: 51 }, 0]);
  t.same(
    after?.batch.rejected.map(({ deviceId, code }) => [deviceId, code]),
    [[gone.id, 'not_found']],
  );
});

t.test('a step that failed is made again by itself, and no device gets the command twice', async (t) => {
  const { school, batch } = await begun(t, { count: 400, request: { type: 'restart' } });
  let failures = 2;
  const store: Store = {
    ...school.store,
    transaction: (work, options) =>
      school.store.transaction(async (tx) => {
        const result = await work(tx);
        // As late as can be: all of the step is undone.
        if (failures-- > 0) throw new Error('the disk is full');
        return result;
      }, options),
  };
  const run = createCommandBatchRun({ ...school.tools, store, log: silentLog });
  t.teardown(() => run.stop());
  await t.rejects(run.complete(batch.id), { message: 'the disk is full' });
  await run.start();
  await until(() => failures === 0, { what: 'the second failure' });
  await school.clock.advance(10_000);
  const done = async () => (await school.store.commandBatches.unfinished(batch.id, 1)) === null;
  await until(done, { what: 'the end of the batch' });
  const view = await school.store.commandBatches.get(1, batch.id, null);
  t.same([view?.counts, view?.waiting], [{ queued: 400 }, 0]);
});

t.test('a stop ends between two steps, says so, and leaves the rest to the next start', async (t) => {
  const { school, batch } = await begun(t, { count: 800, request: { type: 'restart' } });
  const run = createCommandBatchRun({ ...school.tools, log: silentLog });
  const refused = t.rejects(run.complete(batch.id), { code: 'unavailable' });
  await run.start();
  await run.stop();
  await refused;
  const view = await school.store.commandBatches.get(1, batch.id, null);
  t.ok((view?.waiting ?? 0) > 0);
  const next = createCommandBatchRun({ ...school.tools, log: silentLog });
  await next.complete(batch.id);
  t.same((await school.store.commandBatches.get(1, batch.id, null))?.counts, { queued: 800 });
});
