import t from 'tap';
import { formatEnrollmentToken, parseEnrollmentToken } from '../../../../contracts/enrollment/enrollment.ts';

const parts = { secret: `${'a'.repeat(31)}9`, caFingerprint: `${'B'.repeat(40)}_-0` };

t.test('a token carries its secret and the fingerprint, whatever white space it was pasted with', (t) => {
  t.same(parseEnrollmentToken(` ${formatEnrollmentToken(parts)}\n`), parts);
  t.end();
});

t.test('a damaged token is not half read', (t) => {
  const token = formatEnrollmentToken(parts);
  for (const bad of [
    '',
    token.slice(0, -1),
    `${token}x`,
    token.replace('sget_', 'sgk_'),
    token.replace('9_', '9-'),
  ]) {
    t.equal(parseEnrollmentToken(bad), null, bad);
  }
  t.end();
});
