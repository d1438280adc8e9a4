import t, { type Test } from 'tap';
import { createSsrfGuard } from '../../../../../api/outbound/ssrf-guard.ts';
import { CHAT_KINDS } from '../../../../../contracts/events/webhook-kinds.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { type RestServer, startRestServer } from '../../rest-server.ts';
import { startReceiver } from '../delivery-lab.ts';

const SLACK = 'https://hooks.slack.com/services/T024BE7LD/B0123456789/abcdefghijklmnopqrstuvwx';
const SHOWN = 'https://hooks.slack.com/services/T024B…/***';
/** What only those may know who may post. */
const SECRET_PARTS = ['B0123456789', 'abcdefghijklmnopqrstuvwx'];

async function registered(t: Test): Promise<{ readonly rest: RestServer; readonly path: string }> {
  const rest = await startRestServer(t);
  const { status, body } = await rest.call('POST', '/v1/webhooks', { body: { url: SLACK, kind: 'slack' } });
  t.equal(status, 201, JSON.stringify(body));
  hasFields(t, body, { kind: 'slack', url: SHOWN, secret: null, enabled: true });
  return { rest, path: `/v1/webhooks/${body.id}` };
}

t.test('the address of a chat is kept sealed and shown masked, everywhere', async (t) => {
  const { rest, path } = await registered(t);
  const answers = [
    await rest.call('GET', path),
    await rest.call('GET', '/v1/webhooks'),
    await rest.call('PATCH', path, { body: { description: 'Staff room' } }),
    await rest.call('GET', `${path}/deliveries`),
  ];
  for (const { status, body } of answers) {
    t.equal(status, 200);
    for (const part of SECRET_PARTS) t.notOk(JSON.stringify(body).includes(part));
  }
  t.equal(answers[0]?.body.url, SHOWN);
  t.notOk('secret' in (answers[0]?.body ?? { secret: '' }));
  const audit = await rest.store.audit.list({
    organisationId: 1,
    filter: {},
    sort: [],
    limit: 50,
    from: { kind: 'page', page: 1 },
  });
  t.ok(audit.rows.length >= 2);
  for (const part of SECRET_PARTS) t.notOk(JSON.stringify(audit.rows).includes(part));
});

t.test(
  'the shown address may be sent back and changes nothing; a new one takes the place of the old',
  async (t) => {
    const { rest, path } = await registered(t);
    const { id } = (await rest.call('GET', path)).body;
    const sealed = await rest.store.webhooks.secrets(id, Date.now());
    const same = await rest.call('PATCH', path, { body: { url: SHOWN, enabled: true } });
    t.equal(same.status, 200, JSON.stringify(same.body));
    t.same(await rest.store.webhooks.secrets(id, Date.now()), sealed);
    const moved = await rest.call('PATCH', path, {
      body: { url: 'https://hooks.slack.com/services/T99999999/B1/other' },
    });
    t.equal(moved.body.url, 'https://hooks.slack.com/services/T9999…/***');
    const after = await rest.store.webhooks.secrets(id, Date.now() + 1);
    t.equal(after.length, 1, 'the former one is forgotten');
    t.not(after[0], sealed[0]);
  },
);

t.test('a chat has no secret to read or rotate, and cannot be signed for', async (t) => {
  const { rest, path } = await registered(t);
  hasFields(t, await rest.call('GET', `${path}/secret`), { status: 404, body: { code: 'not_found' } });
  hasFields(t, await rest.call('POST', `${path}/secret/rotate`), {
    status: 404,
    body: { code: 'not_found' },
  });
  t.equal((await rest.call('GET', `${path}/public-key`)).status, 404);
  for (const call of [
    await rest.call('PATCH', path, { body: { signature: 'hmac+ed25519' } }),
    await rest.call('POST', '/v1/webhooks', {
      body: { url: SLACK, kind: 'slack', signature: 'hmac+ed25519' },
    }),
  ])
    hasFields(t, call, { status: 400, body: { errors: [{ pointer: '#/signature', code: 'not_signed' }] } });
});

t.test('a mistaken address is refused with what to do', async (t) => {
  const rest = await startRestServer(t);
  const cases: readonly (readonly [string, string, string])[] = [
    ['teams', 'https://school.webhook.office.com/webhookb2/a/IncomingWebhook/b', 'retired_address'],
    ['teams', SLACK, 'wrong_kind'],
    ['standard', SLACK, 'wrong_kind'],
    ['discord', 'https://discord.com/channels/1/2', 'incomplete_address'],
    ['slack', SHOWN, 'incomplete_address'],
  ];
  for (const [kind, url, code] of cases) {
    const { status, body } = await rest.call('POST', '/v1/webhooks', { body: { url, kind } });
    t.equal(status, 400);
    hasFields(t, body, { code: 'validation_failed', errors: [{ pointer: '#/url', code }] }, url);
  }
  t.equal((await rest.call('GET', '/v1/webhooks')).body.total, 0);
});

t.test('the kind stays as it was', async (t) => {
  const { rest, path } = await registered(t);
  t.equal((await rest.call('PATCH', path, { body: { kind: 'standard' } })).status, 400);
});

t.test('the test call posts a sample to each kind of chat, without a signature', async (t) => {
  const loopback = ['127.0.0.0/8'];
  const webhookGuard = createSsrfGuard({ allowCidrs: loopback, allowHttpCidrs: loopback });
  const rest = await startRestServer(t, { api: { webhookGuard } });
  const receiver = await startReceiver(t, (response) => response.writeHead(200).end('ok'));
  for (const kind of CHAT_KINDS) {
    const { body: webhook } = await rest.call('POST', '/v1/webhooks', { body: { url: receiver.url, kind } });
    t.equal(webhook.url, `${new URL(receiver.url).origin}/***`);
    const before = receiver.requests.length;
    for (const body of [{}, { eventType: 'device.offline' }, { eventType: 'alert.created' }]) {
      const tested = await rest.call('POST', `/v1/webhooks/${webhook.id}/test`, { body });
      hasFields(t, tested, { status: 200, body: { succeeded: true, responseStatus: 200 } }, kind);
      t.equal(tested.body.requestBody, receiver.requests.at(-1)?.body);
      t.notOk(JSON.stringify(tested.body).includes('/hook'), 'the answer does not tell the address');
    }
    t.equal(receiver.requests.length, before + 3);
    for (const { headers } of receiver.requests) t.notOk('webhook-signature' in headers);
  }
  t.ok(receiver.requests.some(({ path }) => path.includes('messageReplyOption=')));
});
