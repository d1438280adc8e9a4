import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../repository.ts';
import { type OpenApi, type OperationObject, parametersOf, referred, type Schema } from './document.ts';
import type { EventModel, Field, Operation, Result, SdkModel } from './model.ts';
import { namesOf, TypeReader } from './read-types.ts';
import { upperCamel } from './type-names.ts';

/** The model of the API, from the files of the repository. */
export function readModel(): SdkModel {
  const { version } = readJson<{ readonly version: string }>('package.json');
  return modelOf(
    readJson<OpenApi>('openapi/openapi.json'),
    readJson<Readonly<Record<string, string>>>('sdk/names.json'),
    version,
  );
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as T;
}

/**
 * @param names the place of each operation in a client (`devices.list`) by its `operationId`
 * @throws if an operation has no name, or a name no operation
 */
export function modelOf(
  document: OpenApi,
  names: Readonly<Record<string, string>>,
  version: string,
): SdkModel {
  const reader = new TypeReader(document);
  const found = operationsOf(document);
  const unnamed = [...found.keys()].filter((id) => !Object.hasOwn(names, id));
  if (unnamed.length > 0) throw new Error(`sdk/names.json lacks ${unnamed.join(', ')}`);
  const operations = Object.entries(names).map(([id, name]) => {
    const call = found.get(id);
    if (call === undefined) throw new Error(`sdk/names.json names ${id}, which the API does not have`);
    return operationOf({ ...call, id, name }, document, reader);
  });
  const events = eventsOf(document, reader);
  const sent = operations.flatMap(({ query, body }) => [
    ...query.flatMap(({ type }) => namesOf(type)),
    ...(body === undefined ? [] : [body.type]),
  ]);
  const received = [
    ...operations.flatMap(({ result }) => resultTypes(result)),
    ...events.map(({ data }) => data),
  ];
  const roots = { sent, received: [...received, 'Problem', 'TruncatedEventData'] };
  return { version, types: reader.types(roots), operations, events };
}

interface Call {
  readonly path: string;
  readonly httpMethod: string;
  readonly operation: OperationObject;
  /** The form, for an operation that answers in several: `csv`. */
  readonly form?: string;
}

const FORMS: Readonly<Record<string, string>> = { 'text/csv': 'csv', 'text/html': 'html' };

/** Every call by its id. `getWeeklyReport.csv` is the same call in another form. */
function operationsOf({ paths }: OpenApi): ReadonlyMap<string, Call> {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([httpMethod, operation]): [string, Call][] => {
      const call = { path, httpMethod: httpMethod.toUpperCase(), operation };
      const forms = Object.keys(success(operation)?.content ?? {}).flatMap((type) => FORMS[type] ?? []);
      const { operationId: id } = operation;
      return [[id, call], ...forms.map((form): [string, Call] => [`${id}.${form}`, { ...call, form }])];
    }),
  );
  return new Map(calls);
}

function success({ responses }: OperationObject) {
  const [, found] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  return found === undefined || '$ref' in found ? undefined : found;
}

function operationOf(
  call: Call & { readonly id: string; readonly name: string },
  document: OpenApi,
  reader: TypeReader,
): Operation {
  const { id, name, path, httpMethod, operation, form } = call;
  const parameters = parametersOf(document, operation);
  const places = name.split('.');
  const result = resultOf(operation, form, reader, document);
  const root = resultTypes(result)[0] ?? upperCamel(places[0] ?? '');
  const isSent = (header: string) => parameters.some((one) => one.in === 'header' && one.name === header);
  const body = bodyOf(operation, reader);
  // A parameter that is possible in both the query and the body goes into the body.
  const inBody = new Set(Object.keys(document.components.schemas[body?.type ?? '']?.properties ?? {}));
  const query = parameters
    .filter((one) => one.in === 'query' && one.name !== 'format' && !inBody.has(one.name))
    .map(
      ({ name: key, schema, required, description }): Field => ({
        name: key,
        type: reader.read(schema, [root, key]),
        required,
        description: description ?? schema.description ?? schema.items?.description,
      }),
    );
  const [security] = operation.security ?? [];
  return {
    id,
    resource: places.slice(0, -1),
    method: places.at(-1) ?? '',
    httpMethod: httpMethod as Operation['httpMethod'],
    path,
    summary: operation.summary,
    description: operation.description,
    caller: callerOf(security),
    scopes: security?.apiKey ?? [],
    pathParameters: parameters
      .filter((one) => one.in === 'path')
      .sort((a, b) => path.indexOf(`{${a.name}}`) - path.indexOf(`{${b.name}}`))
      .map(({ name: key, description }) => ({ name: key, description })),
    query,
    fixedQuery: form === undefined ? {} : { format: form },
    body,
    headers: {
      idempotencyKey: isSent('Idempotency-Key'),
      ifMatch: isSent('If-Match'),
      wait: isSent('Prefer'),
    },
    result,
  };
}

function callerOf(security: Readonly<Record<string, readonly string[]>> | undefined): Operation['caller'] {
  if (security === undefined) return 'anybody';
  return security.apiKey === undefined ? 'session' : 'key';
}

function bodyOf({ requestBody }: OperationObject, reader: TypeReader): Operation['body'] {
  if (requestBody === undefined) return undefined;
  const { schema } = requestBody.content['application/json'] ?? {};
  if (schema?.$ref === undefined) throw new Error('a body has no name');
  reader.read(schema, []);
  return {
    type: referred(schema.$ref),
    required: requestBody.required ?? false,
    isPatch: requestBody.content['application/merge-patch+json'] !== undefined,
  };
}

function resultOf(
  operation: OperationObject,
  form: string | undefined,
  reader: TypeReader,
  { components }: OpenApi,
): Result {
  if (form !== undefined) return { kind: 'text', mediaType: `text/${form}` };
  const schema: Schema | undefined = success(operation)?.content?.['application/json']?.schema;
  if (schema === undefined) return { kind: 'nothing' };
  const name = referred(schema.$ref ?? '');
  const item = components.schemas[name]?.properties?.data?.items?.$ref;
  if (name.endsWith('List') && item !== undefined) {
    reader.read({ $ref: item }, []);
    return { kind: 'list', item: referred(item) };
  }
  reader.read(schema, []);
  return { kind: 'object', type: name };
}

function resultTypes(result: Result): readonly string[] {
  if (result.kind === 'list') return [result.item];
  return result.kind === 'object' ? [result.type] : [];
}

function eventsOf({ webhooks }: OpenApi, reader: TypeReader): readonly EventModel[] {
  reader.read({ $ref: '#/components/schemas/TruncatedEventData' }, []);
  reader.read({ $ref: '#/components/schemas/Problem' }, []);
  return Object.entries(webhooks)
    .map(([name, { post }]) => {
      const [, own] = post.requestBody?.content['application/json']?.schema.allOf ?? [];
      const data = own?.properties?.data?.anyOf?.[0];
      if (data === undefined) throw new Error(`the event ${name} does not say what its data is`);
      const type = reader.read(data, [`${upperCamel(name)}Data`]);
      if (type.kind !== 'named') throw new Error(`the data of ${name} is no object`);
      return { name, description: post.summary, data: type.name };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
