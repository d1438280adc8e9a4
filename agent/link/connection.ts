import type { DeviceId } from '../../contracts/ids.ts';
import type { DownTopic, UpTopic } from '../../contracts/mqtt/topics.ts';

/** One MQTT connection that the server has accepted. */
export interface Connection {
  /**
   * Sends with the quality and flags of the topic. QoS 1: resolves on PUBACK, rejects when none comes in time or the connection ends.
   * @throws HeldBack when the server does not take a batch of reports now, but is there: the connection goes on
   */
  publish(name: UpTopic, payload: string | Uint8Array): Promise<void>;
  /** Subscribes to the device's downward topics. */
  subscribe(): Promise<void>;
  /** Resolves with the reason, in words, when the connection is over. */
  readonly closed: Promise<string>;
  /** Our end of it; null when unknown. */
  localAddress(): string | null;
  /** Says DISCONNECT, so that the server sends no last will. */
  end(): Promise<void>;
  /** Drops it at once. */
  destroy(reason: string): void;
}

export interface ConnectOptions {
  readonly url: string;
  readonly deviceId: DeviceId;
  readonly password: string;
  /** Sent by the server when the connection ends without DISCONNECT. */
  readonly will: string;
  /** Takes a message of the server. It is acknowledged when this resolves; a rejection drops the connection, so that the message comes again. */
  readonly onMessage: (topic: DownTopic, jws: string) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Opens connections. @throws LoginRefused when the server does not let this device in, any Error when it cannot be reached */
export interface Connector {
  connect(options: ConnectOptions): Promise<Connection>;
}

/** The server does not know this device, or no longer. */
export class LoginRefused extends Error {
  override readonly name = 'LoginRefused';
}

/** The server leaves a batch unacknowledged but answers everything else: it has no room for the batch now. It must be sent again later. */
export class HeldBack extends Error {
  override readonly name = 'HeldBack';
}
