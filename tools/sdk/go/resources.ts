import type { Field, NamedType, Operation, SdkModel } from '../model.ts';
import { allResources, keyOperations } from '../operations.ts';
import { fieldLines, type GoField, goField } from './fields.ts';
import { exportedName, localName, operationName, resourceName } from './names.ts';
import { braced, columns, comment, HEAD, quoted } from './text.ts';

/** The input of a method beside its ids. */
export interface Params {
  readonly type: string;
  /** The members; undefined for a type of the model, which defines them itself. */
  readonly fields: readonly GoField[] | undefined;
  readonly isQuery: boolean;
  readonly isBody: boolean;
}

/** The input of an operation: its query, its body, or both in one; undefined for none. */
export function paramsOf(
  { body, query, resource, method }: Operation,
  byName: ReadonlyMap<string, NamedType>,
): Params | undefined {
  const name = `${operationName({ resource, method })}Params`;
  const inQuery = query.map((field) => queryField(field, name));
  if (body === undefined)
    return query.length === 0 ? undefined : { type: name, fields: inQuery, isQuery: true, isBody: false };
  if (query.length === 0)
    return { type: exportedName(body.type), fields: undefined, isQuery: false, isBody: true };
  const type = byName.get(body.type);
  if (type?.kind !== 'object' || body.isPatch) throw new Error(`${name} is of a form that Go does not know`);
  const inBody = type.fields.map((field) => goField(field, 'sent'));
  const beside = inQuery.map((field) => ({ ...field, tag: `json:"-" ${field.tag}` }));
  return { type: name, fields: [...inBody, ...beside], isQuery: true, isBody: true };
}

/** The types that `request.go` can write into a query: texts, integers, booleans, and lists of them. */
const IN_QUERY = ['string', 'named', 'integer', 'boolean'];

function queryField(field: Field, params: string): GoField {
  const { kind } = field.type.kind === 'array' ? field.type.items : field.type;
  if (!IN_QUERY.includes(kind)) throw new Error(`${params}.${field.name} is of a form that Go does not know`);
  return goField(field, 'query');
}

/** `resources_generated.go`: a type for each resource, a method for each operation. */
export function resourcesFile(model: SdkModel): string {
  const operations = keyOperations(model);
  const byName = new Map(model.types.map((type) => [type.name, type]));
  const resources = allResources(operations);
  const blocks = [
    ...rootBlocks(resources.filter(({ length }) => length === 1)),
    ...resources.flatMap((resource) => [
      ...resourceBlocks(resource, resources),
      ...operations
        .filter((operation) => operation.resource.join('.') === resource.join('.'))
        .flatMap((operation) => operationBlocks(operation, byName)),
    ]),
  ];
  const body = blocks.map((lines) => lines.join('\n')).join('\n\n');
  return [HEAD, '', 'package schoolgate', '', 'import "context"', '', body, ''].join('\n');
}

function rootBlocks(top: readonly (readonly string[])[]): string[][] {
  const rows = top.map((resource) => [exportedName(resource[0] ?? ''), `*${resourceName(resource)}`]);
  const made = top.map((resource) => [
    `${exportedName(resource[0] ?? '')}:`,
    `new${resourceName(resource)}(c),`,
  ]);
  return [
    [...comment('Resources are all that the API has.'), ...braced('type Resources struct', columns(rows))],
    braced('func newResources(c *connection) Resources', [
      ...braced('return Resources', columns(made)).map((line, at) => (at === 0 ? 'return Resources{' : line)),
    ]),
  ];
}

function resourceBlocks(resource: readonly string[], all: readonly (readonly string[])[]): string[][] {
  const key = resource.join('.');
  const name = resourceName(resource);
  const below = all.filter((one) => one.slice(0, -1).join('.') === key && one.length > 1);
  const rows = [
    ...below.map((one) => [exportedName(one.at(-1) ?? ''), `*${resourceName(one)}`]),
    ['connection', '*connection'],
  ];
  const made = [
    ...below.map((one) => `${exportedName(one.at(-1) ?? '')}: new${resourceName(one)}(c)`),
    'connection: c',
  ];
  return [
    [
      ...comment(`${name} is client.${resource.map(exportedName).join('.')}.`),
      ...braced(`type ${name} struct`, columns(rows)),
    ],
    braced(`func new${name}(c *connection) *${name}`, [`return &${name}{${made.join(', ')}}`]),
  ];
}

function operationBlocks(operation: Operation, byName: ReadonlyMap<string, NamedType>): string[][] {
  const params = paramsOf(operation, byName);
  return [
    ...(params?.fields === undefined ? [] : [paramsLines(operation, params.type, params.fields)]),
    [`var op${operationName(operation)} = operation{${settingsOf(operation).join(', ')}}`],
    methodLines(operation, params),
  ];
}

function paramsLines({ resource, method }: Operation, type: string, fields: readonly GoField[]): string[] {
  return [
    ...comment(`${type} is what is said to [${resourceName(resource)}.${exportedName(method)}].`),
    ...braced(`type ${type} struct`, fieldLines(fields)),
  ];
}

function settingsOf({ httpMethod, path, body, fixedQuery, headers, result }: Operation): string[] {
  const query = new URLSearchParams(fixedQuery).toString();
  return [
    `method: ${quoted(httpMethod)}`,
    `path: ${quoted(path)}`,
    ...(query === '' ? [] : [`query: ${quoted(query)}`]),
    ...(result.kind === 'text' ? [`accept: ${quoted(result.mediaType)}`] : []),
    ...(body === undefined ? [] : [`body: ${body.required ? 'requiredBody' : 'optionalBody'}`]),
    ...(['wait', 'ifMatch', 'idempotencyKey'] as const)
      .filter((name) => headers[name])
      .map((name) => `${name}: true`),
  ];
}

function methodLines(operation: Operation, params: Params | undefined): string[] {
  const { resource, method, summary, description, pathParameters, result } = operation;
  const name = exportedName(method);
  const ids = pathParameters.map((one) => localName(one.name));
  const written = [
    'ctx context.Context',
    ...(ids.length === 0 ? [] : [`${ids.join(', ')} string`]),
    ...(params === undefined ? [] : [`params ${params.type}`]),
    'options ...CallOption',
  ];
  const said = [
    ...(ids.length === 0 ? [] : [`ids: []string{${ids.join(', ')}}`]),
    ...(params?.isQuery ? ['query: params'] : []),
    ...(params?.isBody ? ['body: params'] : []),
  ];
  const { type, carrier } = resultOf(result);
  const start = `func (r *${resourceName(resource)}) ${name}(${written.join(', ')}) ${type}`;
  return [
    ...comment(`${name}: ${summary}.`, description, ...pathParameters.map(told)),
    ...braced(start, [
      `return ${carrier}(ctx, r.connection, op${operationName(operation)}, input{${said.join(', ')}}, options)`,
    ]),
  ];
}

function told({ name, description }: Pick<Field, 'name' | 'description'>): string | undefined {
  return description === undefined ? undefined : `${localName(name)}: ${description}`;
}

function resultOf(result: Operation['result']): { readonly type: string; readonly carrier: string } {
  switch (result.kind) {
    case 'nothing':
      return { type: 'error', carrier: 'nothing' };
    case 'text':
      return { type: '(string, error)', carrier: 'text' };
    case 'object':
      return {
        type: `(*${exportedName(result.type)}, error)`,
        carrier: `object[${exportedName(result.type)}]`,
      };
    case 'list':
      return {
        type: `(*Page[${exportedName(result.item)}], error)`,
        carrier: `list[${exportedName(result.item)}]`,
      };
  }
}
