import { STATUS_CODES } from 'node:http';
import { COMMON_CODES } from '../http/operation-schema.ts';
import type { OpenApiObject, Operation } from './open-api-object.ts';

type Part = Readonly<Record<string, unknown>>;

/**
 * Moves what calls have in common to `components`: every answer without a content of the call's own (refusals, 204, 304), and the
 * parameters that repeat. The calls refer to them. Changes the document given, whose members must be in one order: parts are compared
 * by their text.
 */
export function shareParts(document: OpenApiObject): void {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation): Call => ({ path, operation })),
  );
  shareResponses(document, calls);
  shareParameters(document, calls);
}

interface Call {
  readonly path: string;
  readonly operation: Operation;
}

function shareResponses({ components }: OpenApiObject, calls: readonly Call[]): void {
  const shared: Record<string, Part> = {};
  for (const { responses } of calls.map((call) => call.operation)) {
    for (const [status, response] of Object.entries(responses)) {
      if (!isOfNoCallAlone(status)) continue;
      const name = responseName(status, response.description ?? '');
      shared[name] ??= response as Part;
      if (textOf(shared[name]) === textOf(response))
        responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  components.responses = shared;
}

function isOfNoCallAlone(status: string): boolean {
  return status.startsWith('4') || status.startsWith('5') || status === '204' || status === '304';
}

/**
 * Names an answer after its problem codes: `ConflictOrIdempotencyInProgress`. The codes of a status that every call has are together
 * called as the status is: `BadRequestOrInvalidJson`.
 */
function responseName(status: string, description: string): string {
  const reason = pascalCase(STATUS_CODES[status] ?? '');
  if (status === '204' || status === '304') return reason;
  const codes = description.split(', ');
  const common = codes.some((code) => COMMON.has(code)) ? [reason] : [];
  return [...common, ...codes.filter((code) => !COMMON.has(code)).map(pascalCase)].join('Or');
}

const COMMON: ReadonlySet<string> = new Set(COMMON_CODES);

interface Use {
  readonly parameters: unknown[];
  readonly index: number;
  readonly part: Part;
}

/** A name stands for what more than half of the parameters so called are, if it is at least two; the others stay with their calls. */
function shareParameters({ components }: OpenApiObject, calls: readonly Call[]): void {
  const shared: Record<string, Part> = {};
  for (const [name, uses] of usesByName(calls)) {
    const byText = grouped(uses, ({ part }) => textOf(part));
    for (const same of byText.values()) {
      const [first] = same;
      if (first === undefined || same.length < 2 || same.length * 2 <= uses.length) continue;
      shared[name] = first.part;
      for (const { parameters, index } of same)
        parameters[index] = { $ref: `#/components/parameters/${name}` };
    }
  }
  components.parameters = { ...shared, ...(components.parameters as object | undefined) };
}

function usesByName(calls: readonly Call[]): ReadonlyMap<string, readonly Use[]> {
  const uses = calls.flatMap(({ path, operation: { parameters = [] } }) =>
    parameters.map((part, index) => ({
      parameters,
      index,
      part: part as Part,
      name: parameterName(part as Part, path),
    })),
  );
  const inline = uses.filter(({ part }) => part.$ref === undefined);
  return grouped(inline, ({ name }) => name);
}

function grouped<T>(things: readonly T[], nameOf: (thing: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const thing of things) groups.set(nameOf(thing), [...(groups.get(nameOf(thing)) ?? []), thing]);
  return groups;
}

/** `id` is called after what stands before it in the path: `/v1/devices/{id}` has a `DeviceId`. */
function parameterName({ in: place, name }: Part, path: string): string {
  if (place !== 'path' || name !== 'id') return pascalCase(String(name));
  const [, collection = ''] = /([a-z-]+)\/\{id\}/.exec(path) ?? [];
  const one = collection.replace(/ies$|(?<=us)es$|s$/, (ending) => (ending === 'ies' ? 'y' : ''));
  return `${pascalCase(one)}Id`;
}

function textOf(part: unknown): string {
  return JSON.stringify(part);
}

function pascalCase(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
