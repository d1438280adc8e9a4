import type { LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import type { Clock } from '../../kit/clock.ts';
import { CONNECT_TIMEOUT_MS, connectToHost } from './connect-first.ts';
import { checkIdentity } from './server-identity.ts';

export interface HttpConnectorOptions {
  /** undici's function. It is passed in, so that callers without HTTP need not load undici. */
  readonly build: typeof buildConnector;
  readonly lookup: LookupFunction;
  readonly clock: Clock;
  readonly tls: {
    readonly allowH2?: boolean;
    /** PEM. */
    readonly ca?: string | string[];
    readonly rejectUnauthorized?: boolean;
  };
}

/** For undici's agents: connections by `connectToHost`, TLS over them where the protocol wants it. */
export function httpConnector({ build, lookup, clock, tls }: HttpConnectorOptions): buildConnector.connector {
  const upgrade = build({ ...tls, checkServerIdentity: checkIdentity, timeout: CONNECT_TIMEOUT_MS });
  return (options, callback) => {
    const { hostname, protocol } = options;
    const isSecure = protocol === 'https:';
    const port = Number(options.port || (isSecure ? 443 : 80));
    connectToHost({ host: hostname.replace(/^\[|\]$/g, ''), port, lookup, clock }).then(
      (socket) => {
        if (isSecure) upgrade({ ...options, httpSocket: socket }, callback);
        else callback(null, socket);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}
