import type { FastifyReply } from 'fastify';

/** Adds a header field of requests to those that the answer depends on (`Vary`, RFC 9110 section 12.5.5). */
export function addVary(reply: FastifyReply, field: string): void {
  const before = reply.getHeader('vary');
  reply.header('vary', before === undefined ? field : `${String(before)}, ${field}`);
}
