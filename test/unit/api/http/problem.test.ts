import t from 'tap';
import { type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { faultOf, problemOf } from '../../../../api/http/problem.ts';
import { createValidatorCompiler } from '../../../../api/http/schemas/validation.ts';
import { ERRORS, type ErrorCode } from '../../../../contracts/errors.ts';
import { Problem } from '../../../../contracts/rest/resources.ts';
import { Fault } from '../../../../kit/fault.ts';
import { hasFields } from '../../../support/has-fields.ts';

const REQUEST = { url: '/v1/devices/dev_1/lock?x=1', id: 'req_1' };

t.test('every code becomes a problem document that fits its schema', async (t) => {
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    const problem = problemOf(new Fault(code, 'A detail.'), REQUEST);
    t.ok(Value.Check(Problem, problem), code);
    hasFields(t, problem, {
      status: ERRORS[code].status,
      title: ERRORS[code].title,
      code,
      instance: '/v1/devices/dev_1/lock',
      requestId: 'req_1',
    });
    t.equal(problem.type.endsWith(`/${code.replaceAll('_', '-')}`), true);
  }
});

t.test('the query string, which may hold names, is not repeated', async (t) => {
  t.notOk(
    JSON.stringify(
      problemOf(new Fault('not_found', 'x'), { url: '/v1/devices?user=ana@x.example', id: 'r' }),
    ).includes('ana'),
  );
});

t.test('an unknown error tells nothing of our insides', async (t) => {
  const problem = problemOf(faultOf(new Error('SQLITE_CORRUPT at /var/lib/schoolgate/db')), REQUEST);
  t.equal(problem.code, 'internal_error');
  t.notOk(JSON.stringify(problem).includes('SQLITE'));
  t.notOk('stack' in problem);
});

t.test('a text that does not fit is told of in words, never by a regular expression', async (t) => {
  const refusal = (keyword: string, params: object) =>
    faultOf(
      Object.assign(new Error('the body does not fit'), {
        validation: [{ instancePath: '/email', keyword, params, message: `must match pattern "^x$"` }],
        validationContext: 'body',
      }),
    ).detail;
  const pattern = '^[^\\s\\x00-\\x1f\\x7f@]+@[^\\s\\x00-\\x1f\\x7f@]+$';
  t.equal(refusal('pattern', { pattern }), '"email" must be an e-mail address, such as ana@school.example.');
  t.equal(refusal('pattern', { pattern: '^x$' }), '"email" does not have the right form.');
  t.equal(
    refusal('format', { format: 'date-time' }),
    '"email" must be a moment, such as 2026-11-16T08:00:00Z.',
  );
});

t.test('one fault of a text is told once, and what may be null is told what else it may be', async (t) => {
  const told = (...validation: readonly object[]) => {
    const { errors } = faultOf(
      Object.assign(new Error('x'), { validation, validationContext: 'body' }),
    ).extras;
    return errors?.map(({ pointer, code }) => `${pointer} ${code}`);
  };
  const at = (instancePath: string, keyword: string, params: object = {}) => ({
    instancePath,
    keyword,
    params,
    message: 'does not fit',
  });
  t.strictSame(told(at('/name', 'minLength'), at('/name', 'pattern'), at('/role', 'enum')), [
    '#/name minLength',
    '#/role enum',
  ]);
  t.strictSame(
    told(
      at('/externalId', 'maxLength'),
      at('/externalId', 'type', { type: 'null' }),
      at('/externalId', 'anyOf'),
    ),
    ['#/externalId maxLength'],
  );
  t.strictSame(told(at('/end', 'type', { type: 'null' }), at('/end', 'anyOf')), ['#/end type']);
  t.strictSame(told(at('/a', 'anyOf')), ['#/a anyOf']);
  t.strictSame(told(at('/a', 'minLength'), at('/b', 'pattern')), ['#/a minLength', '#/b pattern']);
});

/** What a value that does not fit a schema becomes. */
function refusalOf(schema: TSchema, data: unknown, httpPart = 'body'): Fault {
  const validate = createValidatorCompiler([])({ schema, httpPart, method: 'GET', url: '/' });
  t.equal(validate(data), false);
  const { errors } = validate as unknown as { readonly errors: readonly object[] };
  return faultOf(Object.assign(new Error('x'), { validation: errors, validationContext: httpPart }));
}

const CLOSED = { additionalProperties: false };

t.test('a body that does not fit is named by pointer', async (t) => {
  const Role = Type.Unsafe({ type: 'string', enum: ['owner', 'viewer'] });
  const body = Type.Object({ user: Type.Object({ name: Type.String(), role: Role }, CLOSED) }, CLOSED);
  for (const [data, error] of [
    [{}, { pointer: '#/user', code: 'required', detail: /^"user" must have required property 'user'\.$/ }],
    [{ user: { role: 'owner' } }, { pointer: '#/user/name', code: 'required' }],
    [
      { user: { name: 'a', role: 'boss' } },
      { pointer: '#/user/role', code: 'enum', detail: /^"user\.role" must be .*: owner, viewer\.$/ },
    ],
    [
      { user: { name: 'a', role: 'owner', 'a/b~': 1 } },
      { pointer: '#/user/a~1b~0', code: 'additionalProperties', detail: /is not known here\.$/ },
    ],
    [[], { pointer: '#', code: 'type', detail: 'The body must be object.' }],
    [null, { pointer: '#', code: 'type', detail: 'The body must be object.' }],
  ] as const) {
    const fault = refusalOf(body, data);
    hasFields(t, fault, { code: 'validation_failed', detail: fault.extras.errors?.[0]?.detail });
    hasFields(t, fault.extras.errors, [{ in: 'body', parameter: undefined, ...error }]);
  }
});

t.test('a parameter that does not fit, or is not known, is named', async (t) => {
  const query = Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1 })) }, CLOSED);
  const wrong = refusalOf(query, { page: '0' }, 'querystring');
  t.equal(wrong.code, 'validation_failed');
  t.strictSame(wrong.extras.errors, [
    { in: 'query', parameter: 'page', code: 'minimum', detail: '"page" must be >= 1.' },
  ]);
  const unknown = refusalOf(query, { pgae: '2', page: '0' }, 'querystring');
  hasFields(t, unknown, { code: 'unknown_parameter', detail: 'There is no parameter "pgae".' });
  t.same(unknown.extras.errors?.map(({ code }) => code).sort(), ['minimum', 'unknown_parameter']);
});

t.test('an id that cannot be one leads nowhere', async (t) => {
  const fault = refusalOf(Type.Object({ id: Type.String({ maxLength: 3 }) }), { id: 'long' }, 'params');
  hasFields(t, fault, { code: 'not_found', detail: 'There is nothing under this id.' });
});

t.test('faults without a place are those of the body', async (t) => {
  const validation = [{ instancePath: '/a', keyword: 'odd', params: {} }];
  const fault = faultOf(Object.assign(new Error('x'), { validation }));
  t.strictSame(fault.extras.errors, [
    { in: 'body', pointer: '#/a', code: 'odd', detail: '"a" does not fit.' },
  ]);
  const none = faultOf(Object.assign(new Error('x'), { validation: [] }));
  hasFields(t, none, { code: 'validation_failed', detail: 'The request does not fit the schema.' });
  const format = [{ instancePath: '/a', keyword: 'format', params: { format: 'odd' }, message: 'is odd' }];
  t.equal(faultOf(Object.assign(new Error('x'), { validation: format })).detail, '"a" is odd.');
  const { message: _none, ...unsaid } = format[0] as (typeof format)[number];
  t.equal(faultOf(Object.assign(new Error('x'), { validation: [unsaid] })).detail, '"a" does not fit.');
});

t.test('each refusal of the HTTP layer says what is wrong', async (t) => {
  for (const [code, ours, detail] of [
    [
      'FST_ERR_CTP_BODY_TOO_LARGE',
      'body_too_large',
      'A body may have at most 1 MB, and 16 kB where no key is asked for.',
    ],
    ['FST_ERR_CTP_EMPTY_JSON_BODY', 'empty_body', 'The content type says JSON, but there is no body.'],
    ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'invalid_json', 'The body does not have the announced length.'],
    ['FST_ERR_CTP_INVALID_JSON_BODY', 'invalid_json', 'The body is not valid JSON.'],
    ['FST_ERR_BAD_URL', 'malformed_target', 'The address has a malformed escape sequence.'],
    ['FST_ERR_MAX_PARAM_LENGTH', 'not_found', 'No id is that long.'],
    ['ERR_HTTP_REQUEST_TIMEOUT', 'request_timeout', 'The request did not arrive in time.'],
    ['FST_ERR_UNHEARD_OF', 'internal_error', /The request id leads to its log/],
  ] as const) {
    const cause = Object.assign(new Error('x'), { code });
    hasFields(t, faultOf(cause), { code: ours, detail });
    t.equal(faultOf(cause).cause, cause);
  }
});

t.test('what a fault knows besides is told, and only that', async (t) => {
  const plain = problemOf(new Fault('conflict', 'No.'), REQUEST);
  for (const name of [
    'errors',
    'requiredScopes',
    'grantedScopes',
    'existingId',
    'oldestSequence',
    'violated-policies',
  ])
    t.notOk(name in plain, name);
  const extras = {
    requiredScopes: ['users:read'],
    grantedScopes: ['devices:read'],
    existingId: 'dev_1',
    oldestSequence: 7,
  };
  hasFields(t, problemOf(new Fault('conflict', 'No.', { extras }), REQUEST), extras);
  hasFields(t, problemOf(new Fault('rate_limited', 'No.'), REQUEST), { 'violated-policies': ['default'] });
  const violated = new Fault('rate_limited', 'No.', { extras: { violatedPolicies: ['reports'] } });
  hasFields(t, problemOf(violated, REQUEST), { 'violated-policies': ['reports'] });
});

t.test('what a request said stands in its refusal as plain text, and not at any length', async (t) => {
  const error = {
    in: 'body',
    pointer: `#/${'p'.repeat(400)}`,
    parameter: 'q'.repeat(400),
    code: 'type',
    detail: 'd\u0000\u001b\u007f\n\t'.repeat(200),
  } as const;
  const fault = new Fault('validation_failed', `\u0007${'x'.repeat(3_000)}`, {
    extras: { errors: Array.from({ length: 101 }, () => error) },
  });
  const problem = problemOf(fault, { url: `/${'u'.repeat(5_000)}`, id: 'req_1' });
  t.equal(problem.detail, `\ufffd${'x'.repeat(1_999)}`);
  t.equal(problem.instance.length, 4_096);
  t.equal(problem.errors?.length, 100);
  const [first] = problem.errors ?? [];
  t.equal(first?.pointer, `#/${'p'.repeat(298)}`);
  t.equal(first?.parameter, 'q'.repeat(300));
  t.equal(first?.detail, 'd\ufffd\ufffd\ufffd\n\t'.repeat(200).slice(0, 500));
  const bare = problemOf(
    new Fault('validation_failed', 'No.', {
      extras: { errors: [{ in: 'body', code: 'type', detail: 'No.' }] },
    }),
    REQUEST,
  );
  t.strictSame(bare.errors, [{ in: 'body', code: 'type', detail: 'No.' }]);
});

t.test('a long fault of a field is cut, and still a sentence', async (t) => {
  const values = Array.from({ length: 200 }, (_, at) => `value-${at}`);
  const { extras } = refusalOf(Type.Object({ a: Type.Unsafe({ type: 'string', enum: values }) }), { a: 'x' });
  const [error] = extras.errors ?? [];
  t.equal(error?.detail.length, 491);
  t.match(error?.detail, /^"a" must be .*: value-0, value-1.*\.$/);
});
