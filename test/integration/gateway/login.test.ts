import t from 'tap';
import { hasFields } from '../../support/has-fields.ts';
import type { ConnectChanges, TestDevice } from '../../support/test-device.ts';
import { createTestGateway } from '../../support/test-gateway.ts';
import { until } from '../../support/until.ts';

/** Tries to log in; gives MQTT's code of the refusal, or 0. */
async function attempt(device: TestDevice, url: string, changes: ConnectChanges = {}): Promise<number> {
  try {
    const link = await device.connect(url, changes);
    await link.client.endAsync(true);
    return 0;
  } catch (error) {
    return error instanceof Error && 'code' in error ? Number(error.code) : -1;
  }
}

t.test('a device with its key logs in, is online and gets its target state, signed', async (t) => {
  const { gateway, url, store, events, device } = await createTestGateway(t);
  const laptop = await device();
  const link = await laptop.connect(url);
  const record = await store.devices.find(laptop.id);
  hasFields(t, record, { status: 'online', connectionEpoch: link.epoch, disconnectedAt: null });
  hasFields(t, events, [
    { type: 'device.online', deviceId: laptop.id, data: { device: { status: 'online' } } },
  ]);
  await until(() => link.targets.length === 1, { what: 'the target state' });
  hasFields(t, link.targets[0], { deviceId: laptop.id, lock: { wanted: false, commandId: null } });
  hasFields(t, gateway.stats(), { connections: 1, devices: 1, logins: 1 });
  await link.client.endAsync(true);
});

t.test('passwords that prove nothing are refused, each for its counted reason', async (t) => {
  const { gateway, url, clock, store, ids, device } = await createTestGateway(t);
  const laptop = await device();
  const other = await device();
  const nowSeconds = Math.floor(clock.now() / 1_000);
  const stranger: TestDevice = { ...laptop };
  const cases: readonly [string, number, ConnectChanges, string][] = [
    ['a foreign key', 4, { signedBy: other.key }, 'bad_signature'],
    ['another audience', 4, { claims: { aud: 'elsewhere' } }, 'malformed_password'],
    ['another subject', 4, { claims: { sub: other.id } }, 'malformed_password'],
    ['another issuer', 4, { claims: { iss: other.id } }, 'malformed_password'],
    ['a life of an hour', 4, { lifeSeconds: 3_600 }, 'malformed_password'],
    ['no nonce', 4, { claims: { jti: undefined } }, 'malformed_password'],
    ['a short nonce', 4, { claims: { jti: 'abc' } }, 'malformed_password'],
    ['a negative epoch', 4, { claims: { epoch: -1 } }, 'malformed_password'],
    ['no epoch', 4, { claims: { epoch: undefined } }, 'malformed_password'],
    ['a past long gone', 5, { issuedAtSeconds: nowSeconds - 600 }, 'expired_password'],
    ['a far future', 5, { issuedAtSeconds: nowSeconds + 600 }, 'expired_password'],
    ['another client id', 2, { mqtt: { clientId: other.id } }, 'bad_client_id'],
    ['another user name', 4, { mqtt: { clientId: other.id, username: other.id } }, 'bad_signature'],
    ['no password worth the name', 4, { password: 'secret' }, 'malformed_password'],
    ['an endless password', 4, { password: 'x'.repeat(2_000) }, 'malformed_password'],
    ['a device that does not exist', 4, { mqtt: unknown(ids.next('dev')) }, 'unknown_device'],
    ['a user name that is no device id', 4, { mqtt: unknown('admin') }, 'unknown_device'],
    ['a will for another device', 5, { mqtt: will(other.id, { state: 'offline', epoch: 1 }) }, 'bad_will'],
    [
      'a will with another epoch',
      5,
      { mqtt: will(laptop.id, { state: 'offline', epoch: 99 }), epoch: 1 },
      'bad_will',
    ],
    [
      'a will that says online',
      5,
      { mqtt: will(laptop.id, { state: 'online', epoch: 1 }), epoch: 1 },
      'bad_will',
    ],
  ];
  for (const [what, code, changes, reason] of cases) {
    const before = gateway.stats().refused[reason as 'bad_will'] ?? 0;
    t.equal(await attempt(stranger, url, changes), code, what);
    t.equal(gateway.stats().refused[reason as 'bad_will'], before + 1, `${what} is counted as ${reason}`);
  }
  hasFields(t, await store.devices.find(laptop.id), { status: 'offline', connectionEpoch: -1 });
  t.equal(gateway.stats().devices, 0);
});

t.test('a token that is not signed, or signed with a shared secret, is refused', async (t) => {
  const { url, device } = await createTestGateway(t);
  const laptop = await device();
  const [, body] = (await laptop.password(1)).split('.');
  for (const header of [{ alg: 'none' }, { alg: 'HS256' }]) {
    const head = Buffer.from(JSON.stringify(header)).toString('base64url');
    t.equal(await attempt(laptop, url, { password: `${head}.${body}.` }), 4, header.alg);
  }
});

t.test('a password is good once', async (t) => {
  const { gateway, url, device } = await createTestGateway(t);
  const laptop = await device();
  const password = await laptop.password(1);
  t.equal(await attempt(laptop, url, { password, epoch: 1 }), 0);
  t.equal(await attempt(laptop, url, { password, epoch: 1 }), 5);
  t.equal(gateway.stats().refused.replayed_password, 1);
});

t.test('a device cannot log in more often than the limit within the life of its passwords', async (t) => {
  const { gateway, url, device } = await createTestGateway(t, { limits: { loginsPerWindow: 2 } });
  const laptop = await device();
  t.equal(await attempt(laptop, url), 0);
  t.equal(await attempt(laptop, url), 0);
  t.equal(await attempt(laptop, url), 5);
  t.equal(gateway.stats().refused.too_many_logins, 1);
});

t.test(
  'a keep-alive that would hide a dead device is taken for the server’s own; a device that is no longer enrolled is refused',
  async (t) => {
    const { url, store, clock, device } = await createTestGateway(t);
    const laptop = await device();
    t.equal(await attempt(laptop, url, { mqtt: { keepalive: 0 } }), 0, 'none at all');
    t.equal(await attempt(laptop, url, { mqtt: { keepalive: 600 } }), 0, 'ten minutes');
    await store.devices.unenroll(1, laptop.id, clock.now());
    t.equal(await attempt(laptop, url), 4);
  },
);

t.test('a revoked device is cut off within a second, by the wake-up', async (t) => {
  const { gateway, url, store, clock, device } = await createTestGateway(t);
  const [laptop, other] = [await device(), await device()];
  const [link, standing] = [await laptop.connect(url), await other.connect(url)];
  const began = performance.now();
  await store.transaction(async (tx) => {
    await tx.devices.unenroll(1, laptop.id, clock.now());
    tx.wake({ kind: 'revoked', deviceId: laptop.id });
  });
  await until(() => link.closed, { what: 'the cut' });
  t.comment(`cut after ${(performance.now() - began).toFixed(1)} ms`);
  t.equal(gateway.stats().refused.revoked_device, 1);
  t.equal(standing.closed, false);
  await standing.client.endAsync(true);
});

function unknown(id: string) {
  return { clientId: id, username: id };
}

function will(id: string, payload: unknown) {
  const topic = `schoolgate/v1/devices/${id}/status`;
  return { will: { topic, payload: Buffer.from(JSON.stringify(payload)), qos: 1 as const, retain: true } };
}
