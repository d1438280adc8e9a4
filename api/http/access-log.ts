import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../kit/log.ts';
import { traceIdOf } from './headers/trace-context.ts';
import { UNKNOWN_API_ADDRESS } from './other-methods.ts';

/** One answered request. */
export interface AnsweredRequest {
  /** `listDevices`; the pattern of the address where nothing is declared; `unmatched` for an address that leads nowhere. */
  readonly operation: string;
  readonly method: string;
  readonly status: number;
  readonly durationMs: number;
}

/** What a request was, without what its sender wrote: no address with ids or query, so that labels are few and logs hold nothing personal. */
export function answeredRequest(request: FastifyRequest, reply: FastifyReply): AnsweredRequest {
  const { config, url } = request.routeOptions;
  return {
    operation: config.definition?.operationId ?? (isUnmatched(request) ? 'unmatched' : (url ?? 'unmatched')),
    method: request.method,
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime * 100) / 100,
  };
}

function isUnmatched({ is404, routeOptions }: FastifyRequest): boolean {
  return is404 || routeOptions.url === UNKNOWN_API_ADDRESS;
}

/** Writes one line a request: who called what, with what outcome, and by what it is found again. Ids only. */
export function logAnswered(log: Log, request: FastifyRequest, answered: AnsweredRequest): void {
  const { caller, id } = request;
  const traceId = traceIdOf(request.headers.traceparent);
  const line = {
    requestId: id,
    ...(traceId === null ? {} : { traceId }),
    operationId: answered.operation,
    method: answered.method,
    status: answered.status,
    durationMs: answered.durationMs,
    ...(caller === null ? {} : { caller: caller.actor }),
  };
  // Probes and scrapers come every few seconds and tell nothing.
  if (QUIET.has(answered.operation) && answered.status < 400) log.debug(line, 'request');
  else log.info(line, 'request');
}

const QUIET: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);
