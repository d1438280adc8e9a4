import t from 'tap';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { type Answer, type RestServer, startRestServer } from '../rest-server.ts';

const idsOf = ({ data }: { data: readonly { id: string }[] }) => data.map(({ id }) => id);

const list = async (server: RestServer, query = '', key = server.key) =>
  (await server.call('GET', `/v1/commands/batches${query}`, { key })).body;

t.test('batches are listed with their counts, newest first, and can be filtered', async (t) => {
  const clock = createFakeClock();
  const server = await startRestServer(t, { clock });
  const other = await server.makeKey();
  const { id: device } = await server.makeDevice({ ou: '/High' });
  const send = async (type: string, key = server.key) => {
    clock.jump(60_000);
    const body = { type, deviceIds: [device] };
    return (await server.call('POST', '/v1/commands/batch', { body, key })).body;
  };
  const restart = await send('restart');
  const locate = await send('locate', other.key);
  const unlock = await send('unlock');
  const [command] = (await server.call('GET', `/v1/commands?batchId=${locate.id}`)).body.data;
  await server.store.commands.advance(command.id, { to: 'failed', at: clock.now() });

  const all = await list(server);
  t.same(idsOf(all), [unlock.id, locate.id, restart.id]);
  hasFields(t, all, { total: 3, hasMore: false });
  const { rejected: _, ...summary } = unlock;
  t.same(all.data[0], summary);
  hasFields(t, all.data[1], {
    status: 'done',
    total: 1,
    counts: { failed: 1 },
    rejectedCount: 0,
    requestedBy: other.id,
  });

  const filters: readonly [string, readonly string[]][] = [
    ['?type=locate&type=unlock', [unlock.id, locate.id]],
    [`?requestedBy=${other.id}`, [locate.id]],
    ['?status=running', [unlock.id, restart.id]],
    ['?status=done', [locate.id]],
    [`?from=${locate.createdAt}`, [unlock.id, locate.id]],
    [`?to=${locate.createdAt}`, [restart.id]],
    ['?sort=createdAt&limit=1', [restart.id]],
  ];
  for (const [query, ids] of filters) t.same(idsOf(await list(server, query)), ids, query);
  const first = await list(server, '?limit=2');
  t.same(idsOf(await list(server, `?limit=2&cursor=${first.nextCursor}`)), [restart.id]);
});

t.test('a list holds only batches whose devices are all in reach', async (t) => {
  const server = await startRestServer(t);
  const [high, low] = [await server.makeDevice({ ou: '/High/9' }), await server.makeDevice({ ou: '/Low' })];
  const send = async (deviceIds: readonly string[]) =>
    (await server.call('POST', '/v1/commands/batch', { body: { type: 'restart', deviceIds } })).body.id;
  const [inside] = [await send([high.id]), await send([high.id, low.id]), await send([low.id])];
  const limited = await server.makeKey({ ouPath: '/High' });
  const found = await list(server, '', limited.key);
  t.same(idsOf(found), [inside]);
  t.equal(found.total, 1);
  hasFields(t, await server.call('GET', `/v1/commands?batchId=${inside}`, { key: limited.key }), {
    status: 200,
    body: { total: 1 },
  });
  await server.call('PATCH', `/v1/devices/${high.id}`, { body: { ou: '/Low' } });
  t.same(idsOf(await list(server, '', limited.key)), [], 'it has moved');
});

t.test('commands are found by the time of their making', async (t) => {
  const clock = createFakeClock();
  const server = await startRestServer(t, { clock });
  const { id } = await server.makeDevice();
  const commands: Answer['body'][] = [];
  for (let n = 0; n < 3; n++) {
    clock.jump(60_000);
    commands.push(
      (await server.call('POST', `/v1/devices/${id}/command`, { body: { type: 'restart' } })).body,
    );
  }
  const [, second, third] = commands;
  for (const path of ['/v1/commands', `/v1/devices/${id}/commands`]) {
    const answer = await server.call('GET', `${path}?from=${second.createdAt}&to=${third.createdAt}`);
    t.same(idsOf(answer.body), [second.id], path);
    hasFields(t, answer.body, { total: 1 });
  }
  const turned = `/v1/commands?from=${third.createdAt}&to=${second.createdAt}`;
  hasFields(t, await server.call('GET', turned), { status: 400 });
});
