import type { OpenApi, OperationObject, Schema } from './document.ts';
import { parametersOf, referred } from './document.ts';

/** The parts of a request that a curl command shows. */
export interface CurlRequest {
  readonly method: string;
  /** Path and query, behind the server's address. */
  readonly target: string;
  /** Options with the credentials: `-H "Authorization: Bearer $K"`. */
  readonly identity: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; undefined = no body. */
  readonly body?: unknown;
}

/** A curl command that can be pasted. `$U` is the address of the server. */
export function curl({ method, target, identity, headers = {}, body }: CurlRequest): string {
  const sent = Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`);
  const json =
    body === undefined ? [] : ['-H "Content-Type: application/json"', `-d ${quoted(JSON.stringify(body))}`];
  const verb = method === 'GET' ? '' : `-X ${method} `;
  return [`curl ${verb}"$U${target}"`, ...identity, ...sent, ...json].join(' \\\n  ');
}

/** The command for an operation without a case: with placeholders for ids, and with the example of its body. */
export function curlByDocument(
  document: OpenApi,
  {
    method,
    path,
    operation,
  }: { readonly method: string; readonly path: string; readonly operation: OperationObject },
): string {
  const sent = operation.requestBody?.content['application/json']?.schema;
  return curl({
    method,
    target: withIds(path, document, operation),
    identity: identityOf(method, operation),
    body: sent === undefined ? undefined : exampleOf(sent, document),
  });
}

/** Quotes a text so that the shell takes it literally (POSIX.1-2024, 2.2.2). */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The options with the credentials: a key, a session with its token where something changes, or none. */
function identityOf(method: string, { security = [] }: OperationObject): readonly string[] {
  if (security.length === 0) return [];
  if (!security.some((one) => Object.hasOwn(one, 'session'))) return ['-H "Authorization: Bearer $K"'];
  return method === 'GET' ? ['-b cookies.txt'] : ['-b cookies.txt', '-H "X-CSRF-Token: $CSRF"'];
}

function exampleOf(schema: Schema, { components }: OpenApi): unknown {
  const found = schema.$ref === undefined ? schema : components.schemas[referred(schema.$ref)];
  return found?.examples?.[0];
}

/** Fills in placeholders for ids that begin as the ids do: `/v1/keys/key_…`. */
function withIds(path: string, document: OpenApi, operation: OperationObject): string {
  return parametersOf(document, operation)
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, { name, schema }) => {
      const [, prefix = 'id_'] = /^\^([a-z]+_)/.exec(schema.pattern ?? '') ?? [];
      return text.replace(`{${name}}`, `${prefix}…`);
    }, path);
}
