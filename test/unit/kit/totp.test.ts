import t from 'tap';
import { systemRandom } from '../../../kit/random.ts';
import { newTotpSecret, totpCode, totpStep, totpUri } from '../../../kit/totp.ts';

/** “12345678901234567890” of RFC 6238, appendix B, in Base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const STEP = 30_000;

t.test('the codes are those of RFC 6238, appendix B', (t) => {
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const)
    t.equal(totpCode(SECRET, seconds * 1_000), code, String(seconds));
  t.end();
});

t.test('a code fits one step early or late, and no step that was used', (t) => {
  const at = 1_234_567_890_000;
  const step = Math.floor(at / STEP);
  const found = (offset: number, after = 0) =>
    totpStep(SECRET, totpCode(SECRET, at + offset * STEP), { at, after });
  t.same(
    [-2, -1, 0, 1, 2].map((offset) => found(offset)),
    [null, step - 1, step, step + 1, null],
  );
  t.equal(found(0, step), null, 'a code counts once');
  t.equal(found(-1, step), null, 'nor one before it');
  t.equal(found(1, step), step + 1);
  for (const wrong of ['', '00592', '0059240', '００５９２４', '005925'])
    t.equal(totpStep(SECRET, wrong, { at, after: 0 }), null, wrong);
  t.end();
});

t.test('a secret has 160 bits, and its address says all that a program needs', (t) => {
  const secret = newTotpSecret(systemRandom);
  t.match(secret, /^[A-Z2-7]{32}$/);
  t.not(newTotpSecret(systemRandom), secret);
  t.match(totpCode(secret, 0), /^\d{6}$/);
  t.equal(
    totpUri({ secret: SECRET, issuer: 'Schoolgate', account: 'a&b@x.example' }),
    `otpauth://totp/Schoolgate:a%26b%40x.example?secret=${SECRET}&issuer=Schoolgate&algorithm=SHA1&digits=6&period=30`,
  );
  t.end();
});
