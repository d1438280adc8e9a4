import t from 'tap';
import {
  displayApiKey,
  hashApiKey,
  isApiKeyText,
  newApiKeyText,
} from '../../../../../api/http/authentication/api-key-text.ts';
import { systemRandom } from '../../../../../kit/random.ts';

t.test('the check value of the specification', (t) => {
  t.ok(isApiKeyText(`sgk_test_${'0'.repeat(32)}0ivkVw`));
  t.notOk(isApiKeyText(`sgk_test_${'0'.repeat(32)}0ivkVx`));
  t.notOk(isApiKeyText(`sgk_live_${'0'.repeat(32)}0ivkVw`), 'the checksum covers the prefix too');
  t.end();
});

t.test('a new key fits the scanners’ pattern and its own checksum; one changed character does not', (t) => {
  for (const mode of ['live', 'test'] as const) {
    const key = newApiKeyText(systemRandom, mode);
    t.match(key, /^sgk_(live|test)_[0-9A-Za-z]{38}$/);
    t.ok(isApiKeyText(key));
    for (let at = 9; at < key.length; at++) {
      const other = key.charAt(at) === 'a' ? 'b' : 'a';
      if (isApiKeyText(key.slice(0, at) + other + key.slice(at + 1))) t.fail(`changed at ${at}`);
    }
  }
  t.notOk(isApiKeyText(''));
  t.end();
});

t.test('what is shown of a key does not give it away', (t) => {
  const key = newApiKeyText(systemRandom, 'live');
  t.match(displayApiKey(key), /^sgk_live_[0-9A-Za-z]{4}…[0-9A-Za-z]{4}$/);
  t.not(hashApiKey(key), key);
  t.equal(hashApiKey(key), hashApiKey(key));
  t.end();
});
