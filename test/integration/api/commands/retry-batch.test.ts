import t from 'tap';
import { hasFields } from '../../../support/has-fields.ts';
import { signedIn } from '../people.ts';
import { type RestServer, startRestServer } from '../rest-server.ts';

interface Sent {
  readonly id: string;
  readonly deviceIds: readonly string[];
  /** Ends the commands of these devices, by their place in the batch. */
  end(places: readonly number[], to: 'failed' | 'expired' | 'succeeded'): Promise<void>;
}

async function sendTo(server: RestServer, count: number, order: object, ou = '/High'): Promise<Sent> {
  const deviceIds: string[] = [];
  for (let n = 0; n < count; n++) deviceIds.push((await server.makeDevice({ ou })).id);
  const { status, body } = await server.call('POST', '/v1/commands/batch', { body: { ...order, deviceIds } });
  if (status !== 202) throw new Error(JSON.stringify(body));
  const end: Sent['end'] = async (places, to) => {
    for (const place of places) {
      const { data } = (await server.call('GET', `/v1/devices/${deviceIds[place]}/commands`)).body;
      const error = to === 'failed' ? { error: { code: 'busy', detail: 'The disk is full.' } } : {};
      await server.store.commands.advance(data[0].id, { to, at: Date.now(), ...error });
    }
  };
  return { id: body.id, deviceIds, end };
}

const retry = (server: RestServer, id: string, body?: object, key?: string) =>
  server.call('POST', `/v1/commands/batches/${id}/retry`, {
    ...(body === undefined ? {} : { body }),
    ...(key === undefined ? {} : { key }),
  });

t.test('a lock of forty fails on three: they are found, and locked by a retry', async (t) => {
  const server = await startRestServer(t);
  const sent = await sendTo(server, 40, { type: 'lock', params: { message: 'Assembly' } });
  const others = Array.from({ length: 37 }, (_, place) => place + 3);
  await sent.end(others, 'succeeded');
  await sent.end([0, 1, 2], 'failed');

  const whole = (await server.call('GET', `/v1/commands/batches/${sent.id}`)).body;
  hasFields(t, whole, { status: 'done', counts: { succeeded: 37, failed: 3 }, retryOf: null });
  const failed = (await server.call('GET', `/v1/commands?batchId=${sent.id}&status=failed`)).body;
  hasFields(t, failed, { total: 3 });
  for (const command of failed.data)
    hasFields(t, command, { batchId: sent.id, error: { code: 'busy', detail: 'The disk is full.' } });

  const again = await retry(server, sent.id);
  hasFields(t, again, {
    status: 202,
    body: { type: 'lock', total: 3, counts: { queued: 3 }, retryOf: sent.id, status: 'running' },
  });
  t.equal(again.headers.get('location'), `/v1/commands/batches/${again.body.id}`);
  const commands = (await server.call('GET', `/v1/commands?batchId=${again.body.id}`)).body.data;
  t.same(
    commands.map(({ deviceId }: { deviceId: string }) => deviceId).sort(),
    sent.deviceIds.slice(0, 3).toSorted(),
  );
  for (const command of commands) hasFields(t, command, { params: { message: 'Assembly' } });
  hasFields(
    t,
    await retry(server, sent.id),
    { status: 409, body: { code: 'conflict' } },
    'not twice: what fails now is retried from the newer batch',
  );
});

t.test('a batch of which nothing failed cannot be retried; statuses may be named', async (t) => {
  const server = await startRestServer(t);
  const sent = await sendTo(server, 3, { type: 'restart', expiresInSeconds: 60 });
  hasFields(t, await retry(server, sent.id), { status: 409, body: { code: 'conflict' } });
  await sent.end([0], 'failed');
  await sent.end([1], 'expired');
  const [queued] = (await server.call('GET', `/v1/commands?batchId=${sent.id}&status=queued`)).body.data;
  await server.call('POST', `/v1/commands/${queued.id}/cancel`);
  hasFields(t, await retry(server, sent.id, { statuses: ['expired'] }), { status: 202, body: { total: 1 } });
  const rest = await retry(server, sent.id, { statuses: ['failed', 'expired', 'cancelled'] });
  hasFields(t, rest, { status: 202, body: { total: 2 } });
  const [command] = (await server.call('GET', `/v1/commands?batchId=${rest.body.id}`)).body.data;
  t.equal(Date.parse(command.expiresAt) - Date.parse(command.createdAt), 60_000, 'it lives as long');
  for (const statuses of [[], ['superseded'], ['failed', 'failed']])
    hasFields(t, await retry(server, sent.id, { statuses }), { status: 400 });
});

t.test('two retries at once send once', async (t) => {
  const server = await startRestServer(t);
  const sent = await sendTo(server, 2, { type: 'message', params: { text: 'Hello' } });
  await sent.end([0, 1], 'failed');
  const answers = await Promise.all([retry(server, sent.id), retry(server, sent.id)]);
  t.same(answers.map(({ status }) => status).sort(), [202, 409]);
  t.equal((await server.call('GET', '/v1/commands?type=message')).body.total, 4);
});

t.test('a lock with a PIN is retried with a PIN', async (t) => {
  const server = await startRestServer(t);
  const sent = await sendTo(server, 1, { type: 'lock', params: { pin: '2468' } });
  await sent.end([0], 'failed');
  hasFields(t, await retry(server, sent.id), {
    status: 422,
    body: { code: 'unprocessable', errors: [{ pointer: '#/pin', code: 'required' }] },
  });
  const again = await retry(server, sent.id, { pin: '1357' });
  hasFields(t, again, { status: 202, body: { total: 1 } });
  t.notMatch(JSON.stringify(again.body), /1357/);
  t.ok((await server.store.devices.find(sent.deviceIds[0] ?? ''))?.lock.pin);

  const plain = await sendTo(server, 1, { type: 'lock' });
  await plain.end([0], 'failed');
  hasFields(t, await retry(server, plain.id, { pin: '1357' }), {
    status: 400,
    body: { errors: [{ pointer: '#/pin' }] },
  });
});

t.test('a big retry is carried out to its end, and costs one request for fifty', async (t) => {
  const server = await startRestServer(t);
  const sent = await sendTo(server, 120, { type: 'restart' });
  await sent.end(
    Array.from({ length: 120 }, (_, place) => place),
    'failed',
  );
  const { key } = await server.makeKey({ rateLimitOverride: 100 });
  const again = await retry(server, sent.id, undefined, key);
  hasFields(t, again, { status: 202, body: { total: 120, waiting: 0, counts: { queued: 120 } } });
  t.equal(again.headers.get('x-ratelimit-remaining'), '97');
});

t.test('a caller retries within the own unit only, and with the right to send', async (t) => {
  const server = await startRestServer(t);
  const high = await sendTo(server, 1, { type: 'restart' }, '/High');
  const low = await sendTo(server, 1, { type: 'restart' }, '/Low');
  for (const sent of [high, low]) await sent.end([0], 'failed');
  const limited = await server.makeKey({ ouPath: '/High' });
  hasFields(t, await retry(server, low.id, undefined, limited.key), { status: 404 });
  for (const role of ['viewer', 'teacher'] as const) {
    const person = await signedIn(server, role);
    hasFields(t, await person.call('POST', `/v1/commands/batches/${high.id}/retry`), { status: 403 }, role);
  }
  hasFields(t, await retry(server, high.id, undefined, limited.key), { status: 202, body: { total: 1 } });
});
