import { SignJWT } from 'jose';
import t from 'tap';
import { PASSWORD_REPLAY_MS, verifyPassword } from '../../../../gateway/auth/password.ts';
import { generateSigningKey, importPublicKey } from '../../../../kit/signing.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const NOW = createFakeClock().now();
const DEVICE = 'dev_7zzzzzzzzzzzzzzzzzzzzzzzzz';
const key = generateSigningKey();
const NONCE = 'n'.repeat(16);

function passwordOf(
  {
    epoch,
    madeAt = NOW,
    audience = 'schoolgate-mqtt',
  }: { readonly epoch?: unknown; readonly madeAt?: number; readonly audience?: string },
  signer = key,
): Promise<string> {
  const seconds = Math.floor(madeAt / 1_000);
  return new SignJWT(epoch === undefined ? {} : { epoch })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
    .setIssuer(DEVICE)
    .setSubject(DEVICE)
    .setAudience(audience)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 60)
    .setJti(NONCE)
    .sign(signer.privateKey);
}

function verify(password: string) {
  return verifyPassword(password, { deviceId: DEVICE, key: importPublicKey(key.publicKey), now: NOW });
}

t.test('a password tells its epoch, its nonce and when it was made', async (t) => {
  const madeAt = Math.floor(NOW / 1_000) * 1_000 - 5_000;
  t.strictSame(await verify(await passwordOf({ epoch: 7, madeAt })), {
    claims: { epoch: 7, nonce: NONCE, issuedAt: madeAt },
  });
  const first = await verify(await passwordOf({ epoch: 0 }));
  t.ok('claims' in first, 'the first connection has epoch 0');
});

t.test('an epoch that is absent, negative, broken or no number is refused', async (t) => {
  for (const epoch of [undefined, -1, 1.5, '7', null, [7], 2 ** 53])
    t.strictSame(
      await verify(await passwordOf({ epoch })),
      { refusal: 'malformed_password' },
      `epoch ${String(epoch)}`,
    );
});

t.test('each refusal says what is wrong with the password', async (t) => {
  const other = await passwordOf({ epoch: 1 }, generateSigningKey());
  t.strictSame(await verify(other), { refusal: 'bad_signature' });
  const old = await passwordOf({ epoch: 1, madeAt: NOW - 200_000 });
  t.strictSame(await verify(old), { refusal: 'expired_password' });
  t.strictSame(await verify('no token'), { refusal: 'malformed_password' });
  const elsewhere = await passwordOf({ epoch: 1, audience: 'schoolgate-http' });
  t.strictSame(await verify(elsewhere), { refusal: 'malformed_password' });
});

t.test('a password could be used for five minutes: its minute, and the tolerance at both ends', async (t) => {
  t.equal(PASSWORD_REPLAY_MS, 300_000);
});
