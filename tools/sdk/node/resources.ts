import type { NamedType, Operation, SdkModel } from '../model.ts';
import { allResources } from '../operations.ts';
import {
  className,
  docComment,
  HEAD,
  literal,
  memberName,
  resourceName,
  typeText,
  upperFirst,
} from './text.ts';

/** The hand-written part of a resource: the class that the generated class extends. */
const BASES: Readonly<Record<string, { readonly name: string; readonly file: string }>> = {
  commands: { name: 'AwaitedCommands', file: '../awaited-commands.ts' },
  events: { name: 'FollowedEvents', file: '../followed-events.ts' },
};

/** `generated/resources.ts`: a class for each resource, with a method for each operation. */
export function resourcesFile(model: SdkModel): string {
  const resources = allResources(model.operations);
  const bodies = new Map(model.types.map((type) => [type.name, type]));
  const inputs = model.operations.flatMap((operation) => inputLines(operation, bodies));
  const classes = resources.flatMap((resource) => classLines(resource, model, resources));
  const body = [...inputs, ...classes, ...rootLines(resources)].join('\n');
  const used = model.types.map(({ name }) => name).filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  return [
    HEAD,
    ...Object.values(BASES).map(({ name, file }) => `import { ${name} } from '${file}';`),
    "import type { List } from '../list.ts';",
    "import type { CallOptions } from '../options.ts';",
    "import { Resource } from '../resource.ts';",
    'import type {',
    ...used.map((name) => `  ${name},`),
    "} from './types.ts';",
    '',
    body,
    '',
  ].join('\n');
}

const isOf = (resource: readonly string[]) => (operation: Operation) =>
  operation.resource.join('.') === resource.join('.');

/** Whether a method takes an input: a query, a body, or a wait. */
function hasInput({ query, body, headers }: Operation): boolean {
  return query.length > 0 || body !== undefined || headers.wait;
}

/** Whether the input is required, because some of it is. */
function needsInput(operation: Operation, types: ReadonlyMap<string, NamedType>): boolean {
  const body = types.get(operation.body?.type ?? '');
  if (body?.kind === 'union') return true;
  const isPatch = operation.body?.isPatch ?? false;
  const members = body?.kind === 'object' ? body.fields : [];
  return isPatch || [...operation.query, ...members].some(({ required }) => required);
}

function inputName({ resource, method }: Operation): string {
  return `${resourceName(resource)}${upperFirst(method)}Input`;
}

/** The type of the input: the body alone, or the body with query and wait. */
function inputType(operation: Operation): string {
  const { query, body, headers } = operation;
  const hasOwn = query.length > 0 || headers.wait;
  if (body === undefined) return inputName(operation);
  return hasOwn ? `${body.type} & ${inputName(operation)}` : body.type;
}

function inputLines(operation: Operation, types: ReadonlyMap<string, NamedType>): string[] {
  const { query, body, headers } = operation;
  const taken = types.get(body?.type ?? '');
  const names = taken?.kind === 'object' ? taken.fields.map(({ name }) => name) : [];
  const twice = query.filter(({ name }) => names.includes(name) || name === 'wait');
  if (twice.length > 0) throw new Error(`${operation.id} has ${twice[0]?.name} twice`);
  if (query.length === 0 && !headers.wait) return [];
  return [
    `export interface ${inputName(operation)} {`,
    ...query.flatMap(({ name, type, required, description }) => {
      const one = type.kind === 'array' ? `${typeText(type.items, true)} | ` : '';
      return [
        ...docComment([description], '  '),
        `  readonly ${memberName(name)}${required ? '' : '?'}: ${one}${typeText(type, true)}${required ? '' : ' | undefined'};`,
      ];
    }),
    ...(headers.wait
      ? [
          '  /** Seconds to wait for the command to end, at most 30. */',
          '  readonly wait?: number | undefined;',
        ]
      : []),
    '}',
    '',
  ];
}

function classLines(
  resource: readonly string[],
  model: SdkModel,
  resources: readonly (readonly string[])[],
): string[] {
  const types = new Map(model.types.map((type) => [type.name, type]));
  const base = BASES[resource.join('.')]?.name ?? 'Resource';
  const below = resources.filter(
    (one) => one.length === resource.length + 1 && one.join('.').startsWith(`${resource.join('.')}.`),
  );
  const methods = model.operations.filter(isOf(resource)).map((operation) => methodLines(operation, types));
  const overridden = base === 'Resource' ? [] : ['list', 'get'];
  const members = [
    ...below.map((one) => [`  readonly ${one.at(-1)} = new ${className(one)}(this.calls);`]),
    ...methods.map((lines) => lines.map((line) => withOverride(line, base, overridden))),
  ];
  return [
    `export class ${className(resource)} extends ${base} {`,
    ...members.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines])),
    '}',
    '',
  ];
}

/** The hand-written base classes declare the generated members that they need, so those get `override`. */
function withOverride(line: string, base: string, names: readonly string[]): string {
  const needed = base === 'FollowedEvents' ? 'list' : 'get';
  return names.includes(needed) && line.startsWith(`  ${needed}(`)
    ? line.replace(`  ${needed}(`, `  override ${needed}(`)
    : line;
}

function methodLines(operation: Operation, types: ReadonlyMap<string, NamedType>): string[] {
  const ids = operation.pathParameters.map(({ name }) => name);
  const optional = needsInput(operation, types) ? '' : ' = {}';
  const parameters = [
    ...ids.map((name) => `${name}: string`),
    ...(hasInput(operation) ? [`input: ${inputType(operation)}${optional}`] : []),
    'options?: CallOptions',
  ];
  const call = [
    ...(ids.length > 0 ? [`ids: [${ids.join(', ')}]`] : []),
    ...(hasInput(operation) ? ['input'] : []),
    'options',
  ];
  const [kind, type] = resultOf(operation);
  const sent = literal(operationData(operation), '    ', 40);
  return [
    ...docComment([`${operation.summary}.`, operation.description], '  '),
    `  ${operation.method}(${parameters.join(', ')}): ${type} {`,
    `    return this.calls.${kind}(${sent}, { ${call.join(', ')} });`,
    '  }',
  ];
}

function resultOf({ result }: Operation): readonly [string, string] {
  switch (result.kind) {
    case 'nothing':
      return ['nothing', 'Promise<void>'];
    case 'text':
      return ['text', 'Promise<string>'];
    case 'object':
      return ['one', `Promise<${result.type}>`];
    case 'list':
      return ['list', `List<${result.item}>`];
  }
}

/** The description of an operation for `request.ts`. */
function operationData(operation: Operation): Readonly<Record<string, unknown>> {
  const { httpMethod, path, body, query, fixedQuery, headers, result } = operation;
  return {
    method: httpMethod,
    path,
    ...(body === undefined ? {} : { body: body.required ? 'required' : 'optional' }),
    ...(body === undefined || query.length === 0 ? {} : { query: query.map(({ name }) => name) }),
    ...(Object.keys(fixedQuery).length === 0 ? {} : { fixedQuery }),
    ...(headers.wait ? { wait: true } : {}),
    ...(headers.idempotencyKey ? { idempotencyKey: true } : {}),
    ...(result.kind === 'text' ? { accept: result.mediaType } : {}),
  };
}

function rootLines(resources: readonly (readonly string[])[]): string[] {
  return [
    '/** Every resource of the API. */',
    'export abstract class Resources extends Resource {',
    ...resources
      .filter(({ length }) => length === 1)
      .map((resource) => `  readonly ${resource[0]} = new ${className(resource)}(this.calls);`),
    '}',
  ];
}
