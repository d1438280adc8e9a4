import type { Case } from '../case.ts';
import type { Field, NamedType, Operation, SdkModel, TypeRef } from '../model.ts';
import { operationOf } from '../operations.ts';
import { type GoField, goField, type Place, typeText } from './fields.ts';
import { exportedName, localName, operationName } from './names.ts';
import { paramsOf } from './resources.ts';
import { braced, columns, HEAD, quoted, WIDTH } from './text.ts';
import { constantName } from './types.ts';

const PACKAGE = 'schoolgate.';

/** The hand-written calls: their ids, and the members of their input. */
const BY_HAND: Readonly<
  Record<string, { readonly ids: readonly string[]; readonly fields: readonly Field[] }>
> = {
  'events.follow': {
    ids: [],
    fields: [
      member('after', { kind: 'integer', isPositive: false, nullable: false }),
      member('type', { kind: 'array', items: { kind: 'string', nullable: false }, nullable: false }),
    ],
  },
  'commands.waitFor': { ids: ['id'], fields: [] },
};

function member(name: string, type: TypeRef): Field {
  return { name, type, required: false, description: undefined };
}

type Given = Readonly<Record<string, unknown>>;

/** Writes Go values of the types of a model. */
class Writer {
  readonly #byName: ReadonlyMap<string, NamedType>;
  readonly #patches: ReadonlySet<string>;

  constructor(model: SdkModel) {
    this.#byName = new Map(model.types.map((type) => [type.name, type]));
    this.#patches = new Set(model.operations.flatMap(({ body }) => (body?.isPatch ? [body.type] : [])));
  }

  /** The input of an operation as a literal of its type. */
  params(operation: Operation, given: Given, isWide: boolean): string | undefined {
    const params = paramsOf(operation, this.#byName);
    if (params === undefined) return undefined;
    if (params.fields !== undefined) return this.struct(params.type, params.fields, given, isWide);
    return this.#named(operation.body?.type ?? '', given, isWide);
  }

  /** @param isWide whether each member gets its own line, even if one line would be enough */
  struct(type: string, fields: readonly GoField[], given: Given, isWide: boolean): string {
    const unknown = Object.keys(given).find((name) => !fields.some(({ field }) => field.name === name));
    if (unknown !== undefined) throw new Error(`${type} has no ${unknown}`);
    const said = fields.filter(({ field }) => field.name in given);
    const write = (isInnerWide: boolean) =>
      said.map((one): [string, string] => [
        `${one.name}:`,
        this.#field(one, given[one.field.name], isInnerWide),
      ]);
    const line = `{${write(false)
      .map((pair) => pair.join(' '))
      .join(', ')}}`;
    const name = PACKAGE + type;
    if (!isWide || said.length === 0) return name + line;
    const rows = write(true).map(([label, value]) =>
      value.includes('\n') ? `${label} ${value},` : [label, `${value},`],
    );
    return `${name}${block(columns(rows))}`;
  }

  #field({ isOptional, field }: GoField, value: unknown, mayBreak: boolean): string {
    const { type } = field;
    if (!isOptional) return this.#value(type, value, mayBreak);
    if (value === null) return `${PACKAGE}Null[${typeText(type, PACKAGE)}]()`;
    // `Set` takes its type from the value, and 400 would be an int.
    const mark = type.kind === 'number' && Number.isInteger(value) ? '.0' : '';
    return `${PACKAGE}Set(${this.#value(type, value, mayBreak)}${mark})`;
  }

  #value(type: TypeRef, value: unknown, mayBreak: boolean): string {
    switch (type.kind) {
      case 'dateTime':
        return moment(String(value));
      case 'array':
        return this.#array(type, [value].flat(), mayBreak);
      case 'map':
        return anyValue(value);
      case 'named':
        return this.#named(type.name, value, mayBreak);
      default:
        return typeof value === 'string' ? quoted(value) : String(value);
    }
  }

  #array(type: TypeRef & { kind: 'array' }, values: readonly unknown[], mayBreak: boolean): string {
    const name = typeText(type, PACKAGE);
    const write = (isInnerWide: boolean) =>
      values.map((one) => this.#elided(type.items, this.#value(type.items, one, isInnerWide)));
    const line = `${name}{${write(false).join(', ')}}`;
    if (!mayBreak || line.length < WIDTH - 30) return line;
    return `${name}${block(write(true).map((one) => `${one},`))}`;
  }

  /** The type of the items is in the type of the list, so it is left out of each item. */
  #elided(type: TypeRef, text: string): string {
    const name = typeText(type, PACKAGE);
    return type.kind === 'named' && text.startsWith(`${name}{`) ? text.slice(name.length) : text;
  }

  #named(name: string, value: unknown, mayBreak: boolean): string {
    const type = this.#byName.get(name);
    if (type === undefined) throw new Error(`there is no type ${name}`);
    if (type.kind === 'enum') {
      const isKnown = type.values.includes(String(value));
      return (
        PACKAGE +
        (isKnown ? constantName(name, String(value)) : `${exportedName(name)}(${quoted(String(value))})`)
      );
    }
    if (type.kind === 'union') {
      const { [type.discriminator]: form, ...others } = value as Given;
      const variant = type.variants.find((one) => one.value === form);
      return this.#named(variant?.type ?? '', others, mayBreak);
    }
    const place: Place = this.#patches.has(name) ? 'patch' : 'sent';
    const fields = type.fields.map((field) => goField(field, place));
    const isLong = this.struct(exportedName(name), fields, value as Given, false).length >= WIDTH - 30;
    return this.struct(exportedName(name), fields, value as Given, mayBreak && isLong);
  }
}

function block(lines: readonly string[]): string {
  return braced(
    '',
    lines.flatMap((line) => line.split('\n')),
  )
    .join('\n')
    .trimStart();
}

/** `time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)` */
function moment(text: string): string {
  const at = new Date(text);
  const parts = [
    at.getUTCFullYear(),
    at.getUTCMonth() + 1,
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
    at.getUTCMilliseconds() * 1_000_000,
  ];
  return `time.Date(${parts.join(', ')}, time.UTC)`;
}

function anyValue(value: unknown): string {
  if (value === null) return 'nil';
  if (Array.isArray(value)) return `[]any{${value.map(anyValue).join(', ')}}`;
  if (typeof value !== 'object') return typeof value === 'string' ? quoted(value) : String(value);
  const members = Object.entries(value).map(([name, one]) => `${quoted(name)}: ${anyValue(one)}`);
  return `map[string]any{${members.join(', ')}}`;
}

/** The call of a case as an expression. The tests run it and the guide shows it. */
function callExpression(model: SdkModel, { call }: Case, taken: number): string {
  const { method, arguments: given, options = {} } = call;
  const operation = operationOf(model, method);
  const byHand = BY_HAND[method];
  const ids = operation?.pathParameters.map(({ name }) => name) ?? byHand?.ids;
  if (ids === undefined) throw new Error(`no client has ${method}`);
  const inputs = Object.entries(given).filter(([name]) => !ids.includes(name) && name !== 'wait');
  const said = Object.fromEntries(inputs);
  const writer = new Writer(model);
  const params = (isWide: boolean): string | undefined => {
    if (operation !== undefined) return writer.params(operation, said, isWide);
    const fields = byHand?.fields.map((field) => goField(field, 'query')) ?? [];
    return writer.struct(`${operationName(placeOf(method))}Params`, fields, said, isWide);
  };
  const callOptions = [
    ...(given.wait === undefined ? [] : [`${PACKAGE}Wait(${given.wait}*time.Second)`]),
    ...Object.entries(options).map(([name, value]) => `${PACKAGE}${exportedName(name)}(${quoted(value)})`),
  ];
  const write = (isWide: boolean) => {
    const input = params(isWide);
    const texts = [
      'ctx',
      ...ids.map((name) => quoted(String(given[name]))),
      ...(input === undefined ? [] : [input]),
    ];
    return `client.${method.split('.').map(exportedName).join('.')}(${[...texts, ...callOptions].join(', ')})`;
  };
  const line = write(false);
  return taken + line.length <= WIDTH ? line : write(true);
}

function placeOf(method: string): Pick<Operation, 'resource' | 'method'> {
  const parts = method.split('.');
  return { resource: parts.slice(0, -1), method: parts.at(-1) ?? '' };
}

/** The lines of a sample: the call, and the use of its result. */
export function sampleText(model: SdkModel, one: Case): string {
  const start = `${resultNames(operationOf(model, one.call.method)?.result)} := `;
  return start + callExpression(model, one, start.length);
}

function resultNames(result: Operation['result'] | undefined): string {
  switch (result?.kind) {
    case 'list':
      return 'page, err';
    case 'object':
      return `${localName(result.type)}, err`;
    case 'text':
      return 'text, err';
    default:
      return 'err';
  }
}

/** `cases_generated_test.go`: each case's call as a function. */
export function callsFile(model: SdkModel, cases: readonly Case[]): string {
  const functions = cases.flatMap((one) => {
    const { method } = one.call;
    const isNothing = operationOf(model, method)?.result.kind === 'nothing';
    const call = callExpression(model, one, 8);
    const body = `return ${isNothing ? 'nil, ' : ''}${call}${method === 'events.follow' ? ', nil' : ''}`;
    return [
      `${quoted(one.name)}: func(ctx context.Context, client *schoolgate.Client) (any, error) {`,
      ...body.split('\n').map((line) => `\t${line}`),
      '},',
    ].map((line) => `\t${line}`);
  });
  return [
    HEAD.replace('openapi/openapi.json', 'sdk/cases'),
    '',
    'package schoolgate_test',
    '',
    'import (',
    '\t"context"',
    '\t"time"',
    '',
    '\tschoolgate "github.com/schoolgate/schoolgate/sdk/go"',
    ')',
    '',
    '// The call of each case, as the guide shows it.',
    'var calls = map[string]func(context.Context, *schoolgate.Client) (any, error){',
    ...functions,
    '}',
    '',
  ].join('\n');
}
