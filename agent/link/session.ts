import type { HeartbeatMessage, StatusMessage } from '../../contracts/mqtt/messages.ts';
import type { Clock, Timer } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Random } from '../../kit/random.ts';
import type { Connection } from './connection.ts';
import type { LinkOutbox } from './link-outbox.ts';
import { createUplink, type Uplink } from './uplink.ts';

/** Several changes at one moment (a lock, its session, its user) make one heartbeat. */
const GATHER_MS = 250;

/** The messages over one connection. */
export interface Session {
  /** Subscribes, says that the device is there, sends the first heartbeat and the outbox. */
  open(): Promise<void>;
  /** A heartbeat is due now. */
  beat(): void;
  /** A report waits. */
  kick(): void;
  /** Reports that the agent stops, then sends DISCONNECT. */
  goodbye(): Promise<void>;
  /** Stops all timers; the connection is over. */
  over(): void;
}

export interface SessionDependencies {
  readonly connection: Connection;
  readonly epoch: number;
  readonly outbox: LinkOutbox;
  readonly clock: Clock;
  readonly random: Random;
  readonly heartbeat: () => Promise<HeartbeatMessage> | HeartbeatMessage;
  readonly heartbeatSeconds: () => number;
}

/** The payload of the topic `status`. */
export function statusOf(message: StatusMessage): string {
  return JSON.stringify(message);
}

export function createSession(deps: SessionDependencies): Session {
  const { connection, epoch, outbox, clock } = deps;
  let timer: Timer | null = null;
  let gathering = false;
  let isOver = false;
  const uplink: Uplink = createUplink({ connection, outbox, clock, random: deps.random });

  const schedule = (delayMs: number): void => {
    timer?.cancel();
    timer = isOver ? null : clock.setTimeout(send, delayMs);
  };

  function send(): void {
    gathering = false;
    schedule(deps.heartbeatSeconds() * 1_000);
    sendHeartbeat().catch((error: unknown) =>
      connection.destroy(`cannot send a heartbeat: ${messageOf(error)}`),
    );
  }

  async function sendHeartbeat(): Promise<void> {
    const heartbeat = await deps.heartbeat();
    if (!isOver) await connection.publish('heartbeat', JSON.stringify(heartbeat));
  }

  return {
    async open() {
      await connection.subscribe();
      await connection.publish('status', statusOf({ state: 'online', epoch }));
      send();
      uplink.kick();
    },
    beat() {
      if (gathering || timer === null) return;
      gathering = true;
      schedule(GATHER_MS);
    },
    kick: () => uplink.kick(),
    async goodbye() {
      isOver = true;
      timer?.cancel();
      uplink.stop();
      await connection.publish('status', statusOf({ state: 'offline', epoch, reason: 'stopped' }));
      await connection.end();
    },
    over() {
      isOver = true;
      timer?.cancel();
      uplink.stop();
    },
  };
}
