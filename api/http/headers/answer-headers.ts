import type { FastifyReply, FastifyRequest } from 'fastify';
import { accessOf, isPublicApi } from '../authentication/access.ts';
import { createCrossOrigin } from './cross-origin.ts';
import { deprecationHeaders } from './deprecation.ts';
import { SECURITY_HEADERS, STRICT_TRANSPORT } from './security-headers.ts';

const FOR_DEVICES: ReadonlySet<ReturnType<typeof accessOf>> = new Set(['agent', 'agent-facts', 'device']);

/** Sets what every answer carries, whatever it will be: before the key is looked at, so that refusals have it too. */
export function createAnswerHeaders({
  corsOrigins,
}: {
  readonly corsOrigins: readonly string[];
}): (request: FastifyRequest, reply: FastifyReply) => void {
  const crossOrigin = createCrossOrigin(corsOrigins);
  return (request, reply) => {
    reply.header('x-request-id', request.id);
    if (request.protocol === 'https') reply.headers(STRICT_TRANSPORT);
    // Pages have their own, and set them after this.
    reply.headers(SECURITY_HEADERS);
    if (FOR_DEVICES.has(accessOf(request))) reply.header('cache-control', 'no-store');
    if (!isPublicApi(request)) return;
    crossOrigin(request, reply);
    const deprecated = request.routeOptions.config.definition?.deprecated;
    if (deprecated !== undefined) reply.headers(deprecationHeaders(deprecated));
  };
}
