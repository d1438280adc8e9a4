import t from 'tap';
import { hasFields } from '../../../support/has-fields.ts';
import { signedIn } from '../people.ts';
import { type Answer, type RestServer, startRestServer } from '../rest-server.ts';

async function send(server: RestServer, deviceIds: readonly string[], order: object): Promise<Answer> {
  return await server.call('POST', '/v1/commands/batch', { body: { ...order, deviceIds } });
}

const cancel = (server: RestServer, id: string, key = server.key) =>
  server.call('POST', `/v1/commands/batches/${id}/cancel`, { key });

async function makeDevices(server: RestServer, count: number, ou = '/High'): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await server.makeDevice({ ou })).id);
  return ids;
}

t.test('what is queued is taken back, and what was sent is counted', async (t) => {
  const server = await startRestServer(t);
  const deviceIds = await makeDevices(server, 230);
  const { id } = (await send(server, deviceIds, { type: 'lock' })).body;
  const [sent] = (await server.call('GET', `/v1/devices/${deviceIds[0]}/commands`)).body.data;
  await server.store.commands.advance(sent.id, { to: 'sent', at: Date.now() });

  const answer = await cancel(server, id);
  hasFields(t, answer, {
    status: 200,
    body: {
      cancelled: 229,
      notCancelled: 1,
      batch: { id, status: 'running', counts: { sent: 1, cancelled: 229 }, waiting: 0, skipped: 0 },
    },
  });
  t.ok(answer.body.batch.cancelledAt);
  const device = (await server.call('GET', `/v1/devices/${deviceIds[1]}`)).body;
  hasFields(t, device, { lock: { state: 'unlocked' } }, 'the lock is not wanted any more');
  hasFields(t, await cancel(server, id), { status: 200, body: { cancelled: 0, notCancelled: 1 } });
});

t.test('devices whose turn has not come are skipped', async (t) => {
  const server = await startRestServer(t);
  const deviceIds = await makeDevices(server, 3);
  const { body } = await send(server, deviceIds, { type: 'restart' });
  const late = await makeDevices(server, 2);
  const order = { request: { type: 'restart' }, pins: null, ouPath: null, answers: null } as const;
  await server.store.commandBatches.keepOrder(body.id, order, late);
  hasFields(t, await server.call('GET', `/v1/commands/batches/${body.id}`), { body: { waiting: 2 } });
  hasFields(t, await cancel(server, body.id), {
    status: 200,
    body: { cancelled: 3, batch: { total: 3, waiting: 0, skipped: 2, status: 'done' } },
  });
});

t.test('a lock that another order asked for as well stays until that is cancelled too', async (t) => {
  const server = await startRestServer(t);
  const [own, shared, single] = await makeDevices(server, 3);
  await server.call('POST', `/v1/devices/${single}/lock`);
  const first = await send(server, [own ?? '', shared ?? '', single ?? ''], { type: 'lock' });
  const second = await send(server, [shared ?? ''], { type: 'lock' });
  const [command] = (await server.call('GET', `/v1/commands?batchId=${second.body.id}`)).body.data;
  t.equal(command.batchId, first.body.id, 'the batch that made it');

  hasFields(t, await cancel(server, first.body.id), { body: { cancelled: 1, notCancelled: 2 } });
  hasFields(t, await cancel(server, second.body.id), { body: { cancelled: 1, notCancelled: 0 } });
  const [alone] = (await server.call('GET', `/v1/devices/${single}/commands`)).body.data;
  hasFields(t, alone, { status: 'queued', batchId: null });
});

t.test('a caller cancels within the own unit only, and with the right to send', async (t) => {
  const server = await startRestServer(t);
  const [high] = await makeDevices(server, 1, '/High');
  const [low] = await makeDevices(server, 1, '/Low');
  const both = await send(server, [high ?? '', low ?? ''], { type: 'restart' });
  const mine = await send(server, [high ?? ''], { type: 'shutdown' });
  const limited = await server.makeKey({ ouPath: '/High' });
  hasFields(t, await cancel(server, both.body.id, limited.key), { status: 404 });
  for (const role of ['viewer', 'teacher'] as const) {
    const person = await signedIn(server, role);
    const answer = await person.call('POST', `/v1/commands/batches/${mine.body.id}/cancel`);
    hasFields(t, answer, { status: 403 }, role);
  }
  hasFields(t, await cancel(server, mine.body.id, limited.key), { status: 200, body: { cancelled: 1 } });
  const { counts } = (await server.call('GET', `/v1/commands/batches/${both.body.id}`)).body;
  t.same(counts, { queued: 2 });
});

t.test('cancelling is in the audit', async (t) => {
  const server = await startRestServer(t);
  const owner = await signedIn(server, 'owner');
  const deviceIds = await makeDevices(server, 1);
  const { body } = await send(server, deviceIds, { type: 'restart' });
  await cancel(server, body.id);
  const { data } = (await owner.call('GET', `/v1/audit?target=${body.id}`)).body;
  t.same(
    data.map(({ action }: { action: string }) => action),
    ['command.batch_cancelled', 'command.batch_sent'],
  );
});
