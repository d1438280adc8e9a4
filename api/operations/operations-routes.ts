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
  /** Without it there is no /metrics. */
  readonly metrics: Metrics | null;
  /** Networks (CIDR) that may read the metrics; none: this machine alone. */
  readonly metricsAllowCidrs: readonly string[];
  readonly checks: readonly ReadinessCheck[];
  /** The server was told to stop. */
  readonly isStopping: () => boolean;
}

/** Seconds after which a probe, or a load balancer's client, may ask again. */
const RETRY_AFTER = '5';

/**
 * What keeps a server running needs: `/healthz` (the process answers; it asks nothing else), `/readyz` (whether requests are to be sent here) and
 * `/metrics` (Prometheus). They need no key, and are no part of the public API.
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

/** Who may read the metrics. What came through a proxy that is not known as one is not from this machine, whatever its last step. */
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
