import { parseOptions } from '@node-rs/argon2';
import t from 'tap';
import { createPasswords } from '../../../../api/sign-in/passwords.ts';
import { hasFields } from '../../../support/has-fields.ts';

t.test('a hash is Argon2id at the cost that OWASP names, and fits its password alone', async (t) => {
  const passwords = createPasswords();
  const hash = await passwords.hash('correct horse battery');
  t.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  t.equal(parseOptions(hash).memoryCost, 19_456);
  t.not(await passwords.hash('correct horse battery'), hash, 'each has a salt of its own');
  t.equal(await passwords.verify(hash, 'correct horse battery'), true);
  t.equal(await passwords.verify(hash, 'correct horse batterY'), false);
});

t.test('the same characters fit however a keyboard composes them', async (t) => {
  const passwords = createPasswords();
  const hash = await passwords.hash('contrase\u00f1a muy larga');
  t.equal(await passwords.verify(hash, 'contrasen\u0303a muy larga'), true);
});

t.test('without a hash nothing fits, not even what the dummy was made of', async (t) => {
  const passwords = createPasswords();
  t.equal(await passwords.verify(null, 'no password fits this one'), false);
});

t.test('a flood is refused at once, and whoever waits gets a turn', async (t) => {
  const passwords = createPasswords();
  const hash = await passwords.hash('x');
  await passwords.verify(null, 'x');
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.verify(hash, 'x')));
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  t.equal(refused.length, 8, 'two run and fifty wait');
  hasFields(t, refused[0], { reason: { code: 'unavailable' } });
  t.equal(await passwords.verify(hash, 'x'), true, 'and then it works again');
});
