import Fastify from 'fastify';
import { EXAMPLES } from './examples.ts';
import { createCursors } from './http/lists/cursor.ts';
import { mountRoute } from './http/mount-route.ts';
import { schemaCompilers } from './http/schemas/compilers.ts';
import type { OpenApiObject } from './openapi/open-api-object.ts';
import { addOpenApi, collectDocument } from './openapi/serve.ts';
import { type ApiTools, ROUTES } from './routes.ts';

/** The OpenAPI document of the routes, made without a store, a port or a clock. */
export async function openApiDocument(): Promise<OpenApiObject> {
  const app = Fastify();
  const { named, validator, serializer } = schemaCompilers();
  app.setSerializerCompiler(serializer);
  app.setValidatorCompiler(validator);
  for (const schema of named) app.addSchema(schema);
  await addOpenApi(app, EXAMPLES);
  const tools = new Proxy({} as ApiTools, {
    get: (_target, name) => {
      throw new Error(`the document needs no ${String(name)}`);
    },
  });
  for (const route of ROUTES) mountRoute(app, route, { tools, cursors: createCursors(new Uint8Array(32)) });
  await app.ready();
  return collectDocument(app, EXAMPLES);
}
