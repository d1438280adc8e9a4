import t from 'tap';
import type { ChatMessage } from '../../../../../api/webhooks/chat/message.ts';
import { shrunkBody } from '../../../../../api/webhooks/chat/shrink.ts';

const MESSAGE = {
  title: 'T',
  lines: ['a', 'é'],
  fields: [
    { name: 'b', value: '1' },
    { name: 'c', value: '2' },
  ],
} as unknown as ChatMessage;
const bodyOf = ({ title, lines, fields }: ChatMessage) => [
  title,
  ...lines,
  ...fields.map(({ name }) => name),
];

t.test('what does not fit is left out from the end: facts first, then names, the title never', async (t) => {
  const whole = '["T","a","é","b","c"]';
  const size = Buffer.byteLength(whole);
  t.equal(size, whole.length + 1, 'an é has two bytes');
  for (const [limit, text] of [
    [size, whole],
    [size - 1, '["T","a","é","b"]'],
    [size - 4, '["T","a","é","b"]'],
    [size - 5, '["T","a","é"]'],
    [size - 9, '["T","a"]'],
    [9, '["T","a"]'],
    [8, '["T"]'],
    [5, '["T"]'],
    [1, '["T"]'],
  ] as const)
    t.equal(shrunkBody(MESSAGE, limit, bodyOf), text, String(limit));
});
