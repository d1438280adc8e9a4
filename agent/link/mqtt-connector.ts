import { isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type IClientOptions, MqttClient } from 'mqtt';
import { createWebSocketStream, WebSocket } from 'ws';
import { KEEPALIVE_SECONDS } from '../../contracts/device/presence.ts';
import { type DownTopic, parseTopic, TOPICS, topicOf, type UpTopic } from '../../contracts/mqtt/topics.ts';
import { isLoopback } from '../../kit/addresses.ts';
import type { Clock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import { connectToHost } from '../dial/connect-first.ts';
import { checkIdentity } from '../dial/server-identity.ts';
import { AgentError } from '../ports/agent-error.ts';
import {
  type Connection,
  type ConnectOptions,
  type Connector,
  HeldBack,
  LoginRefused,
} from './connection.ts';

/** From the open connection to CONNACK (milliseconds). */
const CONNECT_MS = 15_000;
/** How long a server may take to acknowledge (milliseconds). After that the connection is dropped, and the record is sent again. */
const PUBACK_MS = 20_000;
/** How long before that a silent server is sent a ping (milliseconds). The answer distinguishes a server that takes no reports now from one that is gone. */
const DOUBT_MS = 10_000;
/** How long a clean DISCONNECT may take (milliseconds). */
const END_MS = 2_000;

/** Batches that the server may leave to the device for a while: it does not acknowledge them (docs/mqtt-protocol.md). */
const CAN_WAIT: ReadonlySet<UpTopic> = new Set(['activity', 'events']);

/** MQTT 3.1.1, 3.2.2.3: identifier rejected, bad user name or password, not authorised. */
const REFUSALS: ReadonlySet<number> = new Set([2, 4, 5]);

const DOWN: readonly DownTopic[] = ['target', 'commands'];

export interface MqttConnectorOptions {
  /** PEM; the only certificate authority that is trusted. */
  readonly certificateAuthority: string;
  readonly lookup: LookupFunction;
  readonly clock: Clock;
}

/** Connects by mqtt.js over TLS or WebSocket, without TLS only to this computer itself. It never reconnects by itself: the link decides that. */
export function createMqttConnector(options: MqttConnectorOptions): Connector {
  return { connect: (wanted) => connect(wanted, options) };
}

type Carrier = {
  readonly stream: ReturnType<typeof createWebSocketStream> | Socket;
  readonly socket: Socket;
};

/** Opens the stream below MQTT. @throws AgentError for an address that may not be used, or the system's error */
async function openCarrier(
  address: string,
  { certificateAuthority: ca, lookup, clock }: MqttConnectorOptions,
  signal: AbortSignal,
): Promise<Carrier> {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'mqtts:' || url.protocol === 'wss:';
  if (!secure && !isLoopback(host))
    throw new AgentError(`${url.protocol}//${url.host} is not encrypted and not this computer itself`);
  const isWebSocket = url.protocol === 'ws:' || url.protocol === 'wss:';
  const plain = await connectToHost({ host, port: portOf(url), lookup, clock, signal });
  const socket = secure
    ? connectTls({
        socket: plain,
        ca,
        checkServerIdentity: checkIdentity,
        // A TLS server name is never an address (RFC 6066 section 3).
        ...(isIP(host) === 0 ? { servername: host } : { host }),
      })
    : plain;
  if (!isWebSocket) return { stream: socket, socket };
  const webSocket = new WebSocket(address, ['mqtt'], {
    handshakeTimeout: CONNECT_MS,
    createConnection: () => socket,
  });
  return { stream: createWebSocketStream(webSocket), socket };
}

const USUAL_PORTS: Readonly<Record<string, number>> = {
  'mqtts:': 8883,
  'mqtt:': 1883,
  'wss:': 443,
  'ws:': 80,
};

function portOf({ port, protocol }: URL): number {
  return Number(port || (USUAL_PORTS[protocol] ?? 8883));
}

async function connect(wanted: ConnectOptions, options: MqttConnectorOptions): Promise<Connection> {
  const carrier = await openCarrier(wanted.url, options, wanted.signal);
  const client = new MqttClient(() => carrier.stream, clientOptions(wanted));
  const over = closing(client);
  acceptMessages(client, wanted, over.end);
  const abort = (): void => over.end('stopped');
  wanted.signal.addEventListener('abort', abort, { once: true });
  try {
    await accepted(client, over.closed);
  } catch (error) {
    client.end(true);
    throw error;
  } finally {
    wanted.signal.removeEventListener('abort', abort);
  }
  return connectionOf({ client, carrier, over, wanted, clock: options.clock });
}

function clientOptions({ deviceId, password, will }: ConnectOptions): IClientOptions {
  return {
    protocolId: 'MQTT',
    protocolVersion: 4,
    clientId: deviceId,
    username: deviceId,
    password,
    clean: true,
    keepalive: KEEPALIVE_SECONDS,
    // Otherwise heartbeats delay the pings, and only the answer to a ping shows that the server is still there.
    reschedulePings: false,
    reconnectPeriod: 0,
    connectTimeout: CONNECT_MS,
    resubscribe: false,
    queueQoSZero: false,
    will: { topic: topicOf(deviceId, 'status'), payload: Buffer.from(will), qos: 1, retain: true },
  };
}

interface Closing {
  readonly closed: Promise<string>;
  readonly end: (reason: string) => void;
}

/** Collects the reason, which the client gives in several events. */
function closing(client: MqttClient): Closing {
  let reason: string | null = null;
  let resolve: (reason: string) => void = () => undefined;
  const closed = new Promise<string>((done) => {
    resolve = done;
  });
  client.on('error', (error) => {
    reason ??= messageOf(error);
  });
  client.on('close', () => resolve(reason ?? 'the connection was closed'));
  return {
    closed,
    end(why) {
      reason ??= why;
      client.end(true);
      resolve(reason);
    },
  };
}

function accepted(client: MqttClient, closed: Promise<string>): Promise<void> {
  return new Promise((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', (error) => {
      const code = 'code' in error ? Number(error.code) : 0;
      reject(REFUSALS.has(code) ? new LoginRefused(messageOf(error), { cause: error }) : error);
    });
    closed.then((reason) => reject(new Error(reason)), reject);
  });
}

function acceptMessages(
  client: MqttClient,
  { deviceId, onMessage }: ConnectOptions,
  end: (reason: string) => void,
): void {
  // mqtt.js sends PUBACK when this calls back, so that a message is acknowledged only when it was written down.
  client.handleMessage = ({ topic, payload }, done) => {
    const parsed = parseTopic(topic);
    const name = DOWN.find((down) => down === parsed?.name);
    const bytes = Buffer.from(payload);
    if (name === undefined || parsed?.deviceId !== deviceId || bytes.length > TOPICS[name].maxBytes)
      return done();
    onMessage(name, bytes.toString('utf8')).then(
      () => done(),
      (error: unknown) => end(`a message could not be kept: ${messageOf(error)}`),
    );
  };
}

interface Parts {
  readonly client: MqttClient;
  readonly carrier: Carrier;
  readonly over: Closing;
  readonly wanted: ConnectOptions;
  readonly clock: Clock;
}

function connectionOf({ client, carrier, over, wanted, clock }: Parts): Connection {
  const { deviceId } = wanted;
  const within = createPatience(over, clock);
  return {
    closed: over.closed,
    localAddress: () => carrier.socket.localAddress?.replace(/^::ffff:/, '') ?? null,
    async publish(name, payload) {
      const { qos, retain } = TOPICS[name];
      const bytes = typeof payload === 'string' ? payload : Buffer.from(payload);
      const acknowledged = client.publishAsync(topicOf(deviceId, name), bytes, { qos, retain });
      if (!CAN_WAIT.has(name)) return void (await within(acknowledged, PUBACK_MS, 'acknowledgement'));
      // The ping's timer must be made before the patience: timers with the same delay fire in the order in which they were made.
      await within(unlessHeldBack(client, acknowledged, clock), PUBACK_MS, 'acknowledgement');
    },
    async subscribe() {
      const topics = DOWN.map((name) => topicOf(deviceId, name));
      const granted = await within(client.subscribeAsync(topics, { qos: 1 }), PUBACK_MS, 'subscription');
      if (granted.some(({ qos }) => qos === 128)) throw new Error('the server refused a subscription');
    },
    async end() {
      await within(client.endAsync(), END_MS, 'good-bye').catch(() => over.end('stopped'));
    },
    destroy: over.end,
  };
}

/** Resolves with the acknowledgement. @throws HeldBack when the server answers a ping but leaves the message unacknowledged */
function unlessHeldBack(client: MqttClient, acknowledged: Promise<unknown>, clock: Clock): Promise<void> {
  const messageId = client.getLastMessageId();
  return new Promise((resolve, reject) => {
    let isAlive = false;
    const hear = (): void => {
      isAlive = true;
    };
    const settle = (): void => {
      doubt.cancel();
      end.cancel();
      client.off('packetreceive', hear);
    };
    const doubt = clock.setTimeout(() => {
      client.on('packetreceive', hear);
      if (client.connected) client.sendPing();
    }, DOUBT_MS);
    const end = clock.setTimeout(() => {
      if (!isAlive) return;
      settle();
      // Otherwise mqtt.js keeps the message for ever, beside each repeat.
      client.removeOutgoingMessage(messageId);
      reject(new HeldBack('the server does not take reports now'));
    }, PUBACK_MS);
    acknowledged.finally(settle).then(() => resolve(), reject);
  });
}

type Patience = <T>(work: Promise<T>, ms: number, what: string) => Promise<T>;

/** Waits for an answer, for the end of the connection, or for a time limit, which ends the connection as well; whichever comes first. */
function createPatience(over: Closing, clock: Clock): Patience {
  // A set, because a `then` on `closed` for each message would stay in memory as long as the connection, which may be months.
  const waiting = new Set<(reason: string) => void>();
  let ended: string | null = null;
  const endAll = (reason: string): void => {
    ended = reason;
    for (const give of waiting) give(reason);
  };
  over.closed.then(endAll, endAll);
  return (work, ms, what) =>
    new Promise((resolve, reject) => {
      const settle = (): void => {
        timer.cancel();
        waiting.delete(giveUp);
      };
      const giveUp = (reason: string): void => {
        settle();
        reject(new Error(reason));
      };
      const timer = clock.setTimeout(() => {
        over.end(`no ${what} within ${ms / 1_000} s`);
        giveUp(`no ${what} in time`);
      }, ms);
      waiting.add(giveUp);
      if (ended !== null) giveUp(ended);
      work.finally(settle).then(resolve, reject);
    });
}
