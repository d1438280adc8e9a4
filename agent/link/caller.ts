import type { DeviceId } from '../../contracts/ids.ts';
import type { HeartbeatMessage } from '../../contracts/mqtt/messages.ts';
import type { DownTopic } from '../../contracts/mqtt/topics.ts';
import { type Clock, delay } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import type { Random } from '../../kit/random.ts';
import type { LinkStatus } from '../ports/link-status.ts';
import { type Connection, type Connector, LoginRefused } from './connection.ts';
import type { LinkOutbox } from './link-outbox.ts';
import type { Ending } from './pacing.ts';
import { createSession, type Session, statusOf } from './session.ts';

/** A session that ends sooner counts as a failure, as with a server that accepts a device and throws it out (milliseconds). */
const STABLE_MS = 30_000;

/** How long a clean stop waits for the server to take the good-bye (milliseconds). */
const GOODBYE_MS = 2_000;

/** Connects to the server, and runs one session over each connection. */
export interface Caller {
  /** Tries each address in turn, and runs the session when one accepts. Resolves when all have failed or the session is over. Never rejects. */
  round(signal: AbortSignal): Promise<Ending>;
  /** Ends the session cleanly; resolves within two seconds. */
  goodbye(): Promise<void>;
  /** The present session; null = there is none. */
  live(): { readonly session: Session; readonly connection: Connection } | null;
}

export interface CallerDependencies {
  readonly deviceId: DeviceId;
  /** In order of preference. */
  readonly urls: readonly string[];
  readonly connector: Connector;
  readonly outbox: LinkOutbox;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** The next epoch, already on disk. */
  readonly nextEpoch: () => Promise<number> | number;
  /** A fresh password for this epoch; asks the server for its time first. */
  readonly password: (epoch: number, signal: AbortSignal) => Promise<string>;
  readonly receive: (topic: DownTopic, jws: string) => Promise<void>;
  readonly heartbeat: () => Promise<HeartbeatMessage> | HeartbeatMessage;
  readonly heartbeatSeconds: () => number;
}

export function createCaller(deps: CallerDependencies, become: (next: Partial<LinkStatus>) => void): Caller {
  const { clock, log } = deps;
  let live: ReturnType<Caller['live']> = null;

  const talk = async (connection: Connection, epoch: number): Promise<void> => {
    const { outbox, random, heartbeat, heartbeatSeconds } = deps;
    const session = createSession({ connection, epoch, outbox, clock, random, heartbeat, heartbeatSeconds });
    live = { session, connection };
    try {
      await session.open();
      become({ state: 'online', lastError: null, revoked: false });
      log.info({ epoch }, 'connected to the server');
      become({ lastError: await connection.closed });
    } catch (error) {
      connection.destroy(messageOf(error));
      become({ lastError: messageOf(error) });
    } finally {
      live = null;
      session.over();
    }
  };

  const attempt = async (url: string, signal: AbortSignal): Promise<Ending> => {
    become({ state: 'connecting', url });
    const { deviceId, connector, receive: onMessage } = deps;
    const epoch = await deps.nextEpoch();
    const will = statusOf({ state: 'offline', epoch });
    const password = await deps.password(epoch, signal);
    const connection = await connector.connect({ url, deviceId, password, will, onMessage, signal });
    if (signal.aborted) {
      connection.destroy('stopped');
      return 'failed';
    }
    const startedAt = clock.monotonic();
    await talk(connection, epoch);
    return clock.monotonic() - startedAt >= STABLE_MS ? 'stable' : 'short';
  };

  return {
    live: () => live,
    async round(signal) {
      for (const url of deps.urls) {
        if (signal.aborted) break;
        try {
          const ending = await attempt(url, signal);
          if (ending !== 'failed') return ending;
        } catch (error) {
          become({ lastError: messageOf(error) });
          // A server that does not know this device refuses it at each of its addresses.
          if (error instanceof LoginRefused) return 'refused';
        }
      }
      return 'failed';
    },
    async goodbye() {
      if (live === null) return;
      const { session, connection } = live;
      const patience = new AbortController();
      await Promise.race([
        session.goodbye().catch((error: unknown) => log.debug({ error: messageOf(error) }, 'no good-bye')),
        delay(clock, GOODBYE_MS, patience.signal),
      ]);
      patience.abort();
      connection.destroy('stopped');
    },
  };
}
