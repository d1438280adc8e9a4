import { join } from 'node:path';
import t from 'tap';
import { Fault } from '../../../../kit/fault.ts';
import type { Store } from '../../../../store/ports/store.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { until } from '../../../support/until.ts';
import { withPorts } from '../../../support/with-ports.ts';
import { type RestServer, startRestServer, strangeId } from '../rest-server.ts';

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
  hasFields(t, made, {
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
  hasFields(t, command, { type: 'lock', params: { message: 'Assembly' }, status: 'queued' });
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
  hasFields(t, high, { status: 202, body: { total: 2 } });
  const own = await server.call('POST', '/v1/commands/batch', {
    key: limited.key,
    body: { ...order, filter: {} },
  });
  hasFields(t, own, { status: 202, body: { total: 1 } });
  hasFields(t, await server.call('GET', `/v1/commands/batches/${own.body.id}`, { key: limited.key }), {
    status: 200,
  });
  hasFields(t, await server.call('GET', `/v1/commands/batches/${high.body.id}`, { key: limited.key }), {
    status: 404,
  });
  const none = await server.call('POST', '/v1/commands/batch', {
    body: { ...order, filter: { ou: ['/Nowhere'] } },
  });
  hasFields(t, none, { status: 422, body: { code: 'unprocessable' } });
});

t.test('exactly one of deviceIds and filter is given, and nothing that is not known', async (t) => {
  const server = await startRestServer(t);
  const { id } = await server.makeDevice();
  const order = { type: 'unlock' };
  for (const body of [order, { ...order, deviceIds: [id], filter: {} }]) {
    const answer = await server.call('POST', '/v1/commands/batch', { body });
    hasFields(t, answer, {
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
    hasFields(
      t,
      await server.call('POST', '/v1/commands/batch', { body }),
      { status: 400 },
      JSON.stringify(body),
    );
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
  hasFields(t, refused, { status: 429, body: { code: 'rate_limited' } });
  t.equal(refused.headers.get('x-ratelimit-remaining'), '1', 'a refused request costs nothing');
  const { total } = (await server.call('GET', `/v1/commands?type=locate&limit=1`)).body;
  t.equal(total, 33 * 101);
});

t.test(
  'five thousand devices are locked in small transactions, and other calls are answered meanwhile',
  async (t) => {
    const sizes: number[] = [];
    const server = await startRestServer(t, { store: (store) => countingCommands(store, sizes) });
    await makeDevices(server, 5_000);
    let answered = 0;
    let over = false;
    const others = (async () => {
      for (; !over; answered += 1) t.equal((await server.call('GET', '/v1/ous')).status, 200);
    })();
    const made = await server.call('POST', '/v1/commands/batch', {
      body: { filter: { ou: ['/Big'] }, type: 'lock' },
    });
    over = true;
    await others;
    t.same(made.status, 202);
    hasFields(t, made.body, { total: 5_000, counts: { queued: 5_000 }, waiting: 0, rejected: [] });
    t.ok(Math.max(...sizes) <= 100, `${Math.max(...sizes)} commands in one transaction`);
    t.ok(answered >= 10, `${answered} other calls`);
    t.same((await server.call('GET', `/v1/commands/batches/${made.body.id}`)).body, made.body);
    const again = await server.call('POST', '/v1/commands/batch', {
      body: { filter: { ou: ['/Big'] }, type: 'lock' },
    });
    hasFields(
      t,
      again,
      { status: 202, body: { total: 5_000, counts: { queued: 5_000 } } },
      'open locks are taken in',
    );
    await server.makeDevice({ ou: '/Big' });
    const more = await server.call('POST', '/v1/commands/batch', { body: { filter: {}, type: 'lock' } });
    hasFields(t, more, { status: 422 }, 'more than that is refused');
  },
);

t.test(
  'a batch whose process dies half-way is carried out by the next, and its repeat gets the answer',
  async (t) => {
    const databasePath = join(testFolder(t), 'schoolgate.db');
    const clock = createFakeClock();
    let transactions = 0;
    const dying = await startRestServer(t, {
      databasePath,
      clock,
      store: (store) => ({
        ...store,
        // The plan and two of its parts; from then on it is as if the process were gone.
        transaction(work, options) {
          transactions += 1;
          return transactions > 3
            ? Promise.reject(new Fault('unavailable', 'The process was killed.'))
            : store.transaction(work, options);
        },
      }),
    });
    await makeDevices(dying, 600);
    const request = {
      body: { filter: { ou: ['/Big'] }, type: 'message', params: { text: 'Assembly' } },
      headers: { 'idempotency-key': 'assembly' },
    };
    t.equal((await dying.call('POST', '/v1/commands/batch', request)).status, 503);
    const total = async (server: RestServer) =>
      (await server.call('GET', '/v1/commands?type=message&limit=1', { key: dying.key })).body.total;
    t.equal(await total(dying), 50 + 100 + 100);
    hasFields(
      t,
      await dying.call('POST', '/v1/commands/batch', request),
      { status: 409, body: { code: 'idempotency_in_progress' } },
      'a repeat makes no second batch',
    );
    await dying.api.stop();
    clock.jump(120_000);

    const next = await startRestServer(t, { databasePath, clock });
    await until(async () => (await total(next)) === 600, { what: 'a command for each device' });
    const answer = await until(
      async () => {
        const repeated = await next.call('POST', '/v1/commands/batch', { ...request, key: dying.key });
        return repeated.status === 409 ? null : repeated;
      },
      { what: 'the answer' },
    );
    t.same(answer.status, 202);
    t.equal(answer.headers.get('idempotent-replayed'), 'true');
    hasFields(t, answer.body, { total: 600, counts: { queued: 600 }, waiting: 0, rejected: [] });
    t.equal(answer.headers.get('location'), `/v1/commands/batches/${answer.body.id}`);
    t.same((await next.call('GET', `/v1/commands/batches/${answer.body.id}`)).body, answer.body);
    t.equal(await total(next), 600, 'no device has it twice');
    const { data } = (await next.call('GET', '/v1/commands?limit=200')).body;
    t.same(
      [...new Set(data.map(({ createdAt }: { createdAt: string }) => createdAt))],
      [answer.body.createdAt],
      'each counts from when the batch was asked for',
    );
    t.equal(await next.store.commandBatches.unfinished(answer.body.id, 1), null);
  },
);

t.test(
  'a batch of which no device can have the command is refused whole, however many they are',
  async (t) => {
    const server = await startRestServer(t);
    const deviceIds = Array.from({ length: 300 }, () => server.ids.next('dev'));
    const answer = await server.call('POST', '/v1/commands/batch', { body: { deviceIds, type: 'lock' } });
    hasFields(t, answer, { status: 422, body: { code: 'unprocessable' } });
    t.same(await server.store.commandBatches.allUnfinished(10), []);
  },
);

/** Notes how many commands each transaction makes. */
function countingCommands(store: Store, sizes: number[]): Store {
  return {
    ...store,
    transaction: (work, options) =>
      store.transaction(async (tx) => {
        let made = 0;
        const create: Store['commands']['create'] = (command) => {
          made += 1;
          return tx.commands.create(command);
        };
        const result = await work(withPorts(tx, { commands: { ...tx.commands, create } }));
        sizes.push(made);
        return result;
      }, options),
  };
}

async function makeDevices({ store, ids }: RestServer, count: number): Promise<void> {
  const now = Date.now();
  await store.transaction(async (tx) => {
    const unit = await tx.ous.ensurePath(1, '/Big', now);
    for (let n = 0; n < count; n++)
      await tx.devices.enroll({
        id: ids.next('dev'),
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
      });
  });
}
