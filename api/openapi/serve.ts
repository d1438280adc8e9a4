import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { matchesTag } from '../http/headers/entity-tag.ts';
import type { OpenApiObject } from './open-api-object.ts';
import { type PublishedDocument, publishDocuments } from './published.ts';

/**
 * Serves the OpenAPI document without a key, as JSON and as YAML.
 * @param file the document as it ships: `npm run check` holds it to the routes
 */
export function serveOpenApi(app: FastifyInstance, file: string): void {
  const documents = publishDocuments(async () => JSON.parse(await readFile(file, 'utf8')) as OpenApiObject);
  const open = { config: { access: 'document' } } as const;
  app.get('/v1/openapi.json', open, async (request, reply) =>
    sendDocument(request, reply.type('application/json; charset=utf-8'), await documents.json()),
  );
  app.get('/v1/openapi.yaml', open, async (request, reply) =>
    sendDocument(request, reply.type('application/yaml; charset=utf-8'), await documents.yaml()),
  );
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
