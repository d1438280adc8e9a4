import type { Role } from '../../contracts/roles.ts';

/** As much of an OpenAPI document as is touched here. */
export interface OpenApiObject {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: Record<string, unknown> & { schemas: Record<string, Record<string, unknown>> };
  webhooks?: unknown;
}

/** An answer, or where it is: `$ref` is then its only member. */
interface ResponseObject {
  $ref?: string;
  headers?: unknown;
  content?: unknown;
  description?: string;
}

export interface Operation {
  description?: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: unknown[];
  readonly responses: Record<string, ResponseObject>;
  readonly 'x-extension'?: boolean;
  readonly 'x-roles'?: readonly Role[];
}
