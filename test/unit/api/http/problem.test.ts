import t from 'tap';
import { Value } from 'typebox/value';
import { faultOf, problemOf } from '../../../../api/http/problem.ts';
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

t.test('what was thrown is kept for the log', async (t) => {
  const cause = new Error('the reason');
  t.equal(faultOf(cause).cause, cause);
});

t.test('things that are no errors are survived', async (t) => {
  for (const thrown of [undefined, null, 'text', 7, {}])
    t.equal(faultOf(thrown).code, 'internal_error', String(thrown));
});

t.test('refusals of the HTTP layer have codes of ours', async (t) => {
  const codeOf = (code: string): string => faultOf(Object.assign(new Error('x'), { code })).code;
  t.equal(codeOf('FST_ERR_CTP_BODY_TOO_LARGE'), 'body_too_large');
  t.equal(codeOf('FST_ERR_CTP_INVALID_MEDIA_TYPE'), 'unsupported_media_type');
  t.equal(codeOf('HPE_HEADER_OVERFLOW'), 'headers_too_large');
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
