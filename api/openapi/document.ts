import type { RouteDefinition } from '../http/route.ts';
import { namedSchemas } from '../http/schemas/schema-ref.ts';
import { eventOperations, TRUNCATED_EVENT_DATA } from './event-operations.ts';
import { HEADERS, PARAMETERS } from './headers.ts';
import { DOCUMENT_BASE } from './introduction.ts';
import { createOperations, type Operation } from './operation.ts';
import { createSchemas, type Json, sorted } from './schemas.ts';

/** An OpenAPI document (3.1.0). */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Json>> & { readonly schemas: Readonly<Record<string, Json>> };
  readonly webhooks: Json;
}

/**
 * Describes endpoints as an OpenAPI document. Everything with a name is put under `components` once, when it is first met, and referred to
 * everywhere. Members are sorted by name, so that the committed document changes only where its meaning does.
 * @param examples one for each named schema, by its name
 */
export function describeApi(
  routes: readonly RouteDefinition[],
  examples: Readonly<Record<string, object>>,
): OpenApiDocument {
  const schemas = createSchemas(examples);
  for (const schema of [...namedSchemas(), TRUNCATED_EVENT_DATA]) schemas.describe(schema);
  const operations = createOperations();
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    paths[route.path] ??= {};
    Object.assign(paths[route.path] ?? {}, { [route.method.toLowerCase()]: operations.describe(route) });
  }
  const document = schemas.describe({ ...DOCUMENT_BASE, paths, webhooks: eventOperations() }) as object;
  const parts = { responses: operations.responses, parameters: { ...operations.parameters, ...PARAMETERS } };
  const components = {
    ...DOCUMENT_BASE.components,
    ...(schemas.describe({ ...parts, headers: HEADERS }) as object),
    schemas: schemas.named,
  };
  return sorted({ ...document, components }) as OpenApiDocument;
}
