import type { MqttClient } from 'mqtt';
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
import type { DownTopic, UpTopic } from '../../contracts/mqtt/topics.ts';
import { type Clock, systemClock } from '../../kit/clock.ts';
import { makeDeviceToken } from '../../kit/device-token.ts';
import { base62, createIdSource, systemRandom } from '../../kit/random.ts';
import { generateSigningKey, importPublicKey, type SigningKey, verifyJws } from '../../kit/signing.ts';
import {
  type Deviations,
  openSimulatedConnection,
  type SimulatedConnection,
} from '../../server/simulated-laptop/connection.ts';
import { plainHeartbeat } from '../../server/simulated-laptop/messages.ts';
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

/** How a connection differs from that of an honest device. `password`: a ready one, such as one that was used before. */
export interface ConnectChanges extends PasswordChanges, Deviations {
  readonly epoch?: number;
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
    const exp = issuedAt + (changes.lifeSeconds ?? MQTT_PASSWORD_SECONDS);
    return makeDeviceToken(
      {
        deviceId: id,
        audience: MQTT_AUDIENCE,
        now: issuedAt * 1_000,
        claims: { epoch, exp, ...changes.claims },
      },
      changes.signedBy ?? key,
      systemRandom,
    );
  };

  return {
    id,
    key,
    hardware,
    password,
    async connect(url, changes = {}) {
      const epoch = changes.epoch ?? ++lastEpoch;
      lastEpoch = Math.max(lastEpoch, epoch);
      const received = createReceived(options.serverPublicKey);
      const connection = await openSimulatedConnection({
        deviceId: id,
        key,
        url,
        epoch,
        random: systemRandom,
        now: clock.now(),
        onMessage: received.take,
        deviations: { ...changes, password: changes.password ?? (await password(epoch, changes)) },
      });
      return createLink({ connection, received, epoch, clock });
    },
  };
}

/** What came down on one connection. */
function createReceived(serverPublicKey: string | undefined) {
  const targets: TargetState[] = [];
  const commands: CommandMessage[] = [];
  // One after the other: checking a signature takes its time, and must not change the order.
  let checked = Promise.resolve();
  return {
    targets,
    commands,
    take(name: DownTopic, jws: string): void {
      checked = checked.then(async () => {
        const message = await receive(name, jws, serverPublicKey);
        if (message.kind === 'target') targets.push(message);
        else commands.push(message);
      });
    },
  };
}

function createLink({
  connection,
  received: { targets, commands },
  epoch,
  clock,
}: {
  readonly connection: SimulatedConnection;
  readonly received: Pick<TestLink, 'targets' | 'commands'>;
  readonly epoch: number;
  readonly clock: Clock;
}): TestLink {
  const { client } = connection;
  let closed = false;
  for (const end of ['close', 'error'] as const)
    client.on(end, () => {
      closed = true;
    });

  const publish: TestLink['publish'] = (name, payload, { gzip = false } = {}) =>
    connection.publish(name, payload, { gzip });

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
      await connection.end();
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
