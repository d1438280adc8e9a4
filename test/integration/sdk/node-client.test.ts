import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import t from 'tap';
import {
  type ClientOptions,
  etagOf,
  isTruncated,
  NotFoundError,
  Schoolgate,
  SchoolgateError,
  verifyWebhook,
  WebhookVerificationError,
} from '../../../sdk/node/index.ts';
import { readModel } from '../../../tools/sdk/read-model.ts';

const KEY = 'sgk_test_secretsecretsecret';

/** A client whose requests end here. */
function clientTo(
  answer: (url: string, init: RequestInit) => Response | Promise<Response>,
  options: ClientOptions = {},
): Schoolgate {
  const fetch = (async (url: string, init: RequestInit) => answer(url, init)) as typeof globalThis.fetch;
  return new Schoolgate({ baseUrl: 'https://school.example:8080/base/', apiKey: KEY, fetch, ...options });
}
const json = (body: object, headers: Readonly<Record<string, string>> = {}) =>
  Response.json(body, { headers });

t.test('the key shows nowhere', async (t) => {
  const told: unknown[] = [];
  const hooks = {
    onRequest: (attempt: unknown) => told.push(attempt),
    onResponse: (attempt: unknown) => {
      told.push(attempt);
      throw new Error('a log that fails');
    },
  };
  const client = clientTo(() => Response.json({ code: 'not_found' }, { status: 404 }), { hooks });
  const error = await client.devices.get('dev_1').catch((thrown: unknown) => thrown);
  t.ok(error instanceof NotFoundError, 'a log that fails does not break the call');
  t.equal(told.length, 2);
  for (const shown of [client, client.devices, error, told])
    for (const text of [inspect(shown, { depth: 9, showHidden: true }), JSON.stringify(shown), String(shown)])
      t.notOk(text?.includes('secretsecret'), text?.slice(0, 200));
});

t.test('a client without an address or a key says what is missing', (t) => {
  t.throws(() => new Schoolgate({ apiKey: KEY }), /SCHOOLGATE_BASE_URL/);
  t.throws(() => new Schoolgate({ baseUrl: 'https://school.example' }), /SCHOOLGATE_API_KEY/);
  for (const baseUrl of ['school.example', 'ftp://school.example', 'https://user@school.example'])
    t.throws(() => new Schoolgate({ baseUrl, apiKey: KEY }), SchoolgateError, baseUrl);
  t.end();
});

t.test('it has each operation of the document', (t) => {
  const client = clientTo(() => json({}));
  for (const { resource, method } of readModel().operations) {
    const place = resource.reduce(
      (above, name) => above[name] as Record<string, unknown>,
      client as unknown as Record<string, unknown>,
    );
    t.type(place[method], 'function', [...resource, method].join('.'));
  }
  t.end();
});

t.test('an id stays one segment of the path, below the path of the server', async (t) => {
  const asked: string[] = [];
  const client = clientTo((url) => {
    asked.push(url);
    return json({});
  });
  await client.users.get('../keys?x=1#y');
  t.strictSame(asked, ['https://school.example:8080/base/v1/users/..%2Fkeys%3Fx%3D1%23y']);
  for (const id of ['', '.', '..']) await t.rejects(client.users.get(id), /is no id/);
  t.equal(asked.length, 1);
});

t.test('a change says which version it is of, by the object that was read', async (t) => {
  const sent: unknown[] = [];
  const client = clientTo((_url, { headers }) => {
    sent.push((headers as Record<string, string>)['if-match']);
    return json({ id: 'pol_1' }, { etag: '"7"' });
  });
  const policy = await client.policies.get('pol_1');
  t.equal(etagOf(policy), '"7"');
  await client.policies.update('pol_1', { enabled: true }, { ifMatch: policy });
  t.strictSame(sent, [undefined, '"7"']);
  await t.rejects(client.policies.update('pol_1', {}, { ifMatch: {} }), /ETag/);
});

t.test('it tells where the key stands', async (t) => {
  const headers = {
    'x-ratelimit-limit': '1000',
    'x-ratelimit-remaining': '999',
    'x-ratelimit-reset': '1795168800',
  };
  const client = clientTo(() => json({}, headers));
  t.equal(client.rateLimit, null);
  await client.ous.get('ou_1');
  t.strictSame(client.rateLimit, { limit: 1000, remaining: 999, reset: new Date(1_795_168_800_000) });
});

t.test('whoever is signed in calls with the session, and proves each change', async (t) => {
  const sent: Record<string, string>[] = [];
  const fetch = (async (_url: string, init: RequestInit) => {
    sent.push(init.headers as Record<string, string>);
    t.equal(init.credentials, 'same-origin');
    return json({ data: [] });
  }) as typeof globalThis.fetch;
  const client = new Schoolgate({
    baseUrl: 'https://school.example',
    session: { csrfToken: () => 'proof' },
    fetch,
  });
  await client.accounts.list();
  await client.keys.create({ name: 'SIS' });
  await client.ous.delete('ou_1');
  t.strictSame(
    sent.map((headers) => headers['x-csrf-token']),
    [undefined, 'proof', 'proof'],
  );
  t.strictSame(
    sent.map(({ authorization }) => authorization),
    [undefined, undefined, undefined],
  );
});

t.test('a caller ends a call by a signal, also between attempts', async (t) => {
  const stop = new AbortController();
  const client = clientTo(() => {
    stop.abort(new Error('enough'));
    return Response.json({}, { status: 503 });
  });
  await t.rejects(client.ous.get('ou_1', { signal: stop.signal }), /enough/);
});

t.test('a delivery is believed by its signature', async (t) => {
  const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
  const other = `whsec_${Buffer.from('another secret of the school').toString('base64')}`;
  const body =
    '{"id":"evt_01kafw3v5xe8m9t2q4r6y8b0cd","event":"device.offline","type":"device.offline","timestamp":"2026-11-20T10:00:00.000Z","device_id":"dev_01kafw2n7qd5g8h1j3k6m9p2rs","sequence":1234,"data":{"reason":"silence"}}';
  const headers = {
    'Webhook-Id': 'evt_01kafw3v5xe8m9t2q4r6y8b0cd',
    'webhook-timestamp': '1795168800',
    'webhook-signature': 'v1a,AAAA v1,24oJF9jmDOEo8BKjbY7RWNI8iwTcknx5tHxT64a2H8M=',
  };
  const now = 1_795_168_800_000;
  const event = await verifyWebhook(body, headers, secret, { now });
  t.equal(event.type, 'device.offline');
  t.notOk(isTruncated(event.data));
  t.ok(await verifyWebhook(Buffer.from(body), new Headers(headers), [other, secret], { now: now + 299_000 }));
  const refused = async (what: RegExp, ...call: Parameters<typeof verifyWebhook>) => {
    const error = await verifyWebhook(...call).catch((thrown: unknown) => thrown);
    t.ok(error instanceof WebhookVerificationError && what.test(error.message), `${what}: ${error}`);
  };
  await refused(/too far/, body, headers, secret, { now: now + 301_000 });
  await refused(/too far/, body, headers, secret, { now: now - 301_000 });
  await refused(/No signature/, `${body} `, headers, secret, { now });
  await refused(/No signature/, body, headers, other, { now });
  await refused(/No signature/, body, { ...headers, 'webhook-signature': 'v1,%%%' }, secret, { now });
  await refused(/no header/, body, { ...headers, 'webhook-signature': '' }, secret, { now });
  await refused(/whsec_/, body, headers, 'sgk_live_x', { now });
  await refused(/malformed/, body, { ...headers, 'webhook-timestamp': '1795168800.5' }, secret, { now });
  const signature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'));
  const signed = `v1,${signature.update('evt_1.1795168800.half').digest('base64')}`;
  await refused(
    /not JSON/,
    'half',
    { ...headers, 'Webhook-Id': 'evt_1', 'webhook-signature': signed },
    secret,
    { now },
  );
});
