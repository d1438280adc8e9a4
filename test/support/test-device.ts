import { gzipSync } from 'node:zlib';
import { SignJWT } from 'jose';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { Value } from 'typebox/value';
import type { HardwareFacts } from '../../contracts/enrollment/enrollment.ts';
import type { DeviceId } from '../../contracts/ids.ts';
import {
  CommandMessage,
  type HeartbeatMessage,
  JWS_TYPES,
  MQTT_AUDIENCE,
  MQTT_PASSWORD_SECONDS,
  type ResultMessage,
  TargetState,
} from '../../contracts/mqtt/messages.ts';
import {
  type DownTopic,
  TOPICS,
  type TopicName,
  topicOf,
  type UpTopic,
} from '../../contracts/mqtt/topics.ts';
import { type Clock, systemClock } from '../../kit/clock.ts';
import { base62, createIdSource, systemRandom } from '../../kit/random.ts';
import { generateSigningKey, importPublicKey, type SigningKey, verifyJws } from '../../kit/signing.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import type { Store } from '../../store/ports/store.ts';
import { until } from './until.ts';

/** Claims and header of a password; what a test sets replaces what a good device would say. */
export interface PasswordChanges {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly signedBy?: SigningKey;
  readonly issuedAtSeconds?: number;
  readonly lifeSeconds?: number;
}

export interface ConnectChanges extends PasswordChanges {
  /** A ready password, e.g. one that was used before. */
  readonly password?: string;
  readonly epoch?: number;
  /** False connects without subscribing. */
  readonly subscribe?: boolean;
  /** False connects without a last will. */
  readonly will?: boolean;
  /** Anything for mqtt.js: `ca`, `clientId`, `keepalive`, … */
  readonly mqtt?: Partial<IClientOptions>;
}

/** A device that is enrolled directly in the store and speaks the real protocol over real sockets. */
export interface TestDevice {
  readonly id: DeviceId;
  readonly key: SigningKey;
  /** By which it is known again when it is enrolled anew. */
  readonly hardware: HardwareFacts;
  password(epoch: number, changes?: PasswordChanges): Promise<string>;
  /** Logs in and subscribes. Rejects when the login is refused; the error's `code` is MQTT's. */
  connect(url: string, changes?: ConnectChanges): Promise<TestLink>;
}

/** One connection of a test device. */
export interface TestLink {
  readonly client: MqttClient;
  readonly epoch: number;
  /** What came down, with its signature checked. */
  readonly targets: readonly TargetState[];
  readonly commands: readonly CommandMessage[];
  /** Publishes JSON, or bytes as they are. QoS 1 resolves with the acknowledgement. */
  publish(name: UpTopic, payload: unknown, options?: { readonly gzip?: boolean }): Promise<void>;
  heartbeat(changes?: Partial<HeartbeatMessage>): Promise<void>;
  result(commandId: string, state: ResultMessage['state'], changes?: Partial<ResultMessage>): Promise<void>;
  /** Says good-bye as an agent does: status, acknowledgement, DISCONNECT. */
  stop(): Promise<void>;
  /** Cuts the cable: no DISCONNECT. */
  drop(): Promise<void>;
  readonly closed: boolean;
}

export interface TestDeviceOptions {
  readonly store: Store;
  readonly clock?: Clock;
  /** The server's public key that the device pins; without it signatures are not checked. */
  readonly serverPublicKey?: string;
  readonly ouPath?: string;
  readonly hostname?: string;
}

export async function createTestDevice(options: TestDeviceOptions): Promise<TestDevice> {
  const { store, clock = systemClock, ouPath = '/', hostname = 'test-laptop' } = options;
  const ids = createIdSource({ clock, random: systemRandom });
  const key = generateSigningKey();
  const ou = await store.ous.ensurePath(DEFAULT_ORGANISATION_ID, ouPath, clock.now());
  const hardware = {
    machineId: base62(systemRandom, 32),
    serial: null,
    hostname,
    platform: 'linux',
    osVersion: 'Test 1',
    manufacturer: null,
    model: null,
  } as const;
  const { device } = await store.devices.enroll({
    id: ids.next('dev'),
    organisationId: DEFAULT_ORGANISATION_ID,
    ouId: ou.id,
    publicKey: key.publicKey,
    hardware,
    agentVersion: '0.0.0-test',
    now: clock.now(),
  });
  const { id } = device;
  let lastEpoch = 0;

  const password = (epoch: number, changes: PasswordChanges = {}): Promise<string> => {
    const issuedAt = changes.issuedAtSeconds ?? Math.floor(clock.now() / 1_000);
    return new SignJWT({
      iss: id,
      sub: id,
      aud: MQTT_AUDIENCE,
      iat: issuedAt,
      exp: issuedAt + (changes.lifeSeconds ?? MQTT_PASSWORD_SECONDS),
      jti: base62(systemRandom, 22),
      epoch,
      ...changes.claims,
    })
      .setProtectedHeader({ alg: 'EdDSA' })
      .sign((changes.signedBy ?? key).privateKey);
  };

  return {
    id,
    key,
    hardware,
    password,
    async connect(url, changes = {}) {
      const epoch = changes.epoch ?? ++lastEpoch;
      lastEpoch = Math.max(lastEpoch, epoch);
      const will = {
        topic: topicOf(id, 'status'),
        payload: Buffer.from(JSON.stringify({ state: 'offline', epoch })),
      };
      const client = await connectAsync(
        url,
        {
          clientId: id,
          username: id,
          password: changes.password ?? (await password(epoch, changes)),
          protocolVersion: 4,
          clean: true,
          keepalive: 30,
          reconnectPeriod: 0,
          connectTimeout: 10_000,
          ...(changes.will === false ? {} : { will: { ...will, qos: 1 as const, retain: true } }),
          ...changes.mqtt,
        },
        false,
      );
      const link = createLink({ client, epoch, id, clock, serverPublicKey: options.serverPublicKey });
      if (changes.subscribe !== false) {
        await client.subscribeAsync([topicOf(id, 'target'), topicOf(id, 'commands')], { qos: 1 });
      }
      return link;
    },
  };
}

function createLink({
  client,
  epoch,
  id,
  clock,
  serverPublicKey,
}: {
  readonly client: MqttClient;
  readonly epoch: number;
  readonly id: DeviceId;
  readonly clock: Clock;
  readonly serverPublicKey: string | undefined;
}): TestLink {
  const targets: TargetState[] = [];
  const commands: CommandMessage[] = [];
  let closed = false;
  client.on('close', () => {
    closed = true;
  });
  client.on('error', () => {
    closed = true;
  });
  // One after the other: checking a signature takes its time, and must not change the order.
  let checked = Promise.resolve();
  client.on('message', (topic, payload) => {
    const name = topic.split('/').at(-1) as DownTopic;
    checked = checked.then(async () => {
      const message = await receive(name, payload.toString(), serverPublicKey);
      if (message.kind === 'target') targets.push(message);
      else commands.push(message);
    });
  });

  const publish: TestLink['publish'] = async (name, payload, { gzip = false } = {}) => {
    const plain = payload instanceof Uint8Array ? Buffer.from(payload) : Buffer.from(JSON.stringify(payload));
    const { qos, retain }: { qos: 0 | 1; retain: boolean } = TOPICS[name as TopicName];
    await client.publishAsync(topicOf(id, name), gzip ? gzipSync(plain) : plain, { qos, retain });
  };

  return {
    client,
    epoch,
    targets,
    commands,
    publish,
    heartbeat: (changes = {}) => publish('heartbeat', { ...plainHeartbeat(clock.now()), ...changes }),
    result: (commandId, state, changes = {}) =>
      publish('results', { id: base62(systemRandom, 16), commandId, state, at: clock.now(), ...changes }),
    async stop() {
      await publish('status', { state: 'offline', epoch, reason: 'stopped' });
      await client.endAsync();
    },
    async drop() {
      client.stream.destroy();
      await until(() => closed, { what: 'the connection to be cut' });
    },
    get closed() {
      return closed;
    },
  };
}

async function receive(
  name: DownTopic,
  jws: string,
  serverPublicKey: string | undefined,
): Promise<TargetState | CommandMessage> {
  const [, body = ''] = jws.split('.');
  const typ = name === 'target' ? JWS_TYPES.target : JWS_TYPES.command;
  const payload =
    serverPublicKey === undefined
      ? JSON.parse(Buffer.from(body, 'base64url').toString())
      : await verifyJws(jws, importPublicKey(serverPublicKey), typ);
  return name === 'target' ? Value.Parse(TargetState, payload) : Value.Parse(CommandMessage, payload);
}

/** What a healthy laptop reports. */
export function plainHeartbeat(at: number): HeartbeatMessage {
  return {
    at,
    user: 'ana',
    battery: 80,
    charging: false,
    campus: { state: 'unknown', campusId: null },
    policy: { version: 0, hash: null },
    target: { version: 0 },
    lock: { state: 'unlocked', commandId: null, since: null, until: null },
    protection: { state: 'enforcing', since: at },
    agentVersion: '0.0.0-test',
    osVersion: 'Test 1',
    uptimeSeconds: 60,
    droppedRecords: 0,
    observe: true,
  };
}
