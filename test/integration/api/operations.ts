import { openApiDocument } from '../../../api/document.ts';
import type { Scope } from '../../../contracts/scopes.ts';
import { strangeId } from './rest-server.ts';

/** What the published document says of one call: tests put it to the running server, so that a new call is covered by itself. */
export interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly scope: Scope | null;
  /** All that a key must have, the scope first. */
  readonly scopes: readonly Scope[];
  /** Needs no credential. */
  readonly open: boolean;
  /** Roles of people signed in to the dashboard, for what no key opens. */
  readonly roles: readonly string[] | null;
  readonly deprecated: boolean;
  /** An example of its body; null when it takes none. */
  readonly example: Readonly<Record<string, unknown>> | null;
  readonly bodyRequired: boolean;
  /** Name of the schema of each answer, by status. */
  readonly answers: Readonly<Record<string, string>>;
  /** Prefixes of the ids in its path, in order. */
  readonly prefixes: readonly string[];
}

interface Declared {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly deprecated?: boolean;
  readonly 'x-roles'?: readonly string[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  readonly parameters?: readonly Parameter[];
}

interface Parameter {
  readonly $ref?: string;
  readonly in?: string;
  readonly schema?: { readonly pattern?: string };
}

type Content = Readonly<Record<string, { readonly schema?: { readonly $ref?: string } }>>;

/** The document as a test reads it. */
export interface DocumentShape {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Declared>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly examples?: readonly unknown[] }>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** All calls of the document. */
export async function readOperations(): Promise<{
  readonly document: DocumentShape;
  readonly operations: readonly Operation[];
}> {
  const document = openApiDocument() as unknown as DocumentShape;
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, declared]) => operationOf(document, path, method, declared)),
  );
  return { document, operations };
}

function operationOf(
  { components }: DocumentShape,
  path: string,
  method: string,
  declared: Declared,
): Operation {
  const scopes = (declared.security ?? []).flatMap((one) => Object.values(one).flat());
  const body = nameOf(declared.requestBody?.content);
  return {
    operationId: declared.operationId,
    method: method.toUpperCase(),
    path,
    scope: (scopes[0] as Scope | undefined) ?? null,
    scopes: scopes as readonly Scope[],
    open: declared.security !== undefined && declared.security.length === 0,
    roles: declared['x-roles'] ?? null,
    deprecated: declared.deprecated === true,
    example:
      declared.requestBody === undefined
        ? null
        : ((components.schemas[body]?.examples?.[0] ?? {}) as Readonly<Record<string, unknown>>),
    bodyRequired: declared.requestBody?.required === true,
    answers: Object.fromEntries(
      Object.entries(declared.responses).map(([status, response]) => [status, nameOf(response.content)]),
    ),
    prefixes: (declared.parameters ?? [])
      .map((parameter) => components.parameters[parameter.$ref?.split('/').at(-1) ?? ''] ?? parameter)
      .filter((parameter) => parameter.in === 'path')
      .map(({ schema }) => prefixOf(schema?.pattern ?? '')),
  };
}

/** Ids that people choose have none: any will do. */
function prefixOf(pattern: string): string {
  return /^\^(\w+?)_/.exec(pattern)?.[1] ?? (pattern === '' ? '' : 'chosen');
}

function nameOf(content: Content | undefined): string {
  return content?.['application/json']?.schema?.$ref?.split('/').at(-1) ?? '';
}

/** The address with these ids, or with well-formed ids of nothing. */
export function addressOf({ path, prefixes }: Operation, ids: readonly string[] = []): string {
  let at = -1;
  return path.replaceAll(/\{\w+\}/g, () => {
    at += 1;
    return ids[at] ?? strangeId(prefixes[at] ?? 'dev');
  });
}

/** `/v1/commands/{id}/cancel` is about something of `/v1/commands`. */
export function collectionOf({ path }: Operation): string {
  return path.split('/{')[0] ?? path;
}
