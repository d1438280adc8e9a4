import swagger from '@fastify/swagger';
import Fastify from 'fastify';
import { EXAMPLES } from './examples.ts';
import { createCursors } from './http/lists/cursor.ts';
import { mountRoute } from './http/mount-route.ts';
import { declaredResponses } from './http/operation-schema.ts';
import { schemaCompilers } from './http/schemas/compilers.ts';
import { completeDocument, DOCUMENT_BASE } from './openapi/document-parts.ts';
import type { OpenApiObject } from './openapi/open-api-object.ts';
import { type ApiTools, ROUTES } from './routes.ts';

/** The OpenAPI document (3.1.0) of the routes, made without a store, a port or a clock: what `npm run openapi` writes, and the server serves. */
export async function openApiDocument(): Promise<OpenApiObject> {
  const app = Fastify();
  const { named, validator, serializer } = schemaCompilers();
  app.setSerializerCompiler(serializer);
  app.setValidatorCompiler(validator);
  for (const schema of named) app.addSchema(schema);
  await app.register(swagger, {
    openapi: DOCUMENT_BASE,
    hideUntagged: true,
    transform: ({ schema, url, route }) => {
      const { definition } = route.config ?? {};
      if (definition === undefined) return { schema, url };
      return { schema: { ...schema, response: declaredResponses(definition) } as typeof schema, url };
    },
    refResolver: { buildLocalReference: (schema) => String(schema.$id) },
  });
  const tools = new Proxy({} as ApiTools, {
    get: (_target, name) => {
      throw new Error(`the document needs no ${String(name)}`);
    },
  });
  for (const route of ROUTES) mountRoute(app, route, { tools, cursors: createCursors(new Uint8Array(32)) });
  await app.ready();
  return completeDocument(app.swagger() as unknown as OpenApiObject, EXAMPLES);
}
