import t from 'tap';
import { PLAIN_TEXT, withPlainText } from '../../../../contracts/rest/plain-text.ts';

const pattern = new RegExp(PLAIN_TEXT, 'u');

t.test('control characters are no plain text, tabs and line ends are', (t) => {
  for (const code of [0, 1, 7, 8, 0x0b, 0x0c, 0x0e, 0x1f, 0x7f])
    t.notOk(pattern.test(`a${String.fromCodePoint(code)}b`), String(code));
  for (const text of ['', 'two\tcolumns', 'two\r\nlines', 'Zoë', '学校', '🏫'])
    t.ok(pattern.test(text), text);
  t.end();
});

t.test('only strings that say nothing else get the pattern, wherever they stand', (t) => {
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string', maxLength: 5 },
      note: { type: ['string', 'null'] },
      kind: { type: 'string', enum: ['a'] },
      at: { type: 'string', format: 'date-time' },
      tags: { type: 'array', items: { type: 'string' } },
      count: { type: 'integer' },
    },
    examples: [{ type: 'string' }],
  };
  const plain = { pattern: PLAIN_TEXT };
  t.same(withPlainText(schema), {
    ...schema,
    properties: {
      ...schema.properties,
      name: { type: 'string', maxLength: 5, ...plain },
      note: { type: ['string', 'null'], ...plain },
      tags: { type: 'array', items: { type: 'string', ...plain } },
    },
  });
  t.end();
});
