import { createPublicKey, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import t from 'tap';
import {
  newWebhookSecret,
  signWebhook,
  webhookKeyContext,
  webhookPublicKey,
  webhookSecretContext,
} from '../../../../../api/webhooks/sending/signature.ts';
import { systemRandom } from '../../../../../kit/random.ts';
import { generateSigningKey } from '../../../../../kit/signing.ts';

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

/** Verifiers that others have written. */
const FOREIGN = {
  standardwebhooks: (secret: string) => new Webhook(secret),
  svix: (secret: string) => new SvixWebhook(secret),
};

function headersOf(content: Parameters<typeof signWebhook>[0]): Record<string, string> {
  return {
    'webhook-id': content.id,
    'webhook-timestamp': String(content.timestampSeconds),
    'webhook-signature': signWebhook(content),
  };
}

for (const [name, verifier] of Object.entries(FOREIGN)) {
  t.test(`${name} accepts each of several secrets beside an ed25519 signature, and no other`, async (t) => {
    const secrets = [newWebhookSecret(systemRandom), newWebhookSecret(systemRandom)];
    const body = '{"é":"✓"}';
    const timestampSeconds = Math.floor(Date.now() / 1_000);
    const { privateKey } = generateSigningKey();
    const headers = headersOf({ id: 'evt_1', timestampSeconds, body, secrets, privateKey });
    t.match(headers['webhook-signature'], /^v1,\S{44} v1,\S{44} v1a,\S{88}$/);
    for (const secret of secrets) t.doesNotThrow(() => verifier(secret).verify(body, headers));
    t.throws(() => verifier(newWebhookSecret(systemRandom)).verify(body, headers), /No matching signature/);
    t.throws(() => verifier(secrets[0] ?? '').verify(`${body} `, headers), /No matching signature/);
  });

  t.test(`${name} refuses a timestamp of 301 s ago, and takes one of 290 s ago`, async (t) => {
    const secret = newWebhookSecret(systemRandom);
    const signedAgo = (seconds: number) =>
      headersOf({
        id: 'evt_1',
        timestampSeconds: Math.floor(Date.now() / 1_000) - seconds,
        body: '{}',
        secrets: [secret],
      });
    t.throws(() => verifier(secret).verify('{}', signedAgo(301)), /too old/);
    t.doesNotThrow(() => verifier(secret).verify('{}', signedAgo(290)));
  });
}

t.test('the ed25519 signature is verified with the public key that is given out', async (t) => {
  const { privateKey, publicKey } = generateSigningKey();
  const shown = webhookPublicKey(publicKey);
  t.match(shown, /^whpk_[A-Za-z0-9+/]{43}=$/);
  const content = { id: 'evt_1', timestampSeconds: 1_795_168_800, body: '{"é":1}', secrets: [VECTOR.secret] };
  const [, asymmetric = ''] = signWebhook({ ...content, privateKey }).split(' v1a,');
  const x = Buffer.from(shown.slice('whpk_'.length), 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const isSigned = (text: string) => verify(null, Buffer.from(text), key, Buffer.from(asymmetric, 'base64'));
  t.equal(isSigned('evt_1.1795168800.{"é":1}'), true);
  t.equal(isSigned('evt_1.1795168801.{"é":1}'), false);
  t.not(webhookKeyContext('whk_1'), webhookSecretContext('whk_1'));
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
