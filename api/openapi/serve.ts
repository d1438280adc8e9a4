import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { declaredResponses } from '../http/operation-schema.ts';
import { completeDocument, DOCUMENT_BASE } from './document-parts.ts';
import type { OpenApiObject } from './open-api-object.ts';

/** Collects the routes into an OpenAPI document (3.1.0) and serves it without a key. Call it before the routes are added. */
export async function addOpenApi(app: FastifyInstance): Promise<void> {
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
  const open = { config: { open: true }, schema: { hide: true } as object };
  app.get('/v1/openapi.json', open, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300');
    return collectDocument(app);
  });
  app.get('/v1/openapi.yaml', open, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300').type('application/yaml; charset=utf-8');
    const { stringify } = await import('yaml');
    return stringify(collectDocument(app));
  });
}

/** The document of all routes that the app has by now. */
export function collectDocument(app: FastifyInstance): OpenApiObject {
  return completeDocument(app.swagger() as unknown as OpenApiObject);
}
