import t from 'tap';
import { startRestServer, strangeId } from './rest-server.ts';

t.test('devices that are named get the command; those that cannot have it are listed', async (t) => {
  const server = await startRestServer(t);
  const first = await server.makeDevice({ ou: '/High' });
  const second = await server.makeDevice({ ou: '/High' });
  const missing = strangeId('dev');
  const made = await server.call('POST', '/v1/commands/batch', {
    body: {
      deviceIds: [first.id, missing, second.id],
      type: 'lock',
      params: { message: 'Assembly', pin: '2468' },
    },
  });
  t.match(made, {
    status: 202,
    body: {
      total: 2,
      counts: { queued: 2 },
      type: 'lock',
      rejected: [{ deviceId: missing, code: 'not_found' }],
    },
  });
  t.equal(made.headers.get('location'), `/v1/commands/batches/${made.body.id}`);
  t.notMatch(JSON.stringify(made.body), /2468/);

  const [command] = (await server.call('GET', `/v1/devices/${first.id}/commands`)).body.data;
  t.match(command, { type: 'lock', params: { message: 'Assembly' }, status: 'queued' });
  t.notOk('pin' in command.params);
  await server.call('POST', `/v1/commands/${command.id}/cancel`);
  const later = await server.call('GET', `/v1/commands/batches/${made.body.id}`);
  t.same(later.body.counts, { queued: 1, cancelled: 1 });
});

t.test('a filter picks the devices that fit now, in the reach of the key', async (t) => {
  const server = await startRestServer(t);
  for (const ou of ['/High', '/High/Grade-9', '/Low']) await server.makeDevice({ ou });
  const limited = await server.makeKey({ ouPath: '/High/Grade-9' });
  const order = { type: 'message', params: { text: 'Hello' } };
  const high = await server.call('POST', '/v1/commands/batch', {
    body: { ...order, filter: { ou: ['/High'] } },
  });
  t.match(high, { status: 202, body: { total: 2 } });
  const own = await server.call('POST', '/v1/commands/batch', {
    key: limited.key,
    body: { ...order, filter: {} },
  });
  t.match(own, { status: 202, body: { total: 1 } });
  t.match(await server.call('GET', `/v1/commands/batches/${own.body.id}`, { key: limited.key }), {
    status: 200,
  });
  t.match(await server.call('GET', `/v1/commands/batches/${high.body.id}`, { key: limited.key }), {
    status: 404,
  });
  const none = await server.call('POST', '/v1/commands/batch', {
    body: { ...order, filter: { ou: ['/Nowhere'] } },
  });
  t.match(none, { status: 422, body: { code: 'unprocessable' } });
});

t.test('exactly one of deviceIds and filter is given, and nothing that is not known', async (t) => {
  const server = await startRestServer(t);
  const { id } = await server.makeDevice();
  const order = { type: 'unlock' };
  for (const body of [order, { ...order, deviceIds: [id], filter: {} }]) {
    const answer = await server.call('POST', '/v1/commands/batch', { body });
    t.match(answer, {
      status: 400,
      body: { code: 'validation_failed', errors: [{ pointer: '#/deviceIds' }] },
    });
  }
  const bodies = [
    { ...order, deviceIds: [] },
    { ...order, deviceIds: [id, id] },
    { ...order, filter: { colour: ['red'] } },
    { deviceIds: [id], type: 'wipe' },
    { deviceIds: [id], type: 'message' },
  ];
  for (const body of bodies)
    t.match(await server.call('POST', '/v1/commands/batch', { body }), { status: 400 }, JSON.stringify(body));
});

t.test('a batch counts as one request for every fifty devices, and is refused whole', async (t) => {
  const server = await startRestServer(t);
  const deviceIds: string[] = [];
  for (let n = 0; n < 101; n++) deviceIds.push((await server.makeDevice()).id);
  const { key } = await server.makeKey({ rateLimitOverride: 100 });
  const send = () => server.call('POST', '/v1/commands/batch', { key, body: { deviceIds, type: 'locate' } });
  t.equal((await send()).headers.get('x-ratelimit-remaining'), '97');
  for (let n = 0; n < 32; n++) await send();
  const refused = await send();
  t.match(refused, { status: 429, body: { code: 'rate_limited' } });
  t.equal(refused.headers.get('x-ratelimit-remaining'), '1', 'a refused request costs nothing');
  const { total } = (await server.call('GET', `/v1/commands?type=locate&limit=1`)).body;
  t.equal(total, 33 * 101);
});

t.test('five thousand devices are locked in one go', async (t) => {
  const server = await startRestServer(t);
  const now = Date.now();
  await server.store.transaction(async (tx) => {
    const unit = await tx.ous.ensurePath(1, '/Big', now);
    for (let n = 0; n < 5_000; n++)
      await tx.devices.enrol({
        id: server.ids.next('dev'),
        organisationId: 1,
        ouId: unit.id,
        publicKey: `key-${n}`,
        hardware: {
          machineId: `big-${n}`,
          serial: null,
          hostname: `BIG-${n}`,
          platform: 'linux',
          osVersion: '13',
          manufacturer: null,
          model: null,
        },
        agentVersion: '1.0.0',
        now,
      }); // prettier-ignore
  });
  const started = performance.now();
  const made = await server.call('POST', '/v1/commands/batch', {
    body: { filter: { ou: ['/Big'] }, type: 'lock' },
  });
  t.comment(`${Math.round(performance.now() - started)} ms`);
  t.match(made, { status: 202, body: { total: 5_000, counts: { queued: 5_000 } } });
  const again = await server.call('POST', '/v1/commands/batch', {
    body: { filter: { ou: ['/Big'] }, type: 'lock' },
  });
  t.match(
    again,
    { status: 202, body: { total: 5_000, counts: { queued: 5_000 } } },
    'open locks are taken in',
  );
  await server.makeDevice({ ou: '/Big' });
  const more = await server.call('POST', '/v1/commands/batch', { body: { filter: {}, type: 'lock' } });
  t.match(more, { status: 422 }, 'more than that is refused');
});
