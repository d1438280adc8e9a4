import t from 'tap';
import {
  BadSignature,
  exportSigningKey,
  generateSigningKey,
  importPublicKey,
  importSigningKey,
  signJws,
  verifyJws,
} from '../../../kit/signing.ts';

const key = generateSigningKey();
const publicKey = importPublicKey(key.publicKey);

t.test('what is signed is read back, after the key went through its file form too', async (t) => {
  const again = importSigningKey(exportSigningKey(key));
  t.equal(again.publicKey, key.publicKey);
  t.same(await verifyJws(await signJws({ a: 1 }, again, 'x+jws'), publicKey, 'x+jws'), { a: 1 });
});

t.test('another key, another purpose, a changed payload and another algorithm are refused', async (t) => {
  const jws = await signJws({ a: 1 }, key, 'x+jws');
  const [header, payload, signature] = jws.split('.');
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'x+jws' })).toString('base64url');
  const hmac = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'x+jws' })).toString('base64url');
  const other = Buffer.from(JSON.stringify({ a: 2 })).toString('base64url');
  await t.rejects(verifyJws(jws, importPublicKey(generateSigningKey().publicKey), 'x+jws'), BadSignature);
  await t.rejects(verifyJws(jws, publicKey, 'y+jws'), BadSignature);
  for (const bad of [
    `${header}.${other}.${signature}`,
    `${none}.${payload}.`,
    `${none}.${payload}.${signature}`,
    `${hmac}.${payload}.${signature}`,
    '',
    '..',
    'x',
    jws.slice(0, -4),
  ]) {
    await t.rejects(verifyJws(bad, publicKey, 'x+jws'), BadSignature, bad.slice(0, 40));
  }
});

t.test('keys of another kind or length are refused', (t) => {
  t.throws(() => importPublicKey('AAAA'), TypeError);
  t.throws(() => importSigningKey('no pem'));
  t.end();
});
