import { gzipSync } from 'node:zlib';
import { connect, type IClientOptions, type MqttClient } from 'mqtt';
import { KEEPALIVE_SECONDS } from '../../contracts/device/presence.ts';
import type { DeviceId } from '../../contracts/ids.ts';
import { GZIP_OVER_BYTES, MQTT_AUDIENCE } from '../../contracts/mqtt/messages.ts';
import { type DownTopic, parseTopic, TOPICS, topicOf, type UpTopic } from '../../contracts/mqtt/topics.ts';
import { makeDeviceToken } from '../../kit/device-token.ts';
import type { Random } from '../../kit/random.ts';
import type { SigningKey } from '../../kit/signing.ts';

const CONNECT_TIMEOUT_MS = 30_000;

export interface SimulatedConnectionOptions {
  readonly deviceId: DeviceId;
  readonly key: SigningKey;
  /** `mqtts://host:port`; tests also use `mqtt:`, `ws:` and `wss:`. */
  readonly url: string;
  readonly epoch: number;
  readonly random: Random;
  /** Wall time, epoch milliseconds. */
  readonly now: number;
  /** PEM; needed for TLS. */
  readonly certificateAuthority?: string;
  /** The address to connect from; one address has too few ports for a large fleet. */
  readonly localAddress?: string;
  /** Gets the messages of the server. */
  readonly onMessage?: (topic: DownTopic, jws: string) => void;
  readonly deviations?: Deviations;
}

/** What a connection does otherwise than that of an honest agent, for tests. */
export interface Deviations {
  /** The password to send. Default: a fresh one of the device. */
  readonly password?: string;
  /** False: it subscribes to nothing. */
  readonly subscribe?: boolean;
  /** False: it leaves no last will. */
  readonly will?: boolean;
  /** Options of mqtt.js, which replace ours. */
  readonly mqtt?: Partial<IClientOptions>;
}

/** One MQTT connection of a simulated device that the server has accepted. */
export interface SimulatedConnection {
  /**
   * Sends a message as JSON, or bytes as they are, with the topic's quality and flags; QoS 1 resolves on PUBACK.
   * @param options.gzip whether it is packed. Default: when it is larger than 1 kB
   */
  publish(name: UpTopic, message: unknown, options?: { readonly gzip?: boolean }): Promise<void>;
  /** Says good-bye, so that no last will is sent. */
  end(): Promise<void>;
  /** Vanishes without a word. */
  destroy(): void;
  /** Resolves when it is over, however. */
  readonly closed: Promise<void>;
  /** For tests of what no honest agent does. */
  readonly client: MqttClient;
}

/**
 * Connects by MQTT 3.1.1, logs in with the device's key, and subscribes.
 * @throws Error when the server does not let it in; of a refused login its `code` is that of MQTT
 */
export async function openSimulatedConnection(
  options: SimulatedConnectionOptions,
): Promise<SimulatedConnection> {
  const { deviceId, onMessage, deviations = {} } = options;
  const password = deviations.password ?? (await makePassword(options));
  const client = connect(options.url, { ...clientOptions(options), password, ...deviations.mqtt });
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  client.on('message', (topic, payload) => {
    const name = parseTopic(topic)?.name;
    if (name === 'target' || name === 'commands') onMessage?.(name, payload.toString('utf8'));
  });
  try {
    await accepted(client);
    if (deviations.subscribe !== false)
      await client.subscribeAsync([topicOf(deviceId, 'target'), topicOf(deviceId, 'commands')], { qos: 1 });
  } catch (error) {
    client.end(true);
    throw error;
  }
  return {
    client,
    closed,
    async publish(name, message, { gzip } = {}) {
      const { qos, retain } = TOPICS[name];
      const plain =
        message instanceof Uint8Array ? Buffer.from(message) : Buffer.from(JSON.stringify(message));
      // At once: what is published next must not overtake it.
      const payload = (gzip ?? plain.length > GZIP_OVER_BYTES) ? gzipSync(plain) : plain;
      await client.publishAsync(topicOf(deviceId, name), payload, { qos, retain });
    },
    async end() {
      await client.endAsync();
    },
    destroy: () => void client.end(true),
  };
}

function clientOptions({
  deviceId,
  epoch,
  certificateAuthority,
  localAddress,
  deviations = {},
}: SimulatedConnectionOptions): IClientOptions {
  const will = {
    topic: topicOf(deviceId, 'status'),
    payload: Buffer.from(JSON.stringify({ state: 'offline', epoch })),
    qos: 1,
    retain: true,
  } as const;
  return {
    protocolVersion: 4,
    clientId: deviceId,
    username: deviceId,
    clean: true,
    keepalive: KEEPALIVE_SECONDS,
    reconnectPeriod: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    resubscribe: false,
    ...(deviations.will === false ? {} : { will }),
    ...(certificateAuthority === undefined ? {} : { ca: certificateAuthority }),
    // To sockets and TLS as it is, to a WebSocket by its own options.
    ...(localAddress === undefined ? {} : { localAddress, wsOptions: { localAddress } }),
  };
}

function accepted(client: MqttClient): Promise<void> {
  return new Promise((resolve, reject) => {
    client.once('connect', () => resolve());
    // Stays on: an error without a listener would end the process.
    client.on('error', reject);
    client.once('close', () => reject(new Error('the connection was closed before it was accepted')));
  });
}

/** The MQTT password of a device for one connection epoch. @param now wall time, epoch milliseconds */
export function makePassword({
  deviceId,
  key,
  epoch,
  now,
  random,
}: Pick<SimulatedConnectionOptions, 'deviceId' | 'key' | 'epoch' | 'now' | 'random'>): Promise<string> {
  return makeDeviceToken({ deviceId, audience: MQTT_AUDIENCE, now, claims: { epoch } }, key, random);
}
