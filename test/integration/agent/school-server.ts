import { createServer, type Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { Aedes, type Client } from 'aedes';
import { importJWK, jwtVerify } from 'jose';
import type { Identity } from '../../../agent/state/identity.ts';
import { encodeId } from '../../../contracts/ids.ts';
import {
  CLOCK_TOLERANCE_SECONDS,
  type CommandMessage,
  JWS_TYPES,
  type LockTarget,
  MQTT_AUDIENCE,
  type TargetState,
} from '../../../contracts/mqtt/messages.ts';
import { parseTopic, topicOf, type UpTopic } from '../../../contracts/mqtt/topics.ts';
import { generateSigningKey, type SigningKey, signJws } from '../../../kit/signing.ts';

export const DEVICE = encodeId('dev', new Uint8Array(16).fill(1));
export const OTHER_DEVICE = encodeId('dev', new Uint8Array(16).fill(2));
export const commandId = (n: number) => encodeId('cmd', new Uint8Array(16).fill(n));

/** A published message, unpacked. */
export interface Heard {
  readonly name: UpTopic;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the schemas promise
  readonly body: any;
  readonly retain: boolean;
}

/** The server side, made by hand: a bare Aedes that checks the password, an HTTP server for the time, and the signing key. */
export interface SchoolServer {
  readonly key: SigningKey;
  readonly httpUrl: string;
  readonly mqttUrl: string;
  readonly heard: Heard[];
  /** Epochs of the logins accepted, in order. */
  readonly epochs: number[];
  readonly refusedLogins: () => number;
  /** From now on: refuse every login. */
  refuseLogins(refuse: boolean): void;
  /** Whether QoS 1 messages are acknowledged. */
  acknowledge(on: boolean): void;
  send(name: 'target' | 'commands', jws: string): Promise<void>;
  sign(payload: unknown, kind: 'target' | 'command', by?: SigningKey): Promise<string>;
  connected(): boolean;
  /** Ends the broker with all connections; `restart` opens it again on the same port. */
  stopBroker(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startSchoolServer(devicePublicKey: string): Promise<SchoolServer> {
  const key = generateSigningKey();
  const heard: Heard[] = [];
  const epochs: number[] = [];
  let refuse = false;
  let acknowledge = true;
  let refused = 0;
  let broker: Aedes | null = null;
  let tcp: Server | null = null;
  const sockets = new Set<Socket>();
  const deviceKey = await importJWK({ kty: 'OKP', crv: 'Ed25519', x: devicePublicKey, alg: 'EdDSA' });

  const login = async (client: Client, username: string, password: Buffer): Promise<boolean> => {
    if (refuse || username !== DEVICE || client.id !== DEVICE) return false;
    try {
      const { payload } = await jwtVerify(password.toString('utf8'), deviceKey, {
        audience: MQTT_AUDIENCE,
        issuer: DEVICE,
        subject: DEVICE,
        maxTokenAge: 120,
        // As the gateway: a laptop whose question took long to come has a clock that is ahead.
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        requiredClaims: ['jti', 'exp', 'iat'],
      });
      epochs.push(Number(payload.epoch));
      return true;
    } catch {
      return false;
    }
  };

  const openBroker = async (port: number): Promise<void> => {
    const aedes = await Aedes.createBroker({
      authenticate: (client, username, password, done) => {
        login(client, username ?? '', password ?? Buffer.alloc(0)).then(
          (ok) => {
            if (!ok) refused += 1;
            done(ok ? null : Object.assign(new Error('no'), { returnCode: 5 }), ok);
          },
          () => done(null, false),
        );
      },
      authorizePublish: (client, packet, done) => {
        const name = parseTopic(packet.topic)?.name as UpTopic;
        if (client === null) return done(null);
        if (!acknowledge && packet.qos === 1) return; // never answered: half-open, or a store that hangs
        const raw = Buffer.from(packet.payload);
        const text =
          raw[0] === 0x1f && raw[1] === 0x8b ? gunzipSync(raw).toString('utf8') : raw.toString('utf8');
        heard.push({ name, body: JSON.parse(text), retain: packet.retain });
        done(null);
      },
    });
    const server = createTcp((socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
      aedes.handle(socket);
    });
    await new Promise<void>((resolve, reject) =>
      server.once('error', reject).listen(port, '127.0.0.1', resolve),
    );
    broker = aedes;
    tcp = server;
  };
  await openBroker(0);
  const mqttPort = (tcp as unknown as Server).address() as AddressInfo;

  const http: HttpServer = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.statusCode = request.url === '/agent/v1/time' ? 200 : 404;
    response.end(JSON.stringify({ serverTime: Date.now() }));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));

  const stopBroker = async (): Promise<void> => {
    const [closing, server] = [broker, tcp];
    broker = null;
    tcp = null;
    for (const socket of sockets) socket.destroy();
    if (server !== null) await new Promise((resolve) => server.close(resolve));
    if (closing !== null) await new Promise<void>((resolve) => closing.close(() => resolve()));
  };

  return {
    key,
    httpUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    mqttUrl: `mqtt://127.0.0.1:${mqttPort.port}`,
    heard,
    epochs,
    refusedLogins: () => refused,
    refuseLogins: (on) => {
      refuse = on;
    },
    acknowledge: (on) => {
      acknowledge = on;
    },
    send: (name, jws) =>
      new Promise((resolve, reject) => {
        if (broker === null) return reject(new Error('the broker is down'));
        const topic = topicOf(DEVICE, name);
        broker.publish({ cmd: 'publish', topic, payload: jws, qos: 1, retain: false, dup: false }, (error) =>
          error ? reject(error) : resolve(),
        );
      }),
    sign: (payload, kind, by = key) => signJws(payload, by, JWS_TYPES[kind]),
    connected: () => (broker?.connectedClients ?? 0) > 0,
    stopBroker,
    restart: () => openBroker(mqttPort.port),
    async stop() {
      await stopBroker();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

export const UNLOCKED: LockTarget = {
  wanted: false,
  commandId: null,
  sequence: 0,
  message: null,
  until: null,
  durationMinutes: null,
  pin: null,
};

export function lockBy(n: number, extra: Partial<LockTarget> = {}): LockTarget {
  return {
    ...UNLOCKED,
    wanted: true,
    commandId: commandId(n),
    sequence: n,
    message: 'See the office',
    ...extra,
  };
}

export function targetOf(version: number, lock: LockTarget, extra: Partial<TargetState> = {}): TargetState {
  return {
    kind: 'target',
    deviceId: DEVICE,
    version,
    issuedAt: Date.now(),
    expiresAt: Date.now() + 3_600_000,
    lock,
    settings: { heartbeatSeconds: 30, organisation: 'Springfield High', helpLine: '555 0100', campuses: [] },
    ...extra,
  };
}

export function commandOf(
  n: number,
  type: CommandMessage['type'],
  extra: Partial<CommandMessage> = {},
): CommandMessage {
  return {
    kind: 'command',
    deviceId: DEVICE,
    commandId: commandId(n),
    sequence: n,
    type,
    params: {},
    issuedAt: Date.now(),
    expiresAt: Date.now() + 600_000,
    ...extra,
  };
}

/** An enrollment with this server, as `enroll` writes it. */
export function identityFor(server: SchoolServer, keyFile: string): Identity {
  return {
    format: 1,
    deviceId: DEVICE,
    serverUrl: server.httpUrl,
    serverPublicKey: server.key.publicKey,
    certificateAuthority: '',
    mqttUrls: [server.mqttUrl],
    organisation: 'Springfield',
    ou: '/Springfield',
    enrolledAt: Date.now(),
    serverTime: Date.now(),
    keyFile,
  };
}
