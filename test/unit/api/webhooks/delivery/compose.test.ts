import { createHmac, createPublicKey, verify } from 'node:crypto';
import t from 'tap';
import { chatAddressContext } from '../../../../../api/webhooks/chat/address.ts';
import { composeRequest } from '../../../../../api/webhooks/delivery/compose.ts';
import {
  newWebhookSecret,
  webhookKeyContext,
  webhookSecretContext,
} from '../../../../../api/webhooks/sending/signature.ts';
import { CHAT_KINDS } from '../../../../../contracts/events/webhook-kinds.ts';
import { type Log, silentLog } from '../../../../../kit/log.ts';
import { systemRandom } from '../../../../../kit/random.ts';
import { createSealer } from '../../../../../kit/sealing.ts';
import { exportSigningKey, generateSigningKey } from '../../../../../kit/signing.ts';
import type { WebhookRecord } from '../../../../../store/ports/events.ts';
import { hasFields, hasText } from '../../../../support/has-fields.ts';

const ID = 'whk_01kafw2n7qd5g8h1j3k6m9p2rs';
const STARTED_AT = Date.UTC(2026, 10, 20, 10, 0, 0, 999);
const EVENT = {
  id: 'evt_01kafw3v5xe8m9t2q4r6y8b0cd',
  event: 'device.offline',
  type: 'device.offline',
  timestamp: '2026-11-20T10:00:00.000Z',
  sequence: 7,
  data: { device: { id: 'dev_01kafw3v5xe8m9t2q4r6y8b0cd', name: 'LIB017' } },
} as const;
const SECRET = newWebhookSecret(systemRandom);
const KEY = generateSigningKey();

/** An endpoint whose secrets, or whose address, are sealed by one master key and opened by another or the same. */
function scene({
  opensWith = 1,
  address,
}: {
  readonly opensWith?: number;
  readonly address?: string | null;
} = {}) {
  const sealerOf = (filling: number) =>
    createSealer({ masterKey: new Uint8Array(32).fill(filling), random: systemRandom });
  const asked: unknown[] = [];
  const errors: unknown[] = [];
  const log: Log = { ...silentLog, error: (fields, message) => void errors.push({ ...fields, message }) };
  const sealed = sealerOf(1);
  const secrets =
    address === undefined
      ? [SECRET].map((each) => sealed.seal(each, webhookSecretContext(ID)))
      : [address].flatMap((each) => (each === null ? [] : [sealed.seal(each, chatAddressContext(ID))]));
  const tools = (key: string | null = sealed.seal(exportSigningKey(KEY), webhookKeyContext(ID))) => ({
    log,
    sealer: sealerOf(opensWith),
    store: {
      webhooks: {
        secrets: async (id: string, now: number) => {
          asked.push({ id, now });
          return secrets;
        },
        signingKey: async () => (key === null ? null : ({ sealed: key } as never)),
      },
    },
  });
  return { tools, asked, errors };
}

function webhookOf(over: Partial<WebhookRecord>): WebhookRecord {
  return {
    id: ID,
    organisationId: 1,
    url: 'https://a.example/hook',
    kind: 'standard',
    events: ['*'],
    description: null,
    enabled: true,
    disabledReason: null,
    signature: 'hmac',
    headers: {},
    createdAt: 0,
    updatedAt: 0,
    version: 1,
    lastSuccessAt: null,
    failuresInARow: 0,
    enabledAt: 0,
    ...over,
  };
}

t.test('an event is signed with the secrets of the moment, and what is signed is what is sent', async (t) => {
  const { tools, asked } = scene();
  const sending = { webhook: webhookOf({}), event: EVENT, startedAt: STARTED_AT };
  const composed = await composeRequest(tools(), sending);
  t.same(asked, [{ id: ID, now: STARTED_AT }]);
  const seconds = Math.floor(STARTED_AT / 1_000);
  const body = JSON.stringify(EVENT);
  const digest = createHmac('sha256', Buffer.from(SECRET.slice('whsec_'.length), 'base64'))
    .update(`${EVENT.id}.${seconds}.${body}`)
    .digest('base64');
  t.same(composed?.request, {
    url: 'https://a.example/hook',
    headers: {
      'user-agent': 'Schoolgate-Webhooks/1',
      'content-type': 'application/json',
      'webhook-id': EVENT.id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,${digest}`,
    },
    body,
  });
});

t.test('an endpoint with a key pair is signed with it besides', async (t) => {
  const { tools } = scene();
  const composed = await composeRequest(tools(), {
    webhook: webhookOf({ signature: 'hmac+ed25519' }),
    event: EVENT,
    startedAt: STARTED_AT,
  });
  const { 'webhook-signature': signature = '', 'webhook-timestamp': seconds = '' } =
    composed?.request.headers ?? {};
  const [hmac = '', pair = ''] = signature.split(' ');
  t.ok(hmac.startsWith('v1,') && pair.startsWith('v1a,'));
  const content = Buffer.from(`${EVENT.id}.${seconds}.${composed?.request.body}`);
  t.ok(
    verify(null, content, createPublicKey(KEY.privateKey), Buffer.from(pair.slice('v1a,'.length), 'base64')),
  );
});

t.test('the endpoint’s own headers are sent, replace our name, and never our signature', async (t) => {
  const headers = { 'x-site': 'high', 'user-agent': 'own', 'webhook-signature': 'v1,forged' };
  const { tools } = scene();
  const composed = await composeRequest(tools(), {
    webhook: webhookOf({ headers }),
    event: EVENT,
    startedAt: STARTED_AT,
  });
  hasFields(t, composed?.request.headers, {
    'x-site': 'high',
    'user-agent': 'own',
    'webhook-signature': /^v1,[A-Za-z0-9+/]{43}=$/,
  });
  hasFields(
    t,
    composed?.shownHeaders,
    {
      'x-site': '••••',
      'user-agent': '••••',
      'content-type': 'application/json',
      'webhook-id': EVENT.id,
      'webhook-signature': composed?.request.headers['webhook-signature'],
    },
    'the log shows which there were, not what they hold',
  );
});

t.test('what was sealed with another master key is not sent, and told to the operator', async (t) => {
  for (const signature of ['hmac', 'hmac+ed25519'] as const) {
    const { tools, errors } = scene({ opensWith: 2 });
    const sending = { webhook: webhookOf({ signature }), event: EVENT, startedAt: STARTED_AT };
    t.equal(await composeRequest(tools(), sending), null);
    hasFields(t, errors, [{ webhookId: ID, error: String, message: 'a webhook cannot be signed' }]);
  }
});

t.test('a chat gets its message at its sealed address, unsigned', async (t) => {
  for (const kind of CHAT_KINDS) {
    const { tools, asked } = scene({ address: 'https://chat.example/space?key=k' });
    const webhook = webhookOf({ kind, url: 'https://chat.example/***', headers: { 'x-site': 'high' } });
    const composed = await composeRequest(tools(), { webhook, event: EVENT, startedAt: STARTED_AT });
    t.same(asked, [{ id: ID, now: STARTED_AT }]);
    t.ok(composed?.request.url.startsWith('https://chat.example/space?key=k'), kind);
    const agent = { 'user-agent': 'Schoolgate-Webhooks/1' };
    const type = { 'content-type': 'application/json; charset=utf-8' };
    t.same(composed?.request.headers, { ...agent, 'x-site': 'high', ...type });
    t.same(composed?.shownHeaders, { ...agent, 'x-site': '••••', ...type });
    hasText(t, composed?.request.body, 'LIB017');
  }
});

t.test('a chat whose address is missing or cannot be opened gets nothing, which is told', async (t) => {
  for (const given of [{ address: null }, { address: 'https://chat.example/', opensWith: 2 }]) {
    const { tools, errors } = scene(given);
    const webhook = webhookOf({ kind: 'slack' });
    t.equal(await composeRequest(tools(), { webhook, event: EVENT, startedAt: STARTED_AT }), null);
    hasFields(t, errors, [
      {
        webhookId: ID,
        error: given.address === null ? 'it has no address' : String,
        message: 'the address of a chat cannot be opened',
      },
    ]);
  }
});
