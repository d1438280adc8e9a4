import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { matchesTag } from '../http/headers/entity-tag.ts';
import { declaredResponses } from '../http/operation-schema.ts';
import { completeDocument, DOCUMENT_BASE, type SchemaExamples } from './document-parts.ts';
import type { OpenApiObject } from './open-api-object.ts';
import { type PublishedDocument, type PublishedDocuments, publishDocuments } from './published.ts';

/**
 * Collects the routes into an OpenAPI document (3.1.0) and serves it without a key. Call it before the routes are added.
 * @returns the document, to be made beforehand when the app is ready: collecting it holds the event loop for half a second
 */
export async function addOpenApi(
  app: FastifyInstance,
  examples: SchemaExamples,
): Promise<PublishedDocuments> {
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
  const documents = publishDocuments(() => collectDocument(app, examples));
  const open = { config: { access: 'document' }, schema: { hide: true } as object } as const;
  app.get('/v1/openapi.json', open, async (request, reply) =>
    sendDocument(request, reply.type('application/json; charset=utf-8'), await documents.json()),
  );
  app.get('/v1/openapi.yaml', open, async (request, reply) =>
    sendDocument(request, reply.type('application/yaml; charset=utf-8'), await documents.yaml()),
  );
  return documents;
}

/** A client that has these very bytes is told so (RFC 9110, 13.1.2). */
function sendDocument(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag }: PublishedDocument,
): FastifyReply {
  reply.header('cache-control', 'public, max-age=300').header('etag', etag);
  return matchesTag(headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(bytes);
}

/** The document of all routes that the app has by now. */
export function collectDocument(app: FastifyInstance, examples: SchemaExamples): OpenApiObject {
  return completeDocument(app.swagger() as unknown as OpenApiObject, examples);
}
