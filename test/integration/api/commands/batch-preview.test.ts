import t from 'tap';
import type { DeviceRecord } from '../../../../store/ports/devices.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { signedIn } from '../people.ts';
import { type Answer, type RestServer, startRestServer, strangeId } from '../rest-server.ts';

const LOCK = { type: 'lock', params: { message: 'Assembly' } };

async function preview(server: RestServer, body: object, key?: string): Promise<Answer> {
  return await server.call('POST', '/v1/commands/batch/preview', {
    body,
    ...(key === undefined ? {} : { key }),
  });
}

async function send(server: RestServer, body: object, key?: string): Promise<Answer> {
  return await server.call('POST', '/v1/commands/batch', { body, ...(key === undefined ? {} : { key }) });
}

async function commandTotal(server: RestServer): Promise<number> {
  return (await server.call('GET', '/v1/commands?limit=1')).body.total;
}

t.test('a preview tells of each device what would happen, and sends nothing', async (t) => {
  const server = await startRestServer(t);
  const { store } = server;
  const here = await server.makeDevice({ name: 'HERE' });
  const away = await server.makeDevice({ name: 'AWAY' });
  const locked = await server.makeDevice({ name: 'LOCKED' });
  const otherwise = await server.makeDevice({ name: 'OTHERWISE' });
  const missing = strangeId('dev');
  const now = Date.now();
  await store.devices.touch([{ deviceId: here.id, lastSeenAt: now }]);
  await store.devices.setStatus(here.id, 'online', now);
  await server.call('POST', `/v1/devices/${locked.id}/lock`, { body: { message: 'Assembly' } });
  await server.call('POST', `/v1/devices/${otherwise.id}/lock`, { body: { message: 'Stolen' } });
  const before = await commandTotal(server);

  const deviceIds = [here.id, away.id, locked.id, otherwise.id, missing];
  const answer = await preview(server, { ...LOCK, deviceIds });
  hasFields(t, answer, {
    status: 200,
    body: {
      type: 'lock',
      total: 5,
      counts: { now: 1, later: 2, already: 1, rejected: 1 },
      devices: [
        { deviceId: here.id, name: 'HERE', outcome: 'now', code: null, detail: null },
        { deviceId: away.id, name: 'AWAY', outcome: 'later' },
        { deviceId: otherwise.id, name: 'OTHERWISE', outcome: 'later' },
        { deviceId: locked.id, name: 'LOCKED', outcome: 'already' },
        { deviceId: missing, name: null, outcome: 'rejected', code: 'not_found' },
      ],
    },
  });
  t.equal(await commandTotal(server), before);
  hasFields(t, await preview(server, { type: 'unlock', deviceIds }), {
    body: { counts: { now: 0, later: 2, already: 2, rejected: 1 } },
  });
  hasFields(t, await preview(server, { ...LOCK, params: { ...LOCK.params, pin: '2468' }, deviceIds }), {
    body: { counts: { now: 1, later: 3, already: 0, rejected: 1 } },
  });
  hasFields(t, await preview(server, { type: 'update_agent', deviceIds: [here.id] }), {
    body: { counts: { rejected: 1 }, devices: [{ code: 'command_not_supported' }] },
  });
});

t.test('names are bounded, counts are not, and a preview costs what the batch costs', async (t) => {
  const server = await startRestServer(t);
  for (let n = 0; n < 251; n++) await server.makeDevice();
  const { key } = await server.makeKey({ rateLimitOverride: 100 });
  const answer = await preview(server, { type: 'restart', filter: {} }, key);
  hasFields(t, answer.body, { total: 251, counts: { now: 0, later: 251 } });
  t.equal(answer.body.devices.length, 200);
  t.equal(answer.headers.get('x-ratelimit-remaining'), '94');
});

t.test('a token sends to exactly what was shown, once', async (t) => {
  const server = await startRestServer(t);
  const first = await server.makeDevice({ ou: '/High' });
  await server.makeDevice({ ou: '/High' });
  const body = { ...LOCK, filter: { ou: ['/High'] } };
  const { token } = (await preview(server, body)).body;
  t.ok(token.length < 1_000);
  await server.store.devices.touch([{ deviceId: first.id, lastSeenAt: Date.now() }]);
  await server.store.devices.setStatus(first.id, 'online', Date.now());
  const sent = await send(server, { ...body, token });
  hasFields(t, sent, { status: 202, body: { total: 2, counts: { queued: 2 } } });

  await server.makeDevice({ ou: '/High' });
  const again = await send(server, { ...body, token });
  hasFields(t, again, { status: 202, body: { id: sent.body.id, total: 2 } }, 'the same batch');
  t.equal(again.headers.get('location'), `/v1/commands/batches/${sent.body.id}`);
  t.equal(await commandTotal(server), 2);
});

t.test('two uses of a token at once make one batch', async (t) => {
  const server = await startRestServer(t);
  await server.makeDevice();
  const body = { type: 'message', params: { text: 'Hello' }, filter: {} };
  const { token } = (await preview(server, body)).body;
  const answers = await Promise.all([1, 2, 3, 4].map(() => send(server, { ...body, token })));
  t.same(new Set(answers.map(({ status }) => status)), new Set([202]));
  t.equal(new Set(answers.map((answer) => answer.body.id)).size, 1);
  t.equal(await commandTotal(server), 1);
});

t.test('a token is refused when the devices are no longer those that were shown', async (t) => {
  const clock = createFakeClock();
  const server = await startRestServer(t, { clock });
  const devices: DeviceRecord[] = [];
  for (let n = 0; n < 3; n++) devices.push(await server.makeDevice({ ou: '/High' }));
  const [one, two, three] = devices.map(({ id }) => id);
  const limited = await server.makeKey({ ouPath: '/High' });
  const filtered = { ...LOCK, filter: { ou: ['/High'] } };
  const named = { ...LOCK, deviceIds: [one, two, three] };
  const changes: readonly [string, object, () => Promise<unknown>][] = [
    ['another one matches', filtered, () => server.makeDevice({ ou: '/High' })],
    [
      'one was moved out of reach',
      named,
      () => server.call('PATCH', `/v1/devices/${three}`, { body: { ou: '/' } }),
    ],
    ['one was unenrolled', named, () => server.call('DELETE', `/v1/devices/${two}`)],
    [
      'one was locked by somebody else',
      filtered,
      () => server.call('POST', `/v1/devices/${one}/lock`, { body: { message: 'Assembly' } }),
    ],
    ['ten minutes are over', filtered, async () => clock.jump(600_000)],
  ];
  for (const [what, body, change] of changes) {
    const { token } = (await preview(server, body, limited.key)).body;
    await change();
    const answer = await send(server, { ...body, token }, limited.key);
    hasFields(t, answer, { status: 409, body: { code: 'preview_outdated' } }, what);
  }
  t.equal(await commandTotal(server), 1, 'the lock of somebody else');
});

t.test('a token is for its caller and its command', async (t) => {
  const server = await startRestServer(t);
  const { id } = await server.makeDevice();
  const other = await server.makeKey();
  const body = { type: 'lock', params: { message: 'Assembly', pin: '2468' }, deviceIds: [id] };
  const { token } = (await preview(server, body)).body;
  const refused = { status: 400, body: { code: 'validation_failed', errors: [{ pointer: '#/token' }] } };
  const attempts: readonly [string, object, string?][] = [
    ['another key', { ...body, token }, other.key],
    ['other words', { ...body, params: { ...body.params, message: 'Go home' }, token }],
    ['no PIN', { ...body, params: { message: 'Assembly' }, token }],
    ['another life', { ...body, expiresInSeconds: 60, token }],
    ['another type', { type: 'unlock', deviceIds: [id], token }],
    ['a changed token', { ...body, token: `${token.slice(0, -2)}AA` }],
    ['no token at all', { ...body, token: 'x' }],
  ];
  for (const [what, attempt, key] of attempts) hasFields(t, await send(server, attempt, key), refused, what);
  hasFields(t, await preview(server, { ...body, token }), refused, 'a preview takes none');
  hasFields(t, await send(server, { ...body, token }), { status: 202, body: { total: 1 } });
});

t.test('a preview shows nothing outside of the reach, and needs the right to send', async (t) => {
  const server = await startRestServer(t);
  const outside = await server.makeDevice({ ou: '/Low', name: 'SECRET' });
  await server.makeDevice({ ou: '/High' });
  const limited = await server.makeKey({ ouPath: '/High' });
  const named = await preview(server, { ...LOCK, deviceIds: [outside.id] }, limited.key);
  hasFields(t, named, { status: 200, body: { devices: [{ name: null, code: 'not_found' }] } });
  hasFields(t, await preview(server, { ...LOCK, filter: {} }, limited.key), { body: { total: 1 } });
  for (const role of ['viewer', 'teacher'] as const) {
    const person = await signedIn(server, role);
    const answer = await person.call('POST', '/v1/commands/batch/preview', { ...LOCK, filter: {} });
    hasFields(t, answer, { status: 403 }, role);
  }
});
