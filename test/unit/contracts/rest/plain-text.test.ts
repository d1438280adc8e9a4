import t from 'tap';
import { PLAIN_TEXT, READABLE_TEXT, withPlainText } from '../../../../contracts/rest/plain-text.ts';

const pattern = new RegExp(PLAIN_TEXT, 'u');

t.test('control characters are no plain text, tabs and line ends are', (t) => {
  for (const code of [0, 1, 7, 8, 0x0b, 0x0c, 0x0e, 0x1f, 0x7f])
    t.notOk(pattern.test(`a${String.fromCodePoint(code)}b`), String(code));
  for (const text of ['', 'two\tcolumns', 'two\r\nlines', 'Zoë', '学校', '🏫'])
    t.ok(pattern.test(text), text);
  t.end();
});

t.test('readable text is plain text that is not blank', (t) => {
  const readable = new RegExp(READABLE_TEXT, 'u');
  for (const text of ['', ' ', '\t\n', 'a\u0000', '\u0007'])
    t.notOk(readable.test(text), JSON.stringify(text));
  for (const code of [
    0x85, 0xa0, 0xad, 0x34f, 0x115f, 0x200b, 0x200d, 0x202e, 0x2060, 0x2800, 0x3000, 0x3164, 0xfe0f, 0xfeff,
    0xffa0, 0x1d173, 0xe0041,
  ])
    t.notOk(readable.test(` ${String.fromCodePoint(code, code)}`), `U+${code.toString(16)} is not seen`);
  t.ok(readable.test('\u200ba'), 'beside a letter it may stand');
  for (const text of ['a', ' a ', 'Zoë\n', '校', '🏫', '\u0301']) t.ok(readable.test(text), text);
  t.same(withPlainText({ type: 'string', pattern: '\\S' }), { type: 'string', pattern: READABLE_TEXT });
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
