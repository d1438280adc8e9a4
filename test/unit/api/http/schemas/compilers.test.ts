import t from 'tap';
import { type TSchema, Type } from 'typebox';
import { createSerializerCompiler } from '../../../../../api/http/schemas/compilers.ts';

const LEAF = Type.Object({ name: Type.String() }, { $id: 'Leaf' });
const BRANCH = Type.Object(
  { leaf: Type.Unsafe({ $ref: 'Leaf#' }), twigs: Type.Array(Type.Unsafe({ $ref: 'Branch#' })) },
  { $id: 'Branch' },
);
const compile = createSerializerCompiler([LEAF, BRANCH]);
const serialize = (schema: TSchema, data: unknown) =>
  (compile({ schema, httpStatus: '200', method: 'GET', url: '/' }) as (given: unknown) => string)(data);

t.test('only what a schema names is sent', async (t) => {
  t.equal(serialize(Type.Object({ a: Type.Integer() }), { a: 1, secret: 'x' }), '{"a":1}');
  t.equal(serialize(Type.Object({ b: Type.String() }), { a: 1, b: 'x' }), '{"b":"x"}', 'each by its own');
  t.equal(serialize(Type.Object({ a: Type.Integer() }), { a: 2 }), '{"a":2}', 'also the second time');
});

t.test('named schemas are found, through others and through themselves', async (t) => {
  const tree = {
    leaf: { name: 'a', secret: 'x' },
    twigs: [{ leaf: { name: 'b', secret: 'y' }, twigs: [], secret: 'z' }],
  };
  t.equal(
    serialize(Type.Object({ root: Type.Unsafe({ $ref: 'Branch#' }) }), { root: tree }),
    '{"root":{"leaf":{"name":"a"},"twigs":[{"leaf":{"name":"b"},"twigs":[]}]}}',
  );
  t.equal(serialize(Type.Unsafe({ $ref: 'Leaf#' }), { name: 'c', secret: 'x' }), '{"name":"c"}');
});

t.test('a reference to what is not named fails', async (t) => {
  t.throws(() => serialize(Type.Object({ a: Type.Unsafe({ $ref: 'Unheard#' }) }), { a: 1 }));
});
