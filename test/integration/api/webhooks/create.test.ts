import t from 'tap';
import { createSsrfGuard } from '../../../../api/outbound/ssrf-guard.ts';
import { Fault } from '../../../../kit/fault.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { startRestServer } from '../rest-server.ts';

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
