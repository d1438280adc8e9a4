import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import type { Case } from '../../../tools/sdk/case.ts';
import type { Operation } from '../../../tools/sdk/model.ts';
import { readCases } from '../../../tools/sdk/read-cases.ts';
import { readModel } from '../../../tools/sdk/read-model.ts';
import { ROOT } from '../../support/child-process.ts';

const model = readModel();
const cases = readCases();
const document = JSON.parse(readFileSync(join(ROOT, 'openapi/openapi.json'), 'utf8'));
const byKey = model.operations.filter(({ caller }) => caller === 'key');
const nameOf = ({ resource, method }: Operation): string => [...resource, method].join('.');

/** What is wrong with a value by the document's schema. */
function faults(pointer: string, value: unknown): string {
  const fits = ajv.getSchema(`api#${pointer}`);
  if (fits === undefined) return `the document has no ${pointer}`;
  return fits(value) ? '' : `${pointer}: ${ajv.errorsText(fits.errors)}`;
}
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(document, 'api');

/** The operation that a request of a case is for. */
function operationOf(method: string, path: string): Operation | undefined {
  const fits = (one: Operation) =>
    one.httpMethod === method &&
    new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}$`).test(path);
  // `/v1/categories/sources` is no category.
  return model.operations
    .filter(fits)
    .toSorted((a, b) => a.pathParameters.length - b.pathParameters.length)[0];
}

function requestFaults({ request }: Case['exchanges'][number]): string {
  const operation = operationOf(request.method, request.path);
  if (operation === undefined) return `no operation is ${request.method} ${request.path}`;
  // One address may be several operations: the weekly report in each of its forms.
  const allowed = model.operations
    .filter(({ path, httpMethod }) => path === operation.path && httpMethod === operation.httpMethod)
    .flatMap(({ query, fixedQuery }) => [...query.map(({ name }) => name), ...Object.keys(fixedQuery)]);
  const foreign = Object.keys(request.query ?? {}).filter((name) => !allowed.includes(name));
  if (foreign.length > 0) return `${operation.id} takes no ${foreign.join(', ')}`;
  if (request.body === undefined) return operation.body?.required ? `${operation.id} needs a body` : '';
  return operation.body === undefined
    ? `${operation.id} takes no body`
    : faults(`/components/schemas/${operation.body.type}`, request.body);
}

function answerFaults(one: Case): string {
  const { request, response } = one.exchanges[0] ?? {};
  if (request === undefined || typeof response !== 'object') return 'has no answer';
  const operation = operationOf(request.method, request.path);
  const path = operation?.path.replaceAll('/', '~1') ?? '';
  const media = response.text === undefined ? 'application/json' : (response.headers?.['content-type'] ?? '');
  if (response.body === undefined && response.text === undefined)
    return document.paths[operation?.path ?? ''][request.method.toLowerCase()].responses[response.status]
      ? ''
      : `never answers ${response.status}`;
  const type = media.split(';')[0]?.replaceAll('/', '~1');
  const pointer = `/paths/${path}/${request.method.toLowerCase()}/responses/${response.status}/content/${type}/schema`;
  return faults(pointer, response.text ?? response.body);
}

t.test('each operation that a key can call has one case that is its sample', async (t) => {
  const shown = cases.filter(({ sample }) => sample).map(({ call }) => call.method);
  t.strictSame(shown.toSorted(), byKey.map(nameOf).toSorted());
});

t.test('the cases have names of their own, that can be names of functions', async (t) => {
  const names = cases.map(({ name }) => name);
  t.strictSame(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  );
  t.strictSame(
    names.filter((name) => !/^[a-z][A-Za-z0-9 ]*$/.test(name)),
    [],
  );
});

t.test('what the cases send is what the document says', async (t) => {
  for (const one of cases) t.equal(one.exchanges.map(requestFaults).join(''), '', one.name);
});

t.test('what the samples are answered is what the document says', async (t) => {
  for (const one of cases.filter(({ sample }) => sample)) t.equal(answerFaults(one), '', one.name);
});
