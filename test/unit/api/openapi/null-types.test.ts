import t from 'tap';
import { withNullTypes } from '../../../../api/openapi/null-types.ts';

t.test('this or null is one type with two names, with its own rules kept', async (t) => {
  t.strictSame(
    withNullTypes({ anyOf: [{ type: 'string', maxLength: 5 }, { type: 'null' }], description: 'd' }),
    {
      description: 'd',
      maxLength: 5,
      type: ['string', 'null'],
    },
  );
  t.strictSame(withNullTypes({ anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] }), {
    enum: ['a', null],
    type: ['string', 'null'],
  });
});

t.test('it reaches into objects and arrays, also inside what may be null', async (t) => {
  const inner = { anyOf: [{ type: 'integer' }, { type: 'null' }] };
  t.strictSame(
    withNullTypes({ items: [{ anyOf: [{ type: 'object', properties: { a: inner } }, { type: 'null' }] }] }),
    {
      items: [{ properties: { a: { type: ['integer', 'null'] } }, type: ['object', 'null'] }],
    },
  );
});

t.test('a reference and other alternatives stay as they are', async (t) => {
  for (const schema of [
    { anyOf: [{ $ref: '#/x' }, { type: 'null' }] },
    { anyOf: [{ type: 'string' }, { type: 'number' }] },
    { anyOf: [{ type: 'string' }] },
    { const: null, list: [null, 1] },
  ])
    t.strictSame(withNullTypes(schema), schema);
});
