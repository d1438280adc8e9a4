import t from 'tap';
import { searchKey, textKey } from '../../../kit/text-key.ts';

t.test('names that differ by case or by how a character is composed are the same', async (t) => {
  t.equal(textKey('Zoë'), textKey('ZOE\u0308'));
  t.equal(textKey('ＡＢ'), 'ab', 'wide letters');
});

t.test('a search finds a field, and nothing across two of them', async (t) => {
  const key = searchKey(['Ana', null, 'BANK']);
  t.ok(key.includes('ana'));
  t.ok(key.includes('bank'));
  t.notOk(key.includes('nab'));
  t.notOk(key.includes('null'));
  t.equal(searchKey([]), '');
});
