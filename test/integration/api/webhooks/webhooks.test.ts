import { createPublicKey, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import t, { type Test } from 'tap';
import { createSsrfGuard } from '../../../../api/outbound/ssrf-guard.ts';
import { createWebhookDelivery } from '../../../../api/webhooks/delivery/delivery.ts';
import { EVENT_TYPES } from '../../../../contracts/events/catalogue.ts';
import { systemClock } from '../../../../kit/clock.ts';
import { silentLog } from '../../../../kit/log.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { createSealer } from '../../../../kit/sealing.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { until } from '../../../support/until.ts';
import { type RestServer, startRestServer, strangeId } from '../rest-server.ts';
import { type Answerer, ok, type Receiver, startReceiver } from './delivery-lab.ts';

const LOOPBACK = ['127.0.0.0/8'];
const guard = createSsrfGuard({ allowCidrs: LOOPBACK, allowHttpCidrs: LOOPBACK });
/** As the server's of `startRestServer`. */
const sealer = createSealer({ masterKey: new Uint8Array(32).fill(1), random: systemRandom });

interface Lab extends RestServer {
  readonly receiver: Receiver;
  /** Path of the webhook, and its secret. */
  readonly path: string;
  readonly secret: string;
  readonly id: string;
  /** Fires `command.cancelled` and resolves with its delivery once that has so many attempts. */
  fire(): Promise<void>;
  delivery(attempts: number): Promise<Delivery>;
}

interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly status: string;
  readonly attempts: readonly Record<string, unknown>[];
}

/** A server, a receiver, a webhook to it, and a worker that sends. */
async function lab(t: Test, answer: Answerer, input: object = {}): Promise<Lab> {
  const server = await startRestServer(t, { api: { webhookGuard: guard } });
  const receiver = await startReceiver(t, answer);
  const worker = createWebhookDelivery({
    store: server.store,
    clock: systemClock,
    random: systemRandom,
    log: silentLog,
    sealer,
    guard,
  });
  t.teardown(() => worker.stop());
  await worker.start();
  const body = { url: receiver.url, headers: { 'x-site': 'high' }, ...input };
  const made = await server.call('POST', '/v1/webhooks', { body });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const { id, secret } = made.body;
  const path = `/v1/webhooks/${id}`;
  const device = await server.makeDevice();
  return {
    ...server,
    receiver,
    path,
    secret,
    id,
    async fire() {
      const command = await server.call('POST', `/v1/devices/${device.id}/command`, {
        body: { type: 'locate' },
      });
      await server.call('POST', `/v1/commands/${command.body.id}/cancel`);
    },
    delivery: (attempts) =>
      until(
        async () => {
          const { body: list } = await server.call('GET', `${path}/deliveries`);
          return list.data.find((one: Delivery) => one.attempts.length >= attempts) as Delivery | undefined;
        },
        { what: `${attempts} attempts` },
      ),
  };
}

const headersOf = (receiver: Receiver, at: number) =>
  receiver.requests[at]?.headers as Record<string, string>;

t.test('a rotated secret signs at once, beside the former one for its grace', async (t) => {
  const { call, path, secret, receiver, fire, delivery } = await lab(t, ok);
  const before = await call('GET', `${path}/secret`);
  t.equal(before.status, 200);
  t.strictSame([before.body.secret, before.body.former], [secret, []]);
  const rotated = await call('POST', `${path}/secret/rotate`, { body: { graceSeconds: 60 } });
  hasFields(t, rotated, { status: 200, body: { secret: /^whsec_/, former: [{ expiresAt: /Z$/ }] } });
  t.equal(rotated.body.former.length, 1);
  t.equal(rotated.headers.get('cache-control'), 'no-store');
  t.not(rotated.body.secret, secret);
  t.strictSame((await call('GET', `${path}/secret`)).body, rotated.body);
  await fire();
  await delivery(1);
  const raw = receiver.requests[0]?.body ?? '';
  for (const each of [secret, rotated.body.secret]) {
    hasFields(t, new Webhook(each).verify(raw, headersOf(receiver, 0)), { type: 'command.cancelled' });
    t.doesNotThrow(() => new SvixWebhook(each).verify(raw, headersOf(receiver, 0)));
  }
  const cut = await call('POST', `${path}/secret/rotate`, { body: { graceSeconds: 0 } });
  t.strictSame(cut.body.former, [], 'without grace every former secret ends');
  t.strictSame((await call('GET', `${path}/secret`)).body, cut.body);
  const bare = await call('POST', `${path}/secret/rotate`);
  t.equal(bare.status, 200, 'no body');
  t.equal(bare.body.former.length, 1);
  t.equal((await call('POST', `${path}/secret/rotate`, { body: { graceSeconds: 604_801 } })).status, 400);
});

t.test('no secret is in the audit, and who reads one is', async (t) => {
  const { call, path, store, secret } = await lab(t, ok);
  await call('GET', `${path}/secret`);
  const rotated = await call('POST', `${path}/secret/rotate`, { body: {} });
  await call('PATCH', path, { body: { signature: 'hmac+ed25519' } });
  const { rows } = await store.audit.list({
    organisationId: 1,
    filter: {},
    sort: [{ field: 'timestamp', descending: false }],
    limit: 100,
    from: { kind: 'page', page: 1 },
  });
  const actions = rows.map(({ action }) => action);
  for (const action of [
    'webhook.created',
    'webhook.secret_read',
    'webhook.secret_rotated',
    'webhook.updated',
  ])
    t.ok(actions.includes(action), action);
  for (const each of [secret, rotated.body.secret]) t.notOk(JSON.stringify(rows).includes(each));
});

t.test('with hmac+ed25519 both signatures are sent, and verify with what is given out', async (t) => {
  const { call, path, secret, receiver, fire, delivery } = await lab(t, ok);
  hasFields(t, await call('GET', `${path}/public-key`), { status: 404, body: { code: 'not_found' } });
  const changed = await call('PATCH', path, { body: { signature: 'hmac+ed25519' } });
  hasFields(t, changed, { status: 200, body: { signature: 'hmac+ed25519' } });
  const { body } = await call('GET', `${path}/public-key`);
  t.match(body.publicKey, /^whpk_[A-Za-z0-9+/]{43}=$/);
  await fire();
  await delivery(1);
  const [request] = receiver.requests;
  const headers = headersOf(receiver, 0);
  hasFields(t, new Webhook(secret).verify(request?.body ?? '', headers), { type: 'command.cancelled' });
  const x = Buffer.from(body.publicKey.slice(5), 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${request?.body}`;
  const signature = headers['webhook-signature']?.split(' ').find((one) => one.startsWith('v1a,'));
  t.ok(verify(null, Buffer.from(signed), key, Buffer.from(signature?.slice(4) ?? '', 'base64')));
  await call('PATCH', path, { body: { signature: 'hmac' } });
  await call('PATCH', path, { body: { signature: 'hmac+ed25519' } });
  t.strictSame((await call('GET', `${path}/public-key`)).body, body, 'the key stays the same');
  const url = receiver.url;
  const born = await call('POST', '/v1/webhooks', { body: { url, signature: 'hmac+ed25519' } });
  t.equal((await call('GET', `/v1/webhooks/${born.body.id}/public-key`)).status, 200);
});

t.test('a test call sends a sample now and gives back what came of it, leaving no trace', async (t) => {
  let status = 204;
  const { call, path, secret, receiver } = await lab(t, (response) => response.writeHead(status).end('hm'));
  const plain = await call('POST', `${path}/test`);
  hasFields(t, plain, {
    status: 200,
    body: {
      eventType: 'webhook.test',
      succeeded: true,
      number: 1,
      trigger: 'manual',
      responseStatus: 204,
      error: null,
      requestHeaders: { 'x-site': '••••', 'webhook-id': plain.body.eventId },
    },
  });
  const sent = new Webhook(secret).verify(receiver.requests[0]?.body ?? '', headersOf(receiver, 0));
  hasFields(t, sent, { type: 'webhook.test', sequence: 0, data: { test: true } });
  t.equal(receiver.requests[0]?.body, plain.body.requestBody);
  t.equal(receiver.requests[0]?.headers['x-site'], 'high');
  for (const eventType of EVENT_TYPES) {
    const { body } = await call('POST', `${path}/test`, { body: { eventType } });
    hasFields(t, body, { eventType, succeeded: true }, eventType);
  }
  hasFields(t, await call('POST', `${path}/test`, { body: { eventType: 'device.exploded' } }), {
    status: 400,
    body: { errors: [{ pointer: '#/eventType', code: 'unknown_event' }] },
  });
  t.equal((await call('GET', `${path}/deliveries`)).body.total, 0);
  t.equal((await call('GET', '/v1/events')).body.total, 0);
  status = 500;
  hasFields(t, (await call('GET', path)).body, { failing: false, lastSuccessAt: null, enabled: true });
});

t.test('a test call tells of a receiver that fails, and disables nothing', async (t) => {
  const { call, path } = await lab(t, (response) => response.writeHead(410).end('go away'));
  hasFields(t, (await call('POST', `${path}/test`)).body, {
    succeeded: false,
    responseStatus: 410,
    responseBody: 'go away',
  });
  hasFields(t, (await call('GET', path)).body, { enabled: true });
  await call('PATCH', path, { body: { url: 'http://127.0.0.1:59999/', enabled: false } });
  hasFields(
    t,
    (await call('POST', `${path}/test`)).body,
    { succeeded: false, responseStatus: null, error: 'econnrefused' },
    'also of one that is disabled',
  );
});

t.test('a test call reaches nothing that a delivery may not reach', async (t) => {
  const receiver = await startReceiver(t, ok);
  const strict = createSsrfGuard({ allowCidrs: [], allowHttpCidrs: [] });
  const webhookGuard = { ...strict, checkUrl: () => Promise.resolve() };
  const { call } = await startRestServer(t, { api: { webhookGuard } });
  const { body } = await call('POST', '/v1/webhooks', { body: { url: receiver.url } });
  hasFields(t, (await call('POST', `/v1/webhooks/${body.id}/test`)).body, {
    succeeded: false,
    error: 'blocked_address',
  });
  t.equal(receiver.connections(), 0);
});

t.test(
  'a delivery is shown with what was sent, and sent once more on demand under the same id',
  async (t) => {
    let status = 400;
    const { call, path, receiver, fire, delivery } = await lab(t, (response) =>
      response.writeHead(status).end('no'),
    );
    await fire();
    const { id, eventId } = await delivery(1);
    const one = `${path}/deliveries/${id}`;
    const shown = await call('GET', one);
    hasFields(t, shown, {
      status: 200,
      body: {
        id,
        eventId,
        status: 'retrying',
        requestBody: receiver.requests[0]?.body,
        attempts: [
          {
            number: 1,
            trigger: 'scheduled',
            requestHeaders: { 'x-site': '••••', 'webhook-id': eventId },
            responseStatus: 400,
            responseBody: 'no',
          },
        ],
      },
    });
    t.equal(shown.headers.get('cache-control'), 'no-store', 'it is about people');
    status = 200;
    const again = await call('POST', `${one}/redeliver`);
    hasFields(t, again, { status: 202, body: { id, eventId } });
    t.equal(again.headers.get('location'), one);
    hasFields(t, await delivery(2), {
      status: 'succeeded',
      attempts: [{}, { number: 2, trigger: 'manual' }],
    });
    t.same(
      receiver.requests.map(({ headers }) => headers['webhook-id']),
      [eventId, eventId],
    );
    t.equal(
      (await call('GET', `${path}/deliveries?eventType=command.cancelled&status=succeeded`)).body.total,
      1,
    );
    t.equal((await call('GET', `${path}/deliveries?eventType=device.offline`)).body.total, 0);
    t.equal((await call('GET', `${path}/deliveries?from=2000-01-01&to=2000-01-02`)).body.total, 0);
    t.equal((await call('GET', `${path}/deliveries?from=2000-01-01`)).body.total, 1);
  },
);

t.test('an endpoint that was disabled gets on demand what it has missed', async (t) => {
  const { call, path, receiver, fire } = await lab(t, ok);
  const since = new Date(Date.now() - 1_000).toISOString();
  await call('PATCH', path, { body: { enabled: false } });
  await fire();
  await fire();
  const until2 = { until: new Date(Date.now() + 60_000).toISOString() };
  const refused = await call('POST', `${path}/recover`, { body: { since } });
  hasFields(t, refused, { status: 409, body: { code: 'conflict' } }, 'not while it is disabled');
  await call('PATCH', path, { body: { enabled: true } });
  const accepted = await call('POST', `${path}/recover`, { body: { since, ...until2 } });
  hasFields(t, accepted, { status: 202, body: { since } });
  await until(() => receiver.requests.length >= 2, { what: 'both events' });
  const pulled = (await call('GET', '/v1/events?type=command.*')).body.data;
  t.same(
    receiver.requests.map(({ body }) => JSON.parse(body)).sort((a, b) => a.sequence - b.sequence),
    pulled,
  );
  for (const body of [
    { since: '2026-02-30T00:00:00Z' },
    { since: until2.until, until: since },
    { since: since.slice(0, 10) },
    {},
  ])
    t.equal((await call('POST', `${path}/recover`, { body })).status, 400, JSON.stringify(body));
  hasFields(t, await call('POST', `${path}/recover`, { body: { since: '2020-01-01T00:00:00Z' } }), {
    status: 410,
    body: { code: 'events_expired' },
  });
});

t.test('an endpoint that is switched off is told of to the others, and not to itself', async (t) => {
  const { call, path, receiver, id } = await lab(t, ok);
  await call('POST', '/v1/webhooks', { body: { url: receiver.url, events: ['webhook.*'] } });
  await call('PATCH', path, { body: { enabled: false } });
  await until(() => receiver.requests.length > 0, { what: 'the event' });
  hasFields(
    t,
    receiver.requests.map(({ body }) => JSON.parse(body)),
    [{ type: 'webhook.disabled', data: { webhookId: id, reason: 'requested' } }],
  );
  hasFields(t, (await call('GET', path)).body, { enabled: false, disabledReason: null });
});

t.test('the catalogue of events has schemas and samples', async (t) => {
  const { call } = await startRestServer(t);
  const { body } = await call('GET', '/v1/webhooks/event-types?limit=200');
  t.strictSame(
    body.data.map(({ type }: { type: string }) => type),
    [...EVENT_TYPES, 'webhook.test'].sort(),
  );
  const offline = body.data.find(({ type }: { type: string }) => type === 'device.offline');
  hasFields(t, offline, {
    group: 'device',
    dataSchema: { type: 'object', properties: { device: { properties: { id: {} } }, reason: {} } },
    sample: { type: 'device.offline', device_id: /^dev_/, data: { reason: 'silence' } },
  });
});

t.test(
  'what is another’s is not found, and a key of one unit gets nothing of the whole school',
  async (t) => {
    const { call, path, makeKey, fire, delivery } = await lab(t, ok);
    await fire();
    const { id } = await delivery(1);
    const calls: readonly (readonly [string, string, object?])[] = [
      ['GET', '/secret'],
      ['GET', '/public-key'],
      ['POST', '/secret/rotate', {}],
      ['POST', '/test', {}],
      ['GET', '/deliveries'],
      ['GET', `/deliveries/${id}`],
      ['POST', `/deliveries/${id}/redeliver`],
      ['POST', '/recover', { since: new Date().toISOString() }],
    ];
    const { key } = await makeKey({ ouPath: '/Springfield' });
    for (const [method, rest, body] of calls) {
      const options = body === undefined ? {} : { body };
      const strange = `/v1/webhooks/${strangeId('whk')}${rest}`;
      hasFields(
        t,
        await call(method, strange, options),
        { status: 404, body: { code: 'not_found' } },
        strange,
      );
      hasFields(t, await call(method, path + rest, { key, ...options }), {
        status: 403,
        body: { code: 'ou_not_permitted' },
      });
    }
    t.equal((await call('GET', `${path}/deliveries/${strangeId('dlv')}`)).status, 404);
  },
);
