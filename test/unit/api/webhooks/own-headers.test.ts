import t from 'tap';
import { checkHeaders } from '../../../../api/webhooks/own-headers.ts';
import { Fault } from '../../../../kit/fault.ts';
import { hasFields } from '../../../support/has-fields.ts';

function refusalOf(headers: Record<string, string>): Fault {
  try {
    checkHeaders(headers);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('the headers were accepted');
}

t.test('harmless headers come back with lower-case names', async (t) => {
  t.same(checkHeaders({ 'X-Site': 'high', Authorization: 'Bearer abc' }), {
    'x-site': 'high',
    authorization: 'Bearer abc',
  });
  t.same(checkHeaders({}), {});
});

t.test('headers that are ours or the connection’s are refused, in any spelling', async (t) => {
  const names = [
    [
      'Host',
      'content-length',
      'Content-Type',
      'CONTENT-x',
      'webhook-id',
      'Webhook-Signature',
      'connection',
      'Keep-Alive',
    ],
    [
      'proxy-connection',
      'Proxy-Authorization',
      'proxy-authenticate',
      'TE',
      'trailer',
      'Transfer-Encoding',
      'upgrade',
      'expect',
    ],
  ].flat();
  for (const name of names) {
    const fault = refusalOf({ [name]: 'x' });
    t.equal(fault.code, 'validation_failed', name);
    hasFields(
      t,
      fault.extras.errors,
      [{ in: 'body', pointer: `#/headers/${name}`, code: 'invalid_header' }],
      name,
    );
  }
});

t.test('nothing that could split a request passes', async (t) => {
  for (const value of ['a\r\nhost: b', 'a\nb', 'a\0b', '✓'])
    t.equal(refusalOf({ 'x-a': value }).code, 'validation_failed');
  for (const name of ['', 'a b', 'a:b', 'a\r\nb', 'ä', 'x'.repeat(101)])
    t.equal(refusalOf({ [name]: 'x' }).code, 'validation_failed');
});

t.test('every fault is named at once, with an escaped pointer', async (t) => {
  const fault = refusalOf({
    host: 'a',
    'a/b~c': 'x',
    'x-long': 'x'.repeat(1_001),
    'X-One': '1',
    'x-one': '2',
  });
  t.same(
    fault.extras.errors?.map((error) => error.pointer),
    ['#/headers/host', '#/headers/a~1b~0c', '#/headers/x-long', '#/headers/x-one'],
  );
});

t.test('more than twenty headers are refused', async (t) => {
  const headersOf = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-${at}`, 'v']));
  t.equal(Object.keys(checkHeaders(headersOf(20))).length, 20);
  hasFields(t, refusalOf(headersOf(21)).extras.errors, [{ code: 'too_many' }]);
});

t.test('a name of 100 and a value of 1,000 characters are the longest', async (t) => {
  const [name, value] = ['x'.repeat(100), 'v'.repeat(1_000)];
  t.same(checkHeaders({ [name]: value }), { [name]: value });
  hasFields(t, refusalOf({ [`${name}x`]: 'v' }).extras.errors, [{ detail: 'is not a header name' }]);
  hasFields(t, refusalOf({ 'x-a': `${value}v` }).extras.errors, [
    { detail: 'has more than 1000 characters' },
  ]);
});

t.test('the reason of a refusal is told', async (t) => {
  for (const [headers, detail] of [
    [{ 'x-a': 'a\nb' }, 'has characters that a header value cannot carry'],
    [{ 'a b': 'v' }, 'is not a header name'],
    [{ host: 'v' }, 'is set by Schoolgate or by the connection'],
    [{ 'x-one': 'v', 'X-One': 'w' }, 'is given twice'],
  ] as const)
    hasFields(t, refusalOf(headers).extras.errors, [{ detail }]);
});
