import { SchoolgateError } from './errors.ts';
import { etagOf } from './etag.ts';
import type { CallOptions } from './options.ts';

/** The description of an operation for sending it. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `/v1/devices/{id}/lock` */
  readonly path: string;
  /** Whether it has a body. Without a body all input goes into the query. */
  readonly body?: 'required' | 'optional';
  /** For an operation with a body: the members that go into the query. */
  readonly query?: readonly string[];
  /** Always sent, whatever the caller gives. */
  readonly fixedQuery?: Readonly<Record<string, string>>;
  /** Whether its input has `wait` (RFC 7240). */
  readonly wait?: true;
  readonly idempotencyKey?: true;
  /** Media type of the answer; default JSON. */
  readonly accept?: string;
}

/** A request without the parts that all requests share: address of the server, key, name of the client. */
export interface Request {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** How long the server was asked to wait, in milliseconds. */
  readonly waitMs: number;
}

type Input = Readonly<Record<string, unknown>>;

/** @throws SchoolgateError when an id cannot be one */
export function buildRequest(
  operation: Operation,
  ids: readonly string[],
  input: object,
  { ifMatch, idempotencyKey }: CallOptions,
): Request {
  const { wait, query, body } = splitInput(operation, input as Input);
  const headers: Record<string, string> = { accept: operation.accept ?? 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (wait !== undefined) headers.prefer = `wait=${wait}`;
  if (operation.idempotencyKey) headers['idempotency-key'] = idempotencyKey ?? crypto.randomUUID();
  if (ifMatch !== undefined) headers['if-match'] = etagFrom(ifMatch);
  const search = new URLSearchParams([...query, ...Object.entries(operation.fixedQuery ?? {})]);
  return {
    method: operation.method,
    path: withIds(operation.path, ids) + (search.size === 0 ? '' : `?${search}`),
    headers,
    body,
    waitMs: (wait ?? 0) * 1_000,
  };
}

function splitInput({ body, query = [], wait: waits }: Operation, { wait, ...input }: Input) {
  if (wait !== undefined && (waits !== true || typeof wait !== 'number'))
    throw new SchoolgateError('`wait` is a number of seconds, of a call that can wait.');
  const said = Object.entries(input).filter(([, value]) => value !== undefined);
  const inQuery = body === undefined ? said : said.filter(([name]) => query.includes(name));
  const inBody = body === undefined ? [] : said.filter(([name]) => !query.includes(name));
  const isSent = body === 'required' || inBody.length > 0;
  return {
    wait: wait as number | undefined,
    query: inQuery.flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, queryText(one)]),
    ),
    body: isSent ? JSON.stringify(Object.fromEntries(inBody)) : undefined,
  };
}

function queryText(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Fills in ids. An id stays one segment of the path, whatever it contains. */
function withIds(path: string, ids: readonly string[]): string {
  let next = 0;
  return path.replaceAll(/\{\w+\}/g, () => {
    const id = ids[next++];
    if (typeof id !== 'string' || ['', '.', '..'].includes(id))
      throw new SchoolgateError(`${JSON.stringify(id)} is no id.`);
    return encodeURIComponent(id);
  });
}

function etagFrom(known: string | object): string {
  if (typeof known === 'string') return known;
  const etag = etagOf(known);
  if (etag === undefined)
    throw new SchoolgateError('`ifMatch` takes an ETag, or an object as this client got it.');
  return etag;
}
