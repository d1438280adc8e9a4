import t from 'tap';
import { type TSchema, Type } from 'typebox';
import { createValidatorCompiler } from '../../../../../api/http/schemas/validation.ts';
import { hasFields } from '../../../../support/has-fields.ts';

type Checked = ((data: unknown) => boolean) & {
  errors: readonly { readonly instancePath: string; readonly keyword: string; readonly message?: string }[];
};

const NAMED = Type.Object(
  { name: Type.String({ maxLength: 5 }) },
  { additionalProperties: false, $id: 'Named' },
);

function validatorOf(
  schema: TSchema,
  httpPart = 'body',
  compile = createValidatorCompiler([NAMED]),
): Checked {
  return compile({ schema, httpPart, method: 'POST', url: '/' }) as unknown as Checked;
}

/** Where the faults of a value are, and of which kind. */
function faultsOf(validate: Checked, data: unknown): readonly string[] {
  if (validate(data)) return [];
  return validate.errors.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}

t.test('a body is taken as it is: nothing is coerced, dropped or filled in', async (t) => {
  const validate = validatorOf(
    Type.Object(
      {
        count: Type.Integer(),
        tags: Type.Optional(Type.Array(Type.String())),
        a: Type.Optional(Type.String({ default: 'x' })),
      },
      { additionalProperties: false },
    ),
  );
  const body = { count: 1 };
  t.same(faultsOf(validate, body), []);
  t.same(body, { count: 1 });
  t.same(faultsOf(validate, { count: '1' }), ['/count type']);
  t.same(faultsOf(validate, { count: 1, tags: 'a' }), ['/tags type']);
  t.same(faultsOf(validate, { count: 1, more: 2 }), [' additionalProperties']);
});

t.test('all faults of a small body are told, of a large one the first', async (t) => {
  const validate = validatorOf(Type.Object({ items: Type.Array(Type.Integer()) }));
  t.same(faultsOf(validate, { items: ['a', 1, 'b'] }), ['/items/0 type', '/items/2 type']);
  const bodyOf = (length: number) => {
    const frame = JSON.stringify({ items: ['a', ''] }).length;
    return { items: ['a', 'x'.repeat(length - frame)] };
  };
  t.same(faultsOf(validate, bodyOf(16_384)).length, 2);
  t.same(faultsOf(validate, bodyOf(16_385)), ['/items/0 type']);
  t.same(faultsOf(validate, undefined), [' type'], 'and of none');
  t.same(faultsOf(validate, { items: [1] }), [], 'a later body is judged by itself');
});

t.test('named schemas may be referred to', async (t) => {
  const validate = validatorOf(Type.Object({ one: Type.Unsafe({ $ref: 'Named#' }) }));
  t.same(faultsOf(validate, { one: { name: 'short' } }), []);
  t.same(faultsOf(validate, { one: { name: 'too long' } }), ['/one/name maxLength']);
});

t.test('formats are checked, annotations of the document are not', async (t) => {
  const email = Type.String({ format: 'email', example: 'ana@x.example', 'x-extension': true });
  const validate = validatorOf(Type.Object({ email }));
  t.same(faultsOf(validate, { email: 'ana@x.example' }), []);
  t.same(faultsOf(validate, { email: 'ana' }), ['/email format']);
});

t.test('a schema that says what nobody knows is refused when it is first used', async (t) => {
  const validate = validatorOf(Type.Object({ a: Type.String({ unheardOf: true }) }));
  t.throws(() => validate({ a: 'x' }), /unheardOf/);
});

t.test('of variants with a discriminator the faults of the named one are told', async (t) => {
  const variant = (kind: string, more: Record<string, TSchema>) =>
    Type.Object({ kind: Type.Unsafe({ type: 'string', const: kind }), ...more });
  const validate = validatorOf(
    Type.Unsafe({
      type: 'object',
      required: ['kind'],
      discriminator: { propertyName: 'kind' },
      oneOf: [variant('a', { x: Type.Integer() }), variant('b', { y: Type.Integer() })],
    }),
  );
  t.same(faultsOf(validate, { kind: 'b', y: 1 }), []);
  t.same(faultsOf(validate, { kind: 'b', y: 'z' }), ['/y type']);
});

t.test('a query arrives as text: numbers and single values of lists are read', async (t) => {
  const validate = validatorOf(
    Type.Object(
      {
        page: Type.Optional(Type.Integer({ minimum: 1 })),
        ratio: Type.Optional(Type.Number()),
        tags: Type.Optional(Type.Array(Type.String())),
        live: Type.Optional(Type.Boolean()),
        user: Type.Optional(Type.String()),
      },
      { additionalProperties: false },
    ),
    'querystring',
  );
  const query = { page: '2', ratio: '-1.5', tags: 'a', live: 'true', user: '0x10' };
  t.same(faultsOf(validate, query), []);
  t.strictSame(query, { page: 2, ratio: -1.5, tags: ['a'], live: true, user: '0x10' } as never);
  t.same(faultsOf(validate, { page: '-7' }), ['/page minimum']);
  t.same(faultsOf(validate, { page: '0', live: 'perhaps' }), ['/page minimum', '/live type'], 'all are told');
  t.same(faultsOf(validate, { usr: 'a' }), [' additionalProperties']);
  t.same(faultsOf(validate, { page: ['1', '2'] }), ['/page type'], 'given twice');
});

t.test('numbers of a query are decimal numerals', async (t) => {
  const validate = validatorOf(
    Type.Object({ page: Type.Optional(Type.Integer()), ratio: Type.Optional(Type.Number()) }),
    'querystring',
  );
  for (const text of ['0', '-1', '12', '1234567890123456'])
    for (const name of ['page', 'ratio']) t.same(faultsOf(validate, { [name]: text }), [], `${name}=${text}`);
  for (const text of ['1.5', '-0.25', '1234567890123456.1'])
    t.same(faultsOf(validate, { ratio: text }), [], text);
  for (const text of [
    '0x10',
    '1e2',
    ' 1',
    '1 ',
    '',
    '+1',
    '.5',
    '5.',
    '1,5',
    '--1',
    '12345678901234567',
    '1x',
    'x1',
  ])
    for (const name of ['page', 'ratio']) {
      t.same(faultsOf(validate, { [name]: text }), [`/${name} type`], `${name}=${JSON.stringify(text)}`);
      hasFields(t, validate.errors, [{ message: `must be ${name === 'page' ? 'integer' : 'number'}` }]);
    }
  t.same(faultsOf(validate, { page: '1.5' }), ['/page type']);
  t.same(faultsOf(validate, { page: '1' }), [], 'a later query is judged by itself');
});

t.test('a query without declared parameters takes any that its schema lets in', async (t) => {
  t.same(faultsOf(validatorOf(Type.Unsafe({ type: 'object' }), 'querystring'), { a: '1' }), []);
});

t.test('the same schema is compiled once for bodies and once for queries', async (t) => {
  const compile = createValidatorCompiler([]);
  const schema = Type.Object({ count: Type.Integer() });
  for (let time = 0; time < 2; time++) {
    t.same(faultsOf(validatorOf(schema, 'body', compile), { count: '1' }), ['/count type']);
    t.same(faultsOf(validatorOf(schema, 'querystring', compile), { count: '1' }), []);
    t.same(faultsOf(validatorOf(schema, 'params', compile), { count: '1' }), ['/count type']);
  }
  t.same(faultsOf(validatorOf(Type.Object({ count: Type.String() }), 'body', compile), { count: '1' }), []);
});
