import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../kit/log.ts';
import { traceIdOf } from './headers/trace-context.ts';
import { UNKNOWN_API_ADDRESS } from './other-methods.ts';

/** One answered request. */
export interface AnsweredRequest {
  /** `listDevices`; for an undeclared route the pattern of its address; `unmatched` for an address without a route. */
  readonly operation: string;
  readonly method: string;
  readonly status: number;
  readonly durationMs: number;
}

/** Describes a request without text from its sender: no address with ids or query. So labels stay few and logs hold nothing personal. */
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

/** Writes one line a request: the caller, the call, the outcome and the request id. The line holds ids only. */
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
  // Probes and scrapers come every few seconds; their lines are of no interest.
  if (QUIET.has(answered.operation) && answered.status < 400) log.debug(line, 'request');
  else log.info(line, 'request');
}

const QUIET: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);
