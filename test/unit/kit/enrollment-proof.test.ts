import t from 'tap';
import { confirmationCode, formerKeyClaim } from '../../../kit/enrollment-proof.ts';
import { generateSigningKey } from '../../../kit/signing.ts';

t.test('a claim is for one token and one key', (t) => {
  t.equal(formerKeyClaim(' token\n', 'key'), formerKeyClaim('token', 'key'));
  t.not(formerKeyClaim('token', 'key'), formerKeyClaim('token', 'other'));
  t.not(formerKeyClaim('token', 'key'), formerKeyClaim('other', 'key'));
  t.end();
});

t.test('a code can be read out, and is another for another key', (t) => {
  const codes = Array.from({ length: 50 }, () => confirmationCode(generateSigningKey().publicKey));
  t.ok(codes.every((code) => /^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/.test(code)));
  t.equal(new Set(codes).size, codes.length);
  t.equal(confirmationCode('key'), confirmationCode('key'));
  t.end();
});
