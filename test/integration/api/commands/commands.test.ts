import t from 'tap';
import type { CommandId } from '../../../../contracts/ids.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { until } from '../../../support/until.ts';
import { type RestServer, startRestServer } from '../rest-server.ts';

/** Names of the events that a device had, in order. */
async function eventsOf({ store, call }: RestServer, work: () => Promise<unknown>): Promise<string[]> {
  const hook = await call('POST', '/v1/webhooks', { body: { url: 'https://sis.example/hooks' } });
  await work();
  const list = await call('GET', `/v1/webhooks/${hook.body.id}/deliveries`);
  await store.check();
  return list.body.data.map(({ eventType }: { eventType: string }) => eventType).sort();
}

const deviceOf = async ({ call }: RestServer, id: string) => (await call('GET', `/v1/devices/${id}`)).body;

t.test('a lock without a body, whatever the content type says, is a queued lock command', async (t) => {
  const server = await startRestServer(t);
  for (const headers of [{}, { 'content-type': '' }, { 'content-type': 'application/json' }] as Record<
    string,
    string
  >[]) {
    const { id } = await server.makeDevice();
    const answer = await server.call('POST', `/v1/devices/${id}/lock`, { headers });
    hasFields(t, answer, {
      status: 202,
      body: {
        deviceId: id,
        type: 'lock',
        status: 'queued',
        params: {},
        result: null,
        error: null,
        sentAt: null,
      },
    });
    t.equal(answer.headers.get('location'), `/v1/commands/${answer.body.id}`);
    hasFields(t, (await deviceOf(server, id)).lock, {
      state: 'locking',
      requestedBy: answer.body.requestedBy,
    });
    t.match(answer.body.requestedBy, /^key_/);
    t.equal(Date.parse(answer.body.expiresAt) - Date.parse(answer.body.createdAt), 7 * 86_400_000);
  }
});

t.test('a PIN is stored as a hash with the lock and shown nowhere', async (t) => {
  const server = await startRestServer(t);
  const { id } = await server.makeDevice();
  const answer = await server.call('POST', `/v1/devices/${id}/lock`, {
    body: { message: 'See the office', pin: '482915', durationMinutes: 30 },
  });
  t.strictSame(answer.body.params, { message: 'See the office', durationMinutes: 30 });
  const record = await server.store.devices.find(id);
  hasFields(t, record?.lock, {
    wanted: true,
    message: 'See the office',
    durationMinutes: 30,
    pin: { cost: Number, blockSize: Number },
  });
  t.notOk(
    JSON.stringify([
      record,
      await server.store.commands.get(1, answer.body.id),
      await deviceOf(server, id),
    ]).includes('482915'),
  );
  for (const pin of ['123', '123456789', '12a4', 1234]) {
    hasFields(
      t,
      await server.call('POST', `/v1/devices/${id}/lock`, { body: { pin } }),
      { status: 400, body: { errors: [{ pointer: '#/pin' }] } },
      String(pin),
    );
  }
});

t.test('a second lock while one is open returns the same command', async (t) => {
  const server = await startRestServer(t);
  const { id } = await server.makeDevice();
  const first = await server.call('POST', `/v1/devices/${id}/lock`);
  const second = await server.call('POST', `/v1/devices/${id}/lock`, { body: { message: 'again' } });
  hasFields(t, second, { status: 202, body: { id: first.body.id } });
  const third = await server.call('POST', `/v1/devices/${id}/command`, { body: { type: 'lock' } });
  t.equal(third.body.id, first.body.id);
  t.equal((await server.call('GET', `/v1/devices/${id}/commands`)).body.total, 1);
});

t.test(
  'an unlock supersedes an open lock, and a lock an open unlock; each says so by an event',
  async (t) => {
    const server = await startRestServer(t);
    const { id } = await server.makeDevice();
    const events = await eventsOf(server, async () => {
      const lock = await server.call('POST', `/v1/devices/${id}/lock`);
      const unlock = await server.call('POST', `/v1/devices/${id}/command`, { body: { type: 'unlock' } });
      hasFields(t, (await server.call('GET', `/v1/commands/${lock.body.id}`)).body, {
        status: 'superseded',
        completedAt: String,
      });
      hasFields(t, (await deviceOf(server, id)).lock, { state: 'unlocked', message: null });
      const again = await server.call('POST', `/v1/devices/${id}/lock`);
      t.not(again.body.id, lock.body.id);
      t.equal((await server.call('GET', `/v1/commands/${unlock.body.id}`)).body.status, 'superseded');
      hasFields(t, (await deviceOf(server, id)).lock, { state: 'locking' });
    });
    t.strictSame(events, ['command.superseded', 'command.superseded']);
  },
);

t.test('only a queued command can be cancelled; a cancelled lock is not wanted any more', async (t) => {
  const server = await startRestServer(t);
  const { id } = await server.makeDevice();
  const events = await eventsOf(server, async () => {
    const lock = await server.call('POST', `/v1/devices/${id}/lock`);
    hasFields(t, await server.call('POST', `/v1/commands/${lock.body.id}/cancel`), {
      body: { status: 'cancelled' },
    });
    hasFields(t, (await deviceOf(server, id)).lock, { state: 'unlocked' });
    hasFields(t, await server.call('POST', `/v1/commands/${lock.body.id}/cancel`), {
      status: 409,
      body: { code: 'command_not_cancellable' },
    });
  });
  t.strictSame(events, ['command.cancelled']);
  const sent = await server.call('POST', `/v1/devices/${id}/lock`);
  await server.store.commands.advance(sent.body.id as CommandId, { to: 'sent', at: Date.now() });
  hasFields(t, await server.call('POST', `/v1/commands/${sent.body.id}/cancel`), {
    status: 409,
    body: { code: 'command_not_cancellable' },
  });
  hasFields(t, (await deviceOf(server, id)).lock, { state: 'locking' }, 'and it is still wanted');
});

t.test('a cancelled unlock leaves the lock as it was, with its message and its PIN', async (t) => {
  const server = await startRestServer(t);
  const { id } = await server.makeDevice();
  const lock = await server.call('POST', `/v1/devices/${id}/lock`, {
    body: { message: 'See the office', pin: '4829' },
  });
  const before = await server.store.devices.find(id);
  if (before === null) throw new Error('the device is gone');
  await server.store.transaction(async (tx) => {
    await tx.commands.advance(lock.body.id as CommandId, { to: 'succeeded', at: Date.now() });
    await tx.devices.setLock(id, { ...before.lock, confirmed: true });
  });
  const unlock = await server.call('POST', `/v1/devices/${id}/command`, { body: { type: 'unlock' } });
  hasFields(t, (await deviceOf(server, id)).lock, { state: 'unlocking' });
  await server.call('POST', `/v1/commands/${unlock.body.id}/cancel`);
  hasFields(t, (await deviceOf(server, id)).lock, { state: 'locked', message: 'See the office' });
  t.strictSame((await server.store.devices.find(id))?.lock.pin, before.lock.pin);
});

t.test(
  'every lock and unlock has a greater sequence than the one before, a cancelled one included',
  async (t) => {
    const server = await startRestServer(t);
    const { id } = await server.makeDevice();
    const sequences: number[] = [];
    const note = async () => sequences.push((await server.store.devices.find(id))?.lock.sequence ?? -1);
    const lock = await server.call('POST', `/v1/devices/${id}/lock`);
    await note();
    await server.call('POST', `/v1/devices/${id}/command`, { body: { type: 'unlock' } });
    await note();
    await server.call('POST', `/v1/devices/${id}/lock`);
    await note();
    t.strictSame(
      sequences,
      [...sequences].sort((a, b) => a - b),
    );
    t.equal(new Set(sequences).size, 3);
    t.ok(lock.body.id);
  },
);

t.test('parameters of commands are checked by their type', async (t) => {
  const server = await startRestServer(t);
  const { id } = await server.makeDevice();
  const send = (body: unknown) => server.call('POST', `/v1/devices/${id}/command`, { body });
  hasFields(t, await send({ type: 'message', params: { text: 'Hello' } }), {
    status: 202,
    body: { type: 'message', params: { text: 'Hello' } },
  });
  hasFields(t, await send({ type: 'open_url', params: { url: 'https://geogebra.org/' } }), { status: 202 });
  for (const type of [
    'restart',
    'shutdown',
    'sign_out',
    'sync_policy',
    'locate',
    'self_test',
    'collect_diagnostics',
  ]) {
    hasFields(t, await send({ type }), { status: 202, body: { type, status: 'queued' } }, type);
  }
  hasFields(t, await send({ type: 'restart', expiresInSeconds: 60 }), { status: 202 });
  for (const wrong of [
    {},
    { type: 'wipe' },
    { type: 'screenshot' },
    { type: 'close_tabs' },
    { type: 'dance' },
    { type: 'message' },
    { type: 'message', params: {} },
    { type: 'message', params: { text: '' } },
    { type: 'open_url', params: { url: 'javascript:alert(1)' } },
    { type: 'open_url', params: { url: 'file:///etc/passwd' } },
    { type: 'restart', params: { x: 1 } },
    { type: 'restart', expiresInSeconds: 9 },
    { type: 'restart', expiresInSeconds: 604_801 },
    { type: 'lock', params: { pin: '1' } },
    { type: 'restart', nonsense: true },
  ])
    hasFields(
      t,
      await send(wrong),
      { status: 400, body: { code: 'validation_failed' } },
      JSON.stringify(wrong),
    ); // prettier-ignore
  hasFields(t, await send({ type: 'update_agent' }), {
    status: 422,
    body: { code: 'command_not_supported' },
  });
});

t.test('Prefer: wait answers 200 as soon as the command has ended, 202 when it has not', async (t) => {
  const server = await startRestServer(t);
  const { id } = await server.makeDevice();
  const waiting = server.call('POST', `/v1/devices/${id}/lock`, { headers: { prefer: 'wait=20' } });
  const finish = async (): Promise<void> => {
    const [open] = await server.store.commands.openOf(id);
    if (open === undefined) return void setImmediate(() => void finish());
    await server.store.transaction(async (tx) => {
      await tx.commands.advance(open.id, { to: 'succeeded', at: Date.now(), result: {} });
      tx.wake({ kind: 'command', commandId: open.id });
    });
  };
  await finish();
  hasFields(t, await waiting, { status: 200, body: { status: 'succeeded' } });
  const other = await server.makeDevice();
  hasFields(t, await server.call('POST', `/v1/devices/${other.id}/lock`, { headers: { prefer: 'wait=0' } }), {
    status: 202,
  });
  hasFields(
    t,
    await server.call('POST', `/v1/devices/${other.id}/command`, {
      headers: { prefer: 'respond-async, wait=1' },
      body: { type: 'locate' },
    }),
    { status: 202, body: { status: 'queued' } },
  );
});

t.test('a lost wake-up only makes a wait slower', async (t) => {
  const clock = createFakeClock();
  const server = await startRestServer(t, { clock });
  const { id } = await server.makeDevice();
  const others = clock.pending();
  const waiting = server.call('POST', `/v1/devices/${id}/lock`, { headers: { prefer: 'wait=20' } });
  await until(() => clock.pending() > others, { what: 'the wait' });
  const [open] = await server.store.commands.openOf(id);
  await server.store.commands.advance(open?.id as CommandId, { to: 'succeeded', at: clock.now() });
  // It looks again after a second, long before the wait is over.
  await clock.advance(1_000);
  hasFields(t, await waiting, { status: 200, body: { status: 'succeeded' } });
});

t.test('stopping the server ends waits with what is known', async (t) => {
  // Its time stands still: the wait does not end by itself.
  const clock = createFakeClock();
  const server = await startRestServer(t, { clock });
  const { id } = await server.makeDevice();
  const others = clock.pending();
  const waiting = server.call('POST', `/v1/devices/${id}/lock`, { headers: { prefer: 'wait=30' } });
  await until(() => clock.pending() > others, { what: 'the wait' });
  await server.api.stop();
  hasFields(t, await waiting, { status: 202 });
});

t.test(
  'the ETag of a device changes with what is shown of it, so that 304 never hides a change',
  async (t) => {
    const server = await startRestServer(t);
    const { id } = await server.makeDevice();
    const first = await server.call('GET', `/v1/devices/${id}`);
    const etag = first.headers.get('etag') ?? '';
    t.match(etag, /^"[^"]+"$/);
    t.equal(
      (await server.call('GET', `/v1/devices/${id}`, { headers: { 'if-none-match': etag } })).status,
      304,
    );
    await server.call('POST', `/v1/devices/${id}/lock`);
    const locked = await server.call('GET', `/v1/devices/${id}`, { headers: { 'if-none-match': etag } });
    hasFields(t, locked, { status: 200, body: { lock: { state: 'locking' } } });
    const before = locked.headers.get('etag') ?? '';
    await server.store.devices.writeHeartbeats([
      {
        deviceId: id,
        lastSeenAt: Date.now() + 1_000,
        user: 'ana@x.example',
        battery: 12,
        campus: 'unknown',
        campusId: null,
        osVersion: 'x',
        agentVersion: 'x',
        protection: 'enforcing',
        protectionSince: null,
        policyVersion: 1,
        targetConfirmed: 1,
      },
    ]); // prettier-ignore
    hasFields(t, await server.call('GET', `/v1/devices/${id}`, { headers: { 'if-none-match': before } }), {
      status: 200,
      body: { battery: 12 },
    });
    t.equal(
      (
        await server.call('PATCH', `/v1/devices/${id}`, {
          body: { name: 'NEW' },
          headers: { 'if-match': before },
        })
      ).status,
      200,
      'a heartbeat is no conflicting change',
    );
    hasFields(
      t,
      await server.call('PATCH', `/v1/devices/${id}`, {
        body: { name: 'X' },
        headers: { 'if-match': before },
      }),
      { status: 412, body: { code: 'precondition_failed' } },
    );
    hasFields(t, await server.call('DELETE', `/v1/devices/${id}`, { headers: { 'if-match': before } }), {
      status: 412,
    });
  },
);

t.test('a device is changed by merge patch, and let go by DELETE', async (t) => {
  const server = await startRestServer(t);
  const { id } = await server.makeDevice({ ou: '/Springfield' });
  await server.store.ous.ensurePath(1, '/Springfield/High', Date.now());
  const patch = (body: unknown) =>
    server.call('PATCH', `/v1/devices/${id}`, {
      body,
      headers: { 'content-type': 'application/merge-patch+json' },
    });
  hasFields(t, await patch({ name: 'LIB-017', tags: ['library'], assetTag: 'A1', ou: '/Springfield/High' }), {
    status: 200,
    body: { name: 'LIB-017', tags: ['library'], assetTag: 'A1', ou: '/Springfield/High' },
  }); // prettier-ignore
  hasFields(t, await patch({ assetTag: null }), { status: 200, body: { assetTag: null, name: 'LIB-017' } });
  hasFields(t, await patch({ ou: '/No/Such' }), { status: 422 });
  const revoked = new Promise((resolve) =>
    server.store.bus.subscribe((wakeUp) => wakeUp.kind === 'revoked' && resolve(wakeUp.deviceId)),
  );
  const gone = await server.call('DELETE', `/v1/devices/${id}`);
  hasFields(t, gone, { status: 204, body: '' });
  t.equal(await revoked, id, 'and the gateway is told to cut it off');
  t.equal((await server.call('DELETE', `/v1/devices/${id}`)).status, 404);
  t.equal((await server.call('GET', `/v1/devices/${id}`)).status, 404);
});

t.test('a client that goes away while it waits does not hold up a stop', async (t) => {
  // Its time stands still: the wait does not end by itself.
  const clock = createFakeClock();
  const server = await startRestServer(t, { clock });
  const { id } = await server.makeDevice();
  const others = clock.pending();
  const leaving = new AbortController();
  const waiting = fetch(`http://127.0.0.1:${server.port}/v1/devices/${id}/lock`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.key}`, prefer: 'wait=30' },
    signal: leaving.signal,
  });
  await until(() => clock.pending() > others, { what: 'the wait' });
  leaving.abort();
  await t.rejects(waiting);
  await server.api.stop();
  t.equal((await server.store.commands.openOf(id)).length, 1, 'the lock stands all the same');
});
