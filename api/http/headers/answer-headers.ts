import type { FastifyReply, FastifyRequest } from 'fastify';
import { accessOf, isPublicApi } from '../authentication/access.ts';
import { createCrossOrigin } from './cross-origin.ts';
import { deprecationHeaders } from './deprecation.ts';
import { SECURITY_HEADERS, STRICT_TRANSPORT } from './security-headers.ts';

const FOR_DEVICES: ReadonlySet<ReturnType<typeof accessOf>> = new Set(['agent', 'agent-facts', 'device']);

/** Sets the header fields of every answer. It runs before the key is checked, so that refusals have them too. */
export function createAnswerHeaders({
  corsOrigins,
}: {
  readonly corsOrigins: readonly string[];
}): (request: FastifyRequest, reply: FastifyReply) => void {
  const crossOrigin = createCrossOrigin(corsOrigins);
  return (request, reply) => {
    reply.header('x-request-id', request.id);
    if (request.protocol === 'https') reply.headers(STRICT_TRANSPORT);
    // Pages have header fields of their own, which are set after this.
    reply.headers(SECURITY_HEADERS);
    if (FOR_DEVICES.has(accessOf(request))) reply.header('cache-control', 'no-store');
    if (!isPublicApi(request)) return;
    crossOrigin(request, reply);
    const deprecated = request.routeOptions.config.definition?.deprecated;
    if (deprecated !== undefined) reply.headers(deprecationHeaders(deprecated));
  };
}
