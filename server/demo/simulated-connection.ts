import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { SignJWT } from 'jose';
import { MqttClient } from 'mqtt';
import { KEEPALIVE_SECONDS } from '../../contracts/device/presence.ts';
import type { DeviceId } from '../../contracts/ids.ts';
import { GZIP_OVER_BYTES, MQTT_AUDIENCE, MQTT_PASSWORD_SECONDS } from '../../contracts/mqtt/messages.ts';
import { type DownTopic, parseTopic, TOPICS, topicOf, type UpTopic } from '../../contracts/mqtt/topics.ts';
import type { Random } from '../../kit/random.ts';
import type { SigningKey } from '../../kit/signing.ts';
import { recordId } from './record-id.ts';

const pack = promisify(gzip);
const CONNECT_TIMEOUT_MS = 30_000;

export interface SimulatedConnectionOptions {
  readonly deviceId: DeviceId;
  readonly key: SigningKey;
  /** `mqtts://host:port`. */
  readonly url: string;
  readonly certificateAuthority: string;
  readonly epoch: number;
  readonly random: Random;
  /** Wall time, epoch milliseconds. */
  readonly now: number;
  /** The address to connect from; for a test bench with more connections than one address has ports. */
  readonly localAddress?: string;
  /** A message from above. */
  readonly onMessage: (topic: DownTopic, jws: string) => void;
}

/** One MQTT connection of a simulated device that the server has accepted. */
export interface SimulatedConnection {
  /** Sends with the topic's quality and flags; QoS 1 resolves on PUBACK. Over 1 kB it is gzipped. */
  publish(name: UpTopic, message: unknown): Promise<void>;
  /** Says good-bye, so that no last will is sent. */
  end(): Promise<void>;
  /** Vanishes without a word. */
  destroy(): void;
  /** Resolves when it is over, however. */
  readonly closed: Promise<void>;
}

/** Connects by MQTT 3.1.1 over TLS, logs in with the device's key, and subscribes. @throws Error when the server does not let it in */
export async function openSimulatedConnection(
  options: SimulatedConnectionOptions,
): Promise<SimulatedConnection> {
  const { deviceId, epoch } = options;
  const password = await makePassword(options);
  const client = new MqttClient(() => openSocket(options), {
    protocolVersion: 4,
    clientId: deviceId,
    username: deviceId,
    password,
    clean: true,
    keepalive: KEEPALIVE_SECONDS,
    reconnectPeriod: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    resubscribe: false,
    will: {
      topic: topicOf(deviceId, 'status'),
      payload: Buffer.from(JSON.stringify({ state: 'offline', epoch })),
      qos: 1,
      retain: true,
    },
  });
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  client.on('message', (topic, payload) => {
    const name = parseTopic(topic)?.name;
    if (name === 'target' || name === 'commands') options.onMessage(name, payload.toString('utf8'));
  });
  try {
    await accepted(client);
    await client.subscribeAsync([topicOf(deviceId, 'target'), topicOf(deviceId, 'commands')], { qos: 1 });
  } catch (error) {
    client.end(true);
    throw error;
  }
  return {
    closed,
    async publish(name, message) {
      const { qos, retain } = TOPICS[name];
      const plain = Buffer.from(JSON.stringify(message));
      const payload = plain.length > GZIP_OVER_BYTES ? await pack(plain) : plain;
      await client.publishAsync(topicOf(deviceId, name), payload, { qos, retain });
    },
    async end() {
      await client.endAsync();
    },
    destroy: () => void client.end(true),
  };
}

function openSocket({ url, certificateAuthority, localAddress }: SimulatedConnectionOptions) {
  const { hostname, port } = new URL(url);
  return connectTls({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port),
    ca: certificateAuthority,
    ...(localAddress === undefined ? {} : { localAddress }),
  });
}

function accepted(client: MqttClient): Promise<void> {
  return new Promise((resolve, reject) => {
    client.once('connect', () => resolve());
    // Stays on: an error without a listener would end the process.
    client.on('error', reject);
    client.once('close', () => reject(new Error('the connection was closed before it was accepted')));
  });
}

/** The MQTT password: a JWT (RFC 7519) by the device's key, good for a minute and this epoch. */
function makePassword({ deviceId, key, epoch, now, random }: SimulatedConnectionOptions): Promise<string> {
  const seconds = Math.floor(now / 1_000);
  return new SignJWT({ epoch })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
    .setIssuer(deviceId)
    .setSubject(deviceId)
    .setAudience(MQTT_AUDIENCE)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + MQTT_PASSWORD_SECONDS)
    .setJti(recordId(random))
    .sign(key.privateKey);
}
