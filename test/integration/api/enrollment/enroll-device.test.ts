import t from 'tap';
import { parseEnrollmentToken } from '../../../../contracts/enrollment/enrollment.ts';
import { JWS_TYPES } from '../../../../contracts/mqtt/messages.ts';
import { formerKeyClaim } from '../../../../kit/enrollment-proof.ts';
import { generateSigningKey, type SigningKey, sha256, signJws } from '../../../../kit/signing.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { type RestServer, SERVER_PUBLIC_KEY, startRestServer } from '../rest-server.ts';

const HARDWARE = {
  machineId: 'm-1',
  serial: 'S1',
  hostname: 'LIB-017',
  platform: 'linux',
  osVersion: 'Debian 13',
  manufacturer: null,
  model: null,
};

async function makeToken(
  { call }: RestServer,
  changes: object = {},
): Promise<{ readonly id: string; readonly token: string }> {
  const answer = await call('POST', '/v1/enrollment-tokens', {
    body: { name: 'Cart 3', ou: '/Springfield/High', ...changes },
  });
  if (answer.status !== 201) throw new Error(`no token: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function requestOf(
  token: string,
  {
    key = generateSigningKey(),
    hardware = HARDWARE as object,
    proofOf = token,
    typ = JWS_TYPES.enrollment as string,
    former = null as SigningKey | null,
  } = {},
) {
  return {
    token,
    publicKey: key.publicKey,
    proof: await signJws(sha256(proofOf), key, typ),
    ...(former === null
      ? {}
      : {
          formerKeyProof: await signJws(formerKeyClaim(token, key.publicKey), former, JWS_TYPES.reEnrollment),
        }),
    hardware,
    agentVersion: '1.0.0',
  };
}

const enroll = ({ call }: RestServer, body: unknown) => call('POST', '/agent/v1/enroll', { key: null, body });

t.test('a token with a proof of the key makes a device in its unit, and an event', async (t) => {
  const server = await startRestServer(t);
  const hook = await server.call('POST', '/v1/webhooks', {
    body: { url: 'https://sis.example/hooks', events: ['device.enrolled'] },
  });
  const { token } = await makeToken(server);
  t.not(parseEnrollmentToken(token), null);
  const answer = await enroll(server, await requestOf(token));
  hasFields(t, answer.body, {
    reEnrolled: false,
    serverPublicKey: SERVER_PUBLIC_KEY,
    certificateAuthority: 'PEM of the authority',
    ou: '/Springfield/High',
  });
  hasFields(t, answer.body.mqttUrls, ['mqtts://127.0.0.1:8883']);
  hasFields(t, (await server.call('GET', `/v1/devices/${answer.body.deviceId}`)).body, {
    name: 'LIB-017',
    status: 'offline',
    ou: '/Springfield/High',
  });
  t.equal((await server.call('GET', `/v1/webhooks/${hook.body.id}/deliveries`)).body.total, 1);
});

t.test('the same hardware with its old key gets its id back, and its old connection is cut', async (t) => {
  const server = await startRestServer(t);
  const { token } = await makeToken(server);
  const former = generateSigningKey();
  const first = await enroll(server, await requestOf(token, { key: former }));
  const revoked = new Promise((resolve) =>
    server.store.bus.subscribe((wakeUp) => wakeUp.kind === 'revoked' && resolve(wakeUp.deviceId)),
  );
  const key: SigningKey = generateSigningKey();
  const second = await enroll(server, await requestOf(token, { key, former }));
  hasFields(t, second.body, { deviceId: first.body.deviceId, reEnrolled: true });
  t.equal(await revoked, first.body.deviceId);
  t.equal((await server.store.devices.find(second.body.deviceId))?.publicKey, key.publicKey);
  t.equal((await server.call('GET', '/v1/devices')).body.total, 1);
});

t.test('a key that a restore holds proves nothing: an administrator has to agree', async (t) => {
  const server = await startRestServer(t);
  const { token } = await makeToken(server);
  const former = generateSigningKey();
  const first = await enroll(server, await requestOf(token, { key: former }));
  const device = await server.store.devices.find(first.body.deviceId);
  if (device === null) throw new Error('no device');
  const held = {
    ...device,
    publicKey: `held:${former.publicKey}`,
    hardware: HARDWARE as never,
    now: Date.now(),
  };
  await server.store.devices.enroll(held);
  for (const body of [await requestOf(token, { former }), await requestOf(token, { key: former })])
    hasFields(t, await enroll(server, body), { status: 409, body: { code: 'enrollment_waiting' } });
});

t.test(
  'a refused enrollment does not say which tokens exist, uses nothing up and makes nothing',
  async (t) => {
    const server = await startRestServer(t);
    const { id, token } = await makeToken(server, { maxUses: 1 });
    const unknown = `sget_${'0'.repeat(32)}_${'F'.repeat(43)}`;
    hasFields(t, await enroll(server, await requestOf(unknown)), {
      status: 403,
      body: { code: 'enrollment_refused' },
    });
    const unproven = [
      await requestOf(token, { proofOf: 'another token' }),
      await requestOf(token, { typ: JWS_TYPES.command }),
      { ...(await requestOf(token)), publicKey: generateSigningKey().publicKey },
      { ...(await requestOf(token)), proof: 'not.a.jws' },
    ];
    for (const body of unproven)
      hasFields(t, await enroll(server, body), {
        status: 400,
        body: { errors: [{ in: 'body', pointer: '#/proof' }] },
      });
    t.equal((await server.call('GET', '/v1/devices')).body.total, 0);
    const list = await server.call('GET', '/v1/enrollment-tokens');
    hasFields(
      t,
      list.body.data.find((one: { id: string }) => one.id === id),
      { uses: 0 },
    );
    t.equal((await enroll(server, await requestOf(token))).status < 300, true);
    hasFields(
      t,
      await enroll(server, await requestOf(token, { hardware: { ...HARDWARE, machineId: 'm-2' } })),
      { status: 403, body: { code: 'enrollment_refused' } },
      'used up',
    );
  },
);

t.test(
  'a device whose answer was lost asks again and gets the same one; the token is used once, and nothing is told twice',
  async (t) => {
    const server = await startRestServer(t);
    const hook = await server.call('POST', '/v1/webhooks', {
      body: { url: 'https://sis.example/hooks', events: ['device.enrolled'] },
    });
    const { id, token } = await makeToken(server, { maxUses: 1 });
    const key = generateSigningKey();
    const first = await enroll(server, await requestOf(token, { key }));
    const revoked: string[] = [];
    server.store.bus.subscribe((wakeUp) => wakeUp.kind === 'revoked' && revoked.push(wakeUp.deviceId));

    const second = await enroll(server, await requestOf(token, { key }));
    t.equal(second.status, first.status);
    const { serverTime: _, ...answer } = first.body;
    hasFields(t, second.body, answer);
    t.same(revoked, []);
    t.equal((await server.call('GET', `/v1/webhooks/${hook.body.id}/deliveries`)).body.total, 1);
    const { data } = (await server.call('GET', '/v1/enrollment-tokens')).body;
    hasFields(
      t,
      data.find((one: { id: string }) => one.id === id),
      { uses: 1 },
    );

    const refused = { status: 403, body: { code: 'enrollment_refused' } };
    hasFields(t, await enroll(server, await requestOf(token)), refused, 'the same hardware with another key');
    const otherHardware = { ...HARDWARE, machineId: 'm-2' };
    hasFields(
      t,
      await enroll(server, await requestOf(token, { key, hardware: otherHardware })),
      refused,
      'the same key on other hardware',
    );
    const unknown = `sget_${'0'.repeat(32)}_${'F'.repeat(43)}`;
    hasFields(t, await enroll(server, await requestOf(unknown, { key })), refused, 'an unknown token');
    const connection = { epoch: 1, at: Date.now() };
    await server.store.devices.connected(first.body.deviceId, connection);
    hasFields(t, await enroll(server, await requestOf(token, { key })), refused, 'its answer has arrived');
    await server.call('DELETE', `/v1/enrollment-tokens/${id}`);
    hasFields(t, await enroll(server, await requestOf(token, { key })), refused, 'a deleted token');
  },
);

t.test('a deleted or expired token is refused', async (t) => {
  const server = await startRestServer(t);
  const { id, token } = await makeToken(server);
  t.equal((await server.call('DELETE', `/v1/enrollment-tokens/${id}`)).status, 204);
  t.equal((await server.call('DELETE', `/v1/enrollment-tokens/${id}`)).status, 404);
  t.equal((await enroll(server, await requestOf(token))).status, 403);
});

t.test('malformed requests are 400, not 500', async (t) => {
  const server = await startRestServer(t);
  const { token } = await makeToken(server);
  const good = await requestOf(token);
  for (const body of [
    '',
    '{}',
    'null',
    '[]',
    { ...good, token: 'x' },
    { ...good, publicKey: 'A'.repeat(42) },
    { ...good, hardware: null },
    { ...good, proof: 'x'.repeat(3_000) },
    { ...good, hardware: { ...HARDWARE, hostname: '' } },
    { ...good, hardware: { ...HARDWARE, platform: 'beos' } },
    { ...good, surplus: 1 },
  ])
    hasFields(
      t,
      await enroll(server, body),
      { status: 400, body: { requestId: /^req_/ } },
      JSON.stringify(body).slice(0, 60),
    ); // prettier-ignore
  // 32 bytes that are no point of the curve, and small-order points: no signature by them may pass.
  for (const publicKey of [`${'_'.repeat(42)}8`, 'A'.repeat(43)])
    hasFields(t, await enroll(server, { ...good, publicKey }), { status: 400 }, publicKey);
});

t.test('the time and the authority are told without a key', async (t) => {
  const { call } = await startRestServer(t);
  hasFields(t, (await call('GET', '/agent/v1/ca', { key: null })).body, {
    certificateAuthority: 'PEM of the authority',
  });
  const before = Date.now();
  const { body } = await call('GET', '/agent/v1/time', { key: null });
  t.ok(body.serverTime >= before && body.serverTime <= Date.now(), 'the time when it was asked');
});

t.test('a token of the API is shown once, never again', async (t) => {
  const server = await startRestServer(t);
  const { id, token } = await makeToken(server);
  const list = await server.call('GET', '/v1/enrollment-tokens');
  t.equal(list.body.total, 1);
  t.notOk(JSON.stringify(list.body).includes(token.slice(5, 37)));
  hasFields(t, list.body.data[0], { id, name: 'Cart 3', uses: 0 });
});

t.test('a computer that says to be an enrolled device waits for a yes, and comes in after it', async (t) => {
  const server = await startRestServer(t);
  const { token } = await makeToken(server, { maxUses: 2 });
  const old = generateSigningKey();
  const { deviceId } = (await enroll(server, await requestOf(token, { key: old }))).body;
  const key = generateSigningKey();
  const waiting = await enroll(server, await requestOf(token, { key }));
  t.equal(waiting.status, 409);
  t.equal(waiting.body.code, 'enrollment_waiting');
  t.equal((await server.store.devices.find(deviceId))?.publicKey, old.publicKey);

  const list = await server.call('GET', '/v1/enrollment-requests');
  t.equal(list.body.total, 1);
  const [request] = list.body.data;
  t.equal(request.deviceId, deviceId);
  t.equal(request.status, 'waiting');
  t.ok(waiting.body.detail.includes(request.id));
  t.ok(waiting.body.detail.includes(request.code));
  const alerts = await server.call('GET', '/v1/alerts?type=device_reenrollment');
  t.equal(alerts.body.total, 1);
  t.equal(alerts.body.data[0].deviceId, deviceId);
  t.ok(alerts.body.data[0].details.what.includes(request.id));

  const approved = await server.call('POST', `/v1/enrollment-requests/${request.id}/approve`);
  t.equal(approved.status, 200);
  t.equal(approved.body.status, 'approved');
  t.equal((await server.call('POST', `/v1/enrollment-requests/${request.id}/refuse`)).status, 409);
  const answer = await enroll(server, await requestOf(token, { key }));
  t.equal(answer.status, 201);
  t.equal(answer.body.deviceId, deviceId);
  t.equal((await server.store.devices.find(deviceId))?.publicKey, key.publicKey);
  t.equal((await server.call('GET', '/v1/enrollment-requests')).body.total, 0);
});

t.test('five that were refused keep the true one from nothing; five that wait do', async (t) => {
  const server = await startRestServer(t);
  const { token } = await makeToken(server, { maxUses: 20 });
  await enroll(server, await requestOf(token));
  const ask = async () => (await enroll(server, await requestOf(token))).body.code;
  const waiting = Array(5).fill('enrollment_waiting');
  t.same([await ask(), await ask(), await ask(), await ask(), await ask()], waiting);
  t.equal(await ask(), 'enrollment_refused');
  for (const { id } of (await server.call('GET', '/v1/enrollment-requests')).body.data)
    t.equal((await server.call('POST', `/v1/enrollment-requests/${id}/refuse`)).status, 200);
  t.equal(await ask(), 'enrollment_waiting');
});

t.test('requests are seen and decided within the reach of a key, and with the right to write', async (t) => {
  const server = await startRestServer(t);
  const { token } = await makeToken(server);
  await enroll(server, await requestOf(token));
  await enroll(server, await requestOf(token));
  const [request] = (await server.call('GET', '/v1/enrollment-requests')).body.data;
  const approve = (key: string) =>
    server.call('POST', `/v1/enrollment-requests/${request.id}/approve`, { key });
  const { key: elsewhere } = await server.makeKey({
    scopes: ['devices:read', 'devices:write'],
    ouPath: '/Springfield/Low',
  });
  t.equal((await server.call('GET', '/v1/enrollment-requests', { key: elsewhere })).body.total, 0);
  t.equal((await approve(elsewhere)).status, 404);
  const { key: reader } = await server.makeKey({ scopes: ['devices:read'] });
  t.equal((await server.call('GET', '/v1/enrollment-requests', { key: reader })).body.total, 1);
  t.equal((await approve(reader)).status, 403);
});

t.test('a token for re-enrollment is made for a short time only, and shows what it is', async (t) => {
  const server = await startRestServer(t);
  const make = (body: object) =>
    server.call('POST', '/v1/enrollment-tokens', { body: { name: 'Cart', ...body } });
  const { token } = await makeToken(server);
  const { deviceId } = (await enroll(server, await requestOf(token))).body;
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  t.equal((await make({ reEnroll: true })).status, 400);
  t.equal((await make({ reEnroll: true, expiresAt: inDays(8) })).status, 400);
  t.equal((await make({ deviceId, expiresAt: inDays(1), ou: '/Springfield/High' })).status, 400);
  const one = await make({ deviceId, expiresAt: inDays(1) });
  t.equal(one.status, 201);
  t.equal(one.body.reEnroll, true);
  t.equal(one.body.deviceId, deviceId);
  t.equal(one.body.ou, '/Springfield/High');
  t.equal(one.body.maxUses, 1);
  const answer = await enroll(server, await requestOf(one.body.token));
  t.equal(answer.status, 201);
  t.equal(answer.body.deviceId, deviceId);
});
