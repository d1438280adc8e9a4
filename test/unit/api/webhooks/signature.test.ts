import { Webhook } from 'standardwebhooks';
import t from 'tap';
import { newWebhookSecret, signWebhook, webhookSecretContext } from '../../../../api/webhooks/signature.ts';
import { systemRandom } from '../../../../kit/random.ts';

const VECTOR = {
  secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  id: 'evt_01kafw3v5xe8m9t2q4r6y8b0cd',
  timestampSeconds: 1795168800,
  body: '{"id":"evt_01kafw3v5xe8m9t2q4r6y8b0cd","event":"device.offline","type":"device.offline","timestamp":"2026-11-20T10:00:00.000Z","device_id":"dev_01kafw2n7qd5g8h1j3k6m9p2rs","sequence":1234,"data":{"reason":"silence"}}',
  signature: 'v1,24oJF9jmDOEo8BKjbY7RWNI8iwTcknx5tHxT64a2H8M=',
};

t.test('signs the published test vector', async (t) => {
  const { secret, signature, ...content } = VECTOR;
  t.equal(signWebhook({ ...content, secrets: [secret] }), signature);
});

t.test('a foreign verifier accepts each of several secrets, and no other', async (t) => {
  const secrets = [
    newWebhookSecret(systemRandom),
    newWebhookSecret(systemRandom),
    newWebhookSecret(systemRandom),
  ];
  const body = '{"é":"✓"}';
  const timestampSeconds = Math.floor(Date.now() / 1_000);
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signWebhook({ id: 'evt_1', timestampSeconds, body, secrets }),
  };
  for (const secret of secrets) t.same(new Webhook(secret).verify(body, headers), { é: '✓' });
  t.throws(() => new Webhook(newWebhookSecret(systemRandom)).verify(body, headers), /No matching signature/);
  t.throws(() => new Webhook(secrets[0] ?? '').verify(`${body} `, headers), /No matching signature/);
});

t.test('a foreign verifier refuses a timestamp of 301 s ago', async (t) => {
  const secret = newWebhookSecret(systemRandom);
  const timestampSeconds = Math.floor(Date.now() / 1_000) - 301;
  const signature = signWebhook({ id: 'evt_1', timestampSeconds, body: '{}', secrets: [secret] });
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signature,
  };
  t.throws(() => new Webhook(secret).verify('{}', headers), /too old/);
});

t.test('refuses what would make the signed text ambiguous or weak', async (t) => {
  const good = { id: 'evt_1', timestampSeconds: 1, body: '{}', secrets: [VECTOR.secret] };
  t.throws(() => signWebhook({ ...good, id: 'evt.1' }), RangeError);
  t.throws(() => signWebhook({ ...good, id: '' }), RangeError);
  t.throws(() => signWebhook({ ...good, timestampSeconds: 1.5 }), RangeError);
  t.throws(() => signWebhook({ ...good, timestampSeconds: -1 }), RangeError);
  t.throws(() => signWebhook({ ...good, secrets: [] }), RangeError);
  t.throws(() => signWebhook({ ...good, secrets: ['whsec_'] }), RangeError);
  t.throws(() => signWebhook({ ...good, secrets: ['secret'] }), RangeError);
});

t.test('a new secret is whsec_ and 32 random bytes in base64', async (t) => {
  const secret = newWebhookSecret({
    bytes: (count) => new Uint8Array(count).map((_, at) => at),
    fraction: () => 0,
  });
  t.equal(secret, VECTOR.secret);
  t.not(newWebhookSecret(systemRandom), newWebhookSecret(systemRandom));
});

t.test('each webhook has a sealing context of its own', async (t) => {
  t.equal(webhookSecretContext('whk_1'), 'webhook-secret:whk_1');
});
