import type { NamedType, Operation, SdkModel } from '../model.ts';
import { allResources, keyOperations, reachableTypes } from '../operations.ts';
import { className, constantName, snakeCase } from './names.ts';
import { type Parameter, parametersOf } from './parameters.ts';
import { block, docstring, HEAD, type TypeStyle, typingImport, WIDTH } from './text.ts';

/** The hand-written part of a resource: the class that the generated class extends. */
const BASES: Readonly<Record<string, string>> = { commands: 'AwaitedCommands', events: 'FollowedEvents' };

type Kind = 'sync' | 'async';

interface Context {
  readonly kind: Kind;
  readonly byName: ReadonlyMap<string, NamedType>;
  readonly style: TypeStyle;
  readonly operations: readonly Operation[];
  readonly resources: readonly (readonly string[])[];
}

/** `generated/resources.py` and `generated/async_resources.py`: a class for each resource, a method for each operation. */
export function resourcesFile(model: SdkModel, kind: Kind): string {
  const operations = keyOperations(model);
  const objects = reachableTypes(model, { withBodies: false }).filter((type) => type.kind !== 'enum');
  const context: Context = {
    kind,
    byName: new Map(model.types.map((type) => [type.name, type])),
    style: { prefix: 'models.', sent: true, objects: new Set(objects.map(({ name }) => name)) },
    operations,
    resources: allResources(operations),
  };
  const top = context.resources.filter(({ length }) => length === 1);
  // A class must come after the classes of its attributes.
  const inOrder = context.resources.toSorted((a, b) => b.length - a.length);
  const body = [
    ...inOrder.flatMap((resource) => classLines(resource, context)),
    ...rootLines(top, kind),
  ].join('\n');
  const mark = kind === 'sync' ? '' : 'Async';
  const list = kind === 'sync' ? 'Page' : 'AsyncList';
  const bases = [...Object.values(BASES), 'Resource'].map((name) => baseName(name, kind));
  const calls = kind === 'sync' ? 'SyncCalls' : 'AsyncCalls';
  return [
    HEAD,
    `"""The methods of \`${mark}Schoolgate\`."""`,
    '',
    'from __future__ import annotations',
    '',
    'from datetime import date, datetime',
    typingImport(body),
    '',
    'from .._model import UNSET, Unset',
    `from .._pages import ${list}`,
    'from .._request import Call, IfMatch',
    `from .._resource import ${[...bases, calls].toSorted().join(', ')}`,
    'from . import models',
    'from . import operations as ops',
    '',
    body,
    '',
  ].join('\n');
}

function baseName(base: string, kind: Kind): string {
  if (base === 'Resource') return kind === 'sync' ? 'SyncResource' : 'AsyncResource';
  return kind === 'sync' ? base : `Async${base}`;
}

function ownName(resource: readonly string[], kind: Kind): string {
  return `${kind === 'sync' ? '' : 'Async'}${className(resource)}`;
}

function classLines(resource: readonly string[], context: Context): string[] {
  const { kind, resources, operations } = context;
  const key = resource.join('.');
  const below = resources.filter(
    (one) => one.length === resource.length + 1 && one.slice(0, -1).join('.') === key,
  );
  const methods = operations
    .filter((operation) => operation.resource.join('.') === key)
    .map((operation) => methodLines(operation, context));
  const start = [
    `def __init__(self, client: ${kind === 'sync' ? 'SyncCalls' : 'AsyncCalls'}) -> None:`,
    '    super().__init__(client)',
    ...below.map((one) => `    self.${snakeCase(one.at(-1) ?? '')} = ${ownName(one, kind)}(client)`),
  ].map((line) => `    ${line}`);
  const members = [...(below.length > 0 ? [start] : []), ...methods];
  return [
    '',
    `class ${ownName(resource, kind)}(${baseName(BASES[key] ?? 'Resource', kind)}):`,
    `    """\`client.${resource.map(snakeCase).join('.')}\`"""`,
    ...members.flatMap((lines) => ['', ...lines]),
    '',
  ];
}

function methodLines(operation: Operation, context: Context): string[] {
  const parameters = parametersOf(operation, context.byName, context.style);
  const ids = operation.pathParameters.map(({ name }) => snakeCase(name));
  const isList = operation.result.kind === 'list';
  const isAsync = context.kind === 'async' && !isList;
  const written = [
    'self',
    ...ids.map((name) => `${name}: str`),
    '*',
    ...parameters.map(({ name, text }) => `${name}: ${text}`),
  ];
  const start = `    ${isAsync ? 'async ' : ''}def ${snakeCase(operation.method)}`;
  const end = ` -> ${resultType(operation, context.kind)}:`;
  const line = `${start}(${written.join(', ')})${end}`;
  return [
    line.length <= WIDTH ? line : `${start}${block('()', '    ', written)}${end}`,
    ...docstring([`${operation.summary}.`, operation.description], '        ', told(parameters)),
    ...callLines(operation, ids, parameters, isAsync),
  ];
}

function told(parameters: readonly Parameter[]): string[] {
  return parameters
    .filter(({ place, description }) => description !== undefined && place !== 'option')
    .map(({ name, description }) => `${name}: ${description}`);
}

function resultType({ result }: Operation, kind: Kind): string {
  switch (result.kind) {
    case 'nothing':
      return 'None';
    case 'text':
      return 'str';
    case 'object':
      return `models.${result.type}`;
    case 'list':
      return `${kind === 'sync' ? 'Page' : 'AsyncList'}[models.${result.item}]`;
  }
}

function callLines(
  operation: Operation,
  ids: readonly string[],
  parameters: readonly Parameter[],
  isAsync: boolean,
): string[] {
  const indent = '            ';
  const of = (place: Parameter['place']) => parameters.filter((one) => one.place === place);
  const mapping = (label: string, given: readonly Parameter[]) => {
    const members = given.map(({ name, wireName }) => `"${wireName}": ${name}`);
    if (members.length === 0) return [];
    const line = `${label}={${members.join(', ')}}`;
    return [indent.length + line.length < WIDTH ? line : `${label}=${block('{}', indent, members)}`];
  };
  const given = [
    `ops.${constantName(operation.resource, operation.method)}`,
    ...(ids.length > 0 ? [`(${ids.join(', ')},)`] : []),
    ...mapping('query', of('query')),
    ...mapping('body', of('body')),
    ...of('option').map(({ name }) => `${name}=${name}`),
  ];
  const call = `call = Call${block('()', '        ', given)}`;
  const run = `${isAsync ? 'await ' : ''}self._client._call(call)`;
  if (operation.result.kind === 'list') return [`        ${call}`, '        return self._list(call)'];
  if (operation.result.kind === 'nothing') return [`        ${call}`, `        ${run}`];
  return [
    `        ${call}`,
    `        result: ${resultType(operation, 'sync')} = ${run}`,
    '        return result',
  ];
}

function rootLines(resources: readonly (readonly string[])[], kind: Kind): string[] {
  return [
    '',
    `class ${kind === 'sync' ? '' : 'Async'}Resources:`,
    '    """Every resource of the API."""',
    '',
    `    def __init__(self, client: ${kind === 'sync' ? 'SyncCalls' : 'AsyncCalls'}) -> None:`,
    ...resources.map((one) => `        self.${snakeCase(one[0] ?? '')} = ${ownName(one, kind)}(client)`),
  ];
}
