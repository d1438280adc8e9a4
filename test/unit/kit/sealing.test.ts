import t from 'tap';
import { systemRandom } from '../../../kit/random.ts';
import { createSealer } from '../../../kit/sealing.ts';

const masterKey = systemRandom.bytes(32);
const sealer = createSealer({ masterKey, random: systemRandom });

t.test('a sealed secret opens with the same key and context only', (t) => {
  const sealed = sealer.seal('whsec_é', 'webhook 1');
  t.equal(sealer.open(sealed, 'webhook 1'), 'whsec_é');
  t.notMatch(sealed, /whsec/);
  t.not(sealer.seal('whsec_é', 'webhook 1'), sealed, 'never the same text twice');
  t.throws(() => sealer.open(sealed, 'webhook 2'));
  t.throws(() =>
    createSealer({ masterKey: systemRandom.bytes(32), random: systemRandom }).open(sealed, 'webhook 1'),
  );
  t.end();
});

t.test('a changed or cut sealed text is refused', (t) => {
  const sealed = sealer.seal('secret', 'x');
  const raw = Buffer.from(sealed.slice(3), 'base64url');
  for (let at = 0; at < raw.length; at++) {
    const changed = Buffer.from(raw);
    changed[at] = (changed[at] ?? 0) ^ 1;
    t.throws(() => sealer.open(`s1.${changed.toString('base64url')}`, 'x'));
  }
  for (const bad of ['', 's1.', 's1.AAAA', 'plain']) t.throws(() => sealer.open(bad, 'x'));
  t.end();
});
