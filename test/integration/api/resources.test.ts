import t from 'tap';
import { createSsrfGuard } from '../../../api/outbound/ssrf-guard.ts';
import { parseEnrollmentToken } from '../../../contracts/enrollment/enrollment.ts';
import { ALL_SCOPES } from '../../../contracts/scopes.ts';
import { Fault } from '../../../kit/fault.ts';
import { hasFields } from '../../support/has-fields.ts';
import { startRestServer } from './rest-server.ts';

t.test('a campus is made, read, changed and deleted; devices are told each time', async (t) => {
  const { call, store } = await startRestServer(t);
  const told: string[] = [];
  store.bus.subscribe(({ kind }) => void told.push(kind));
  const body = { name: 'High', cidrs: ['10.20.1.1/16'], gatewayMacs: ['AA-BB-CC-00-11-22'] };
  const made = await call('POST', '/v1/campuses', { body });
  hasFields(t, made, {
    status: 201,
    body: { name: 'High', cidrs: ['10.20.0.0/16'], gatewayMacs: ['aa:bb:cc:00:11:22'], geofence: null },
  });
  const path = `/v1/campuses/${made.body.id}`;
  t.equal(made.headers.get('location'), path);
  const etag = made.headers.get('etag') ?? '';
  t.strictSame((await call('GET', path)).body, made.body);

  hasFields(t, await call('POST', '/v1/campuses', { body: { name: 'high' } }), {
    status: 409,
    body: { code: 'already_exists', existingId: made.body.id },
  });
  const changed = await call('PATCH', path, { body: { ssids: ['School'] }, headers: { 'if-match': etag } });
  hasFields(t, changed, { status: 200, body: { ssids: ['School'], cidrs: ['10.20.0.0/16'] } });
  const stale = await call('PATCH', path, { body: { ssids: [] }, headers: { 'if-match': etag } });
  hasFields(t, stale, { status: 412, body: { code: 'precondition_failed' } });
  hasFields(t, await call('PATCH', path, { body: { cidrs: ['10.0.0.0/8', 'x/8'] } }), {
    status: 400,
    body: { code: 'validation_failed', errors: [{ in: 'body', pointer: '#/cidrs/1' }] },
  });
  hasFields(t, (await call('GET', '/v1/campuses')).body, { total: 1, data: [changed.body] });
  t.equal((await call('DELETE', path, { headers: { 'if-match': etag } })).status, 412);
  t.equal((await call('DELETE', path)).status, 204);
  t.equal((await call('DELETE', path)).status, 404);
  t.equal(told.filter((kind) => kind === 'all_devices').length, 3);
});

t.test('the text of an enrolment token is in the answer of its making alone', async (t) => {
  const { call } = await startRestServer(t);
  const made = await call('POST', '/v1/enrollment-tokens', {
    body: { name: 'Cart', ou: '/A/B', maxUses: 2 },
  });
  hasFields(t, made, {
    status: 201,
    body: { name: 'Cart', ou: '/A/B', maxUses: 2, uses: 0, expiresAt: null },
  });
  t.ok(parseEnrollmentToken(made.body.token));
  const { token: _, ...rest } = made.body;
  const list = await call('GET', '/v1/enrollment-tokens');
  t.strictSame(list.body.data, [rest]);
  t.equal((await call('DELETE', `/v1/enrollment-tokens/${made.body.id}`)).status, 204);
  t.equal((await call('GET', '/v1/enrollment-tokens')).body.total, 0);
});

t.test(
  'the secret of a webhook is in the answer of its making alone, and opens what is stored',
  async (t) => {
    const { call, store } = await startRestServer(t);
    const body = { url: 'https://sis.example/hooks', events: ['device.*'], headers: { 'X-Site': 'high' } };
    const made = await call('POST', '/v1/webhooks', { body });
    hasFields(t, made, {
      status: 201,
      body: {
        secret: /^whsec_/,
        events: ['device.*'],
        enabled: true,
        kind: 'standard',
        headers: { 'x-site': 'high' },
      },
    });
    const { secret, ...webhook } = made.body;
    const path = `/v1/webhooks/${webhook.id}`;
    t.strictSame((await call('GET', path)).body, webhook);
    t.strictSame((await call('GET', '/v1/webhooks?enabled=true')).body.data, [webhook]);
    t.strictSame((await call('GET', '/v1/webhooks?enabled=false')).body.data, []);
    t.notMatch(JSON.stringify(await store.webhooks.secrets(webhook.id, Date.now())), secret);
    const off = await call('PATCH', path, { body: { enabled: false, description: 'SIS' } });
    hasFields(t, off, { status: 200, body: { enabled: false, description: 'SIS', url: body.url } });
    t.equal((await call('DELETE', path)).status, 204);
    t.equal((await call('GET', path)).status, 404);
  },
);

t.test('a webhook with an unknown event, a forbidden header or a forbidden address is refused', async (t) => {
  const checkUrl = (url: string) =>
    url.includes('inside')
      ? Promise.reject(new Fault('validation_failed', 'The host is not one on the public internet.'))
      : Promise.resolve();
  const { call } = await startRestServer(t, {
    api: { webhookGuard: { ...createSsrfGuard({ allowCidrs: [], allowHttpCidrs: [] }), checkUrl } },
  });
  const url = 'https://sis.example/hooks';
  for (const body of [
    { url, events: ['device.*', 'device.exploded'] },
    { url, events: [] },
    { url, headers: { host: 'x' } },
    { url: 'https://inside.example/' },
    { url, kind: 'carrier-pigeon' },
  ])
    hasFields(t, await call('POST', '/v1/webhooks', { body }), {
      status: 400,
      body: { code: 'validation_failed' },
    });
  const unknown = await call('POST', '/v1/webhooks', { body: { url, events: ['*', 'device.exploded'] } });
  hasFields(t, unknown.body.errors, [{ in: 'body', pointer: '#/events/1', code: 'unknown_event' }]);
  const { body } = await call('POST', '/v1/webhooks', { body: { url } });
  const path = `/v1/webhooks/${body.id}`;
  t.equal((await call('PATCH', path, { body: { url: 'https://inside.example/' } })).status, 400);
  hasFields(t, (await call('GET', '/v1/webhooks')).body, { total: 1, data: [{ url }] });
});

t.test('the deliveries of a webhook are listed, by status too', async (t) => {
  const { call, makeDevice } = await startRestServer(t);
  const { body } = await call('POST', '/v1/webhooks', { body: { url: 'https://sis.example/hooks' } });
  const { id } = await makeDevice();
  const command = await call('POST', `/v1/devices/${id}/command`, { body: { type: 'locate' } });
  await call('POST', `/v1/commands/${command.body.id}/cancel`);
  const path = `/v1/webhooks/${body.id}/deliveries`;
  const list = await call('GET', path);
  hasFields(t, list.body, {
    total: 1,
    data: [{ webhookId: body.id, eventType: 'command.cancelled', status: 'pending', attempts: [] }],
  });
  t.equal((await call('GET', `${path}?status=failed&status=succeeded`)).body.total, 0);
});

t.test('any key reads the scopes, and sees which it has', async (t) => {
  const { call, makeKey } = await startRestServer(t);
  const { key } = await makeKey({ scopes: ['alerts:read'] });
  const { status, body } = await call('GET', '/v1/scopes', { key });
  t.equal(status, 200);
  t.equal(body.total, ALL_SCOPES.length);
  const own = body.data.filter(({ extension }: { extension: boolean }) => extension);
  hasFields(t, own, [{ name: 'alerts:write', granted: false }], 'ours are marked');
  t.equal(own.length, 1);
  const granted = body.data.filter((scope: { granted: boolean }) => scope.granted);
  hasFields(t, granted, [{ name: 'alerts:read' }]);
});
