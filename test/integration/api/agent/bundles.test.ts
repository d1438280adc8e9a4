import t from 'tap';
import { Value } from 'typebox/value';
import { HTTP_AUDIENCE, MQTT_AUDIENCE } from '../../../../contracts/mqtt/messages.ts';
import { PolicyBundle } from '../../../../contracts/policy/bundle.ts';
import { makeDeviceToken } from '../../../../kit/device-token.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { generateSigningKey, type SigningKey, sha256 } from '../../../../kit/signing.ts';
import { createDeviceBundles } from '../../../../store/rules/device-bundles.ts';
import { createTestDevice, type TestDevice } from '../../../support/test-device.ts';
import { type RestServer, startRestServer } from '../rest-server.ts';

interface TokenChanges {
  readonly audience?: string;
  readonly key?: SigningKey;
  readonly ageSeconds?: number;
  readonly lifeSeconds?: number;
  readonly nonce?: string;
  readonly subject?: string;
}

function tokenOf({ id, key }: TestDevice, changes: TokenChanges = {}): Promise<string> {
  const iat = Math.floor(Date.now() / 1_000) - (changes.ageSeconds ?? 0);
  const { subject: sub = id, audience = HTTP_AUDIENCE, lifeSeconds = 60, nonce } = changes;
  const claims = { iss: sub, sub, exp: iat + lifeSeconds, ...(nonce === undefined ? {} : { jti: nonce }) };
  return makeDeviceToken(
    { deviceId: id, audience, now: iat * 1_000, claims },
    changes.key ?? key,
    systemRandom,
  );
}

/** What the device is to have now. */
async function hashFor({ store }: RestServer, device: TestDevice): Promise<string> {
  const [found, organisation] = [await store.devices.find(device.id), await store.organisations.get(1)];
  if (found === null || organisation === null) throw new Error('there is no such device');
  return (await createDeviceBundles({ store }).of(found, organisation)).bundle?.hash ?? '';
}

function fetchBundle({ port }: RestServer, hash: string, token: string | null): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/agent/v1/bundles/${hash}`, {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  });
}

t.test('a device fetches its bundle by the hash of its target state', async (t) => {
  const server = await startRestServer(t);
  const laptop = await createTestDevice({ store: server.store });
  const made = await server.call('POST', '/v1/policies', {
    body: { name: 'For this one', target: { devices: [laptop.id] } },
  });
  const hash = await hashFor(server, laptop);
  const answer = await fetchBundle(server, hash, await tokenOf(laptop));
  t.equal(answer.status, 200);
  t.equal(answer.headers.get('content-encoding'), 'gzip');
  t.equal(answer.headers.get('cache-control'), 'no-store');
  // fetch unpacks by itself.
  const json = Buffer.from(await answer.arrayBuffer());
  t.equal(sha256(json), hash);
  const bundle = Value.Parse(PolicyBundle, JSON.parse(json.toString('utf8')));
  t.ok(bundle.policies.some(({ id }) => id === made.body.id));
});

t.test('the hash of another device, of yesterday, or no hash at all is not there', async (t) => {
  const server = await startRestServer(t);
  const [one, two] = [
    await createTestDevice({ store: server.store }),
    await createTestDevice({ store: server.store }),
  ];
  const old = await hashFor(server, one);
  await server.call('POST', '/v1/policies', { body: { name: 'Two', target: { devices: [two.id] } } });
  const token = await tokenOf(one);
  for (const hash of [await hashFor(server, two), old, 'x', 'A'.repeat(43), '..%2f..%2fetc'])
    t.equal((await fetchBundle(server, hash, token)).status, 404, hash);
});

t.test('only a good token of a standing device opens; the refusals look all the same', async (t) => {
  const server = await startRestServer(t);
  const laptop = await createTestDevice({ store: server.store });
  const gone = await createTestDevice({ store: server.store });
  const hash = await hashFor(server, laptop);
  await server.store.devices.unenroll(1, gone.id, Date.now());
  const bad: Readonly<Record<string, string | null>> = {
    none: null,
    'no JWT': 'hello',
    'for MQTT': await tokenOf(laptop, { audience: MQTT_AUDIENCE }),
    'of another key': await tokenOf(laptop, { key: generateSigningKey() }),
    expired: await tokenOf(laptop, { ageSeconds: 600 }),
    'made in the future': await tokenOf(laptop, { ageSeconds: -600 }),
    'good for a day': await tokenOf(laptop, { lifeSeconds: 86_400 }),
    'without a nonce': await tokenOf(laptop, { nonce: '' }),
    'of a revoked device': await tokenOf(gone),
    'of no device': await tokenOf(laptop, { subject: 'dev_01h455vb4pex5vsknk084sn02q' }),
    'of no id': await tokenOf(laptop, { subject: 'ana' }),
    'too long': 'e'.repeat(5_000),
  };
  const seen = new Set<string>();
  for (const [what, token] of Object.entries(bad)) {
    const answer = await fetchBundle(server, hash, token);
    t.equal(answer.status, 401, what);
    const { code, detail } = (await answer.json()) as { readonly code: string; readonly detail: string };
    t.equal(code, 'device_refused', what);
    seen.add(detail);
  }
  t.equal(seen.size, 1);
  t.equal((await fetchBundle(server, hash, await tokenOf(laptop))).status, 200);
});

t.test('who asks too often waits, and holds up no other device behind the same address', async (t) => {
  const server = await startRestServer(t);
  const laptop = await createTestDevice({ store: server.store });
  const other = await createTestDevice({ store: server.store });
  const hash = await hashFor(server, laptop);
  const statuses = new Set<number>();
  for (let ask = 0; ask < 62; ask++) {
    await fetchBundle(server, hash, 'x').then(({ body }) => body?.cancel());
    statuses.add((await fetchBundle(server, hash, await tokenOf(laptop))).status);
  }
  t.same([...statuses], [200, 429], 'the device itself');
  t.equal((await fetchBundle(server, hash, 'x')).status, 429, 'a stranger');
  t.equal((await fetchBundle(server, await hashFor(server, other), await tokenOf(other))).status, 200);
});
