import type { FastifyReply, FastifyRequest } from 'fastify';
import { createCrossOrigin } from './cross-origin.ts';
import { deprecationHeaders } from './deprecation.ts';
import { isApiAddress, SECURITY_HEADERS, STRICT_TRANSPORT } from './security-headers.ts';

/** Sets what every answer of the API carries, whatever it will be: before the key is looked at, so that refusals have it too. */
export function createAnswerHeaders({
  corsOrigins,
}: {
  readonly corsOrigins: readonly string[];
}): (request: FastifyRequest, reply: FastifyReply) => void {
  const crossOrigin = createCrossOrigin(corsOrigins);
  return (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    if (request.protocol === 'https') reply.headers(STRICT_TRANSPORT);
    if (isApiAddress(request.url)) reply.headers(SECURITY_HEADERS);
    if (!request.url.startsWith('/v1/')) return;
    crossOrigin(request, reply);
    const deprecated = request.routeOptions.config.definition?.deprecated;
    if (deprecated !== undefined) reply.headers(deprecationHeaders(deprecated));
  };
}
