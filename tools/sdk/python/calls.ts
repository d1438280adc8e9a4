import type { Case } from '../case.ts';
import type { Operation, SdkModel, TypeRef } from '../model.ts';
import { bodyFields, operationOf } from '../operations.ts';
import { snakeCase, variableName } from './names.ts';
import { block, HEAD, literal, quoted, WIDTH } from './text.ts';

/** The hand-written calls, with their first argument. */
const BY_HAND: Readonly<Record<string, string>> = { 'events.follow': 'after', 'commands.waitFor': 'id' };

/** The call of a case as an expression. The tests run it and the guide shows it. */
function callExpression(model: SdkModel, { call }: Case, taken: number, indent: string): string {
  const { method, arguments: given, options = {} } = call;
  const operation = operationOf(model, method);
  const first = BY_HAND[method];
  if (operation === undefined && first === undefined) throw new Error(`no client has ${method}`);
  const front = operation?.pathParameters.map(({ name }) => name) ?? [first ?? ''];
  const ids = front.filter((name) => given[name] !== undefined).map((name) => literal(given[name]));
  const named = [
    ...Object.entries(given).filter(([name]) => !front.includes(name)),
    ...Object.entries(options),
  ];
  const start = `client.${method.split('.').map(snakeCase).join('.')}`;
  const texts = (inner?: string) =>
    named.map(([name, value]) => argument(typeOf(model, operation, name), name, value, inner));
  const line = `${start}(${[...ids, ...texts()].join(', ')})`;
  if (indent.length + taken + line.length <= WIDTH || ids.length + named.length === 0) return line;
  return `${start}${block('()', indent, [...ids, ...texts(`${indent}    `)])}`;
}

/** An argument such as `message="See the office"`; on one line when there is no indent. */
function argument(type: TypeRef | undefined, name: string, value: unknown, indent?: string): string {
  const label = `${snakeCase(name)}=`;
  if (typeof value === 'string' && type?.kind === 'dateTime')
    return `${label}datetime.fromisoformat(${quoted(value.replace(/Z$/, '+00:00'))})`;
  const text = indent === undefined ? literal(value, '', -10_000) : literal(value, indent, label.length + 1);
  return label + text;
}

function typeOf({ types }: SdkModel, operation: Operation | undefined, name: string): TypeRef | undefined {
  const byName = new Map(types.map((type) => [type.name, type]));
  const inBody = bodyFields(byName.get(operation?.body?.type ?? ''), byName).find(
    (field) => field.name === name,
  );
  return inBody?.types[0] ?? operation?.query.find((field) => field.name === name)?.type;
}

/** The lines of a sample: the call, and the use of its result. */
export function sampleText(model: SdkModel, one: Case): string {
  const result = operationOf(model, one.call.method)?.result;
  if (result?.kind === 'list') {
    const name = variableName(result.item);
    return `for ${name} in ${callExpression(model, one, name.length + 9, '')}:\n    print(${name})`;
  }
  const name = resultName(result);
  return name + callExpression(model, one, name.length, '');
}

function resultName(result: Operation['result'] | undefined): string {
  if (result?.kind === 'object') return `${variableName(result.type)} = `;
  return result?.kind === 'text' ? 'text = ' : '';
}

/** `tests/generated/calls.py`: each case's call as a function. */
export function callsFile(model: SdkModel, cases: readonly Case[]): string {
  const functions = cases.flatMap((one, index) => [
    '',
    '',
    `def call_${index + 1}(client: Any) -> Any:`,
    `    return ${callExpression(model, one, 7, '    ')}`,
  ]);
  return [
    HEAD.replace('openapi/openapi.json', 'sdk/cases'),
    '"""The call of each case, as the guide shows it."""',
    '',
    'from datetime import datetime',
    'from typing import Any, Callable, Dict',
    ...functions,
    '',
    '',
    'CALLS: Dict[str, Callable[[Any], Any]] = {',
    ...cases.map(({ name }, index) => `    ${quoted(name)}: call_${index + 1},`),
    '}',
    '',
  ].join('\n');
}
