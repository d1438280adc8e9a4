import { BlockList, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import type { Metrics } from './metrics.ts';
import { examineReadiness, type ReadinessCheck } from './readiness.ts';

export interface OperationsOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Null = /metrics does not exist. */
  readonly metrics: Metrics | null;
  /** Networks (CIDR) that may read the metrics; empty = only this machine. */
  readonly metricsAllowCidrs: readonly string[];
  readonly checks: readonly ReadinessCheck[];
  /** Whether the server is stopping. */
  readonly isStopping: () => boolean;
}

/** Seconds after which a probe, or a load balancer's client, may retry. */
const RETRY_AFTER = '5';

/**
 * Adds the endpoints for operating a server: `/healthz` (the process answers; it checks nothing else), `/readyz` (whether to send requests
 * here) and `/metrics` (Prometheus). They need no key and are not part of the public API.
 */
export function addOperations(app: FastifyInstance, options: OperationsOptions): void {
  const { clock, log, metrics, checks, isStopping } = options;
  const probe = { config: { access: 'probe' } } as const;
  const allowed = allowedNetworks(options.metricsAllowCidrs);

  app.get('/healthz', probe, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });

  app.get('/readyz', probe, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const { ready, checks: found } = await examineReadiness(checks, { clock, log });
    if (ready && !isStopping()) return { status: 'ready', checks: found };
    reply.code(503).header('retry-after', RETRY_AFTER);
    return { status: isStopping() ? 'stopping' : 'unavailable', checks: found };
  });

  if (metrics === null) return;
  app.get('/metrics', probe, async (request, reply) => {
    if (!allowed(request))
      throw new Fault(
        'ip_not_allowed',
        'The metrics are for this machine, or the networks that the configuration lists.',
      );
    reply.header('cache-control', 'no-store').type(metrics.contentType);
    return await metrics.text();
  });
}

/** Tests who may read the metrics. A request through an unknown proxy does not count as from this machine, whatever its last hop. */
function allowedNetworks(cidrs: readonly string[]): (request: FastifyRequest) => boolean {
  const networks = new BlockList();
  for (const cidr of cidrs.length === 0 ? ['127.0.0.0/8', '::1/128'] : cidrs) {
    const [address = '', bits] = cidr.split('/');
    networks.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return ({ ip, headers, socket }) => {
    const forwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
    if (forwarded && ip === socket.remoteAddress) return false;
    const plain = ip.startsWith('::ffff:') ? ip.slice(7) : ip;
    return networks.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}
