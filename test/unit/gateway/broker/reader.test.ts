import t from 'tap';
import { Type } from 'typebox';
import { createReader } from '../../../../gateway/broker/reader.ts';

const read = createReader(Type.Object({ name: Type.String() }));

t.test('a message that fits is given as it came, with what the schema does not name', async (t) => {
  t.strictSame(read(Buffer.from('{"name":"Zoë","more":1}')), { message: { name: 'Zoë', more: 1 } });
});

t.test('a message that does not is refused, and it is said why', async (t) => {
  const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const values = (count: number): string => `[${Array(count).fill('1').join(',')}]`;
  for (const [text, refusal] of [
    ['', 'bad_json'],
    ['{"name":', 'bad_json'],
    ['undefined', 'bad_json'],
    ['null', 'bad_shape'],
    ['{"name":5}', 'bad_shape'],
    [nested(32), 'bad_shape'],
    [nested(33), 'too_complex'],
    [values(49_000), 'bad_shape'],
    [values(50_001), 'too_complex'],
  ] as const)
    t.strictSame(read(Buffer.from(text)), { refusal }, text.slice(0, 40));
});
