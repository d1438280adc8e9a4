import type { Case } from '../case.ts';
import type { SdkModel } from '../model.ts';
import { operationOf } from '../operations.ts';
import { HEAD, literal, quoted } from './text.ts';

/** The hand-written calls, with their first argument. */
const BY_HAND: Readonly<Record<string, string>> = { 'events.follow': 'after', 'commands.waitFor': 'id' };

/** The call of a case as an expression. The tests run it and the guide shows it. */
function callExpression(model: SdkModel, { call }: Case): string {
  const { method, arguments: given, options } = call;
  const operation = operationOf(model, method);
  const first = BY_HAND[method];
  if (operation === undefined && first === undefined) throw new Error(`no client has ${method}`);
  const front = operation?.pathParameters.map(({ name }) => name) ?? [first ?? ''];
  const ids = front.filter((name) => given[name] !== undefined).map((name) => literal(given[name]));
  const input = Object.fromEntries(Object.entries(given).filter(([name]) => !front.includes(name)));
  const texts = [
    ...ids,
    ...(Object.keys(input).length > 0
      ? [literal(input, '', `client.${method}(${ids.join(', ')}, `.length + 20)]
      : []),
  ];
  const needsEmpty =
    options !== undefined && Object.keys(input).length === 0 && operation?.body !== undefined;
  return `client.${method}(${[...texts, ...(needsEmpty ? ['{}'] : []), ...(options === undefined ? [] : [literal(options)])].join(', ')})`;
}

/** The lines of a sample: the call, and the use of its result. */
export function sampleText(model: SdkModel, one: Case): string {
  const expression = callExpression(model, one);
  const { result } = operationOf(model, one.call.method) ?? {};
  if (result?.kind === 'list') {
    const name = variable(result.item);
    return [`for await (const ${name} of ${expression}) {`, `  console.log(${name});`, '}'].join('\n');
  }
  if (result?.kind === 'object') return `const ${variable(result.type)} = await ${expression};`;
  if (result?.kind === 'text') return `const text = await ${expression};`;
  return `await ${expression};`;
}

/** `LogEntry` → `logEntry` */
function variable(type: string): string {
  return type.charAt(0).toLowerCase() + type.slice(1);
}

/** `test/generated/calls.ts`: each case's call as a function. */
export function callsFile(model: SdkModel, cases: readonly Case[]): string {
  const functions = cases.map(
    (one) =>
      `  ${quoted(one.name)}: (client: Schoolgate) =>\n    ${callExpression(model, one).replaceAll('\n', '\n    ')},`,
  );
  return [
    HEAD.replace('openapi/openapi.json', 'sdk/cases'),
    "import type { Schoolgate } from '../../index.ts';",
    '',
    '/** The call of each case, as the guide shows it. */',
    'export const CALLS = {',
    ...functions,
    '};',
    '',
  ].join('\n');
}
