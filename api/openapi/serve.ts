import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { matchesTag } from '../http/headers/entity-tag.ts';

/** The shipped files of the OpenAPI document: `npm run openapi` writes the JSON, and the build makes the YAML from it. */
export interface DocumentFiles {
  readonly json: string;
  readonly yaml: string;
}

/** Serves the OpenAPI document without a key, as JSON and as YAML. */
export function serveOpenApi(app: FastifyInstance, files: DocumentFiles): void {
  for (const form of ['json', 'yaml'] as const) {
    const bytes = readFileSync(files[form]);
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    app.get(`/v1/openapi.${form}`, { config: { access: 'document' } }, async ({ headers }, reply) => {
      reply.type(`application/${form}; charset=utf-8`);
      reply.header('cache-control', 'public, max-age=300').header('etag', etag);
      // A client that has exactly these bytes gets 304 (RFC 9110, 13.1.2).
      return matchesTag(headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(bytes);
    });
  }
}
