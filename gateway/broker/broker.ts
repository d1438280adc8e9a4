import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { Aedes, type AedesOptions, type Client } from 'aedes';
import { type DownTopic, maySubscribe, parseTopic, type UpTopic } from '../../contracts/mqtt/topics.ts';
import { type Clock, delay } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { TokenBucket } from '../../kit/token-bucket.ts';
import type { Admission } from '../admission/admissions.ts';
import { Connection, type Login, type MessageOutcome, type Publish } from '../connections/connection.ts';
import type { Complaints, Culprit } from '../limits/complaints.ts';
import type { GatewayLimits } from '../limits/limits.ts';
import { type Counters, HELD_BACK, type Refusal } from '../limits/stats.ts';
import { Unstorable } from '../writing/group-commit.ts';
import { createNoPersistence, createNoRouter } from './no-persistence.ts';
import { PacketGuard } from './packet-guard.ts';
import { judgePublish } from './permissions.ts';

/** A device that does not read what it is sent is cut after this long (milliseconds). */
const DRAIN_TIMEOUT_MS = 20_000;

/** How many packets may wait until the login is proven: two subscriptions, a status and a few more. */
const QUEUE_LIMIT = 32;

/** MQTT 3.1.1 return codes (table 3.1). */
export type LoginCode = 2 | 3 | 4 | 5;

const SERVER_UNAVAILABLE: LoginCode = 3;

/** The failure code of a SUBACK (MQTT 3.1.1, 3.9.3), which Aedes reports as a granted QoS. */
const REFUSED_SUBSCRIPTION = 128;

/** User name and password of CONNECT, unchecked. */
export interface LoginCredentials {
  readonly clientId: string;
  readonly username: string | undefined;
  readonly password: Buffer | undefined;
}

/** What the broker asks of the rest of the gateway, and reports to it. */
export interface BrokerHandlers {
  /** Checks a login. When it resolves with null, the device is logged in. Rejects only when the store fails. */
  login(connection: Connection, credentials: LoginCredentials): Promise<LoginCode | null>;
  /** Null when the message is durable, or the reason when it is dropped for good. Rejects when it could not be stored, with `Unstorable` when it never will be. */
  message(connection: Connection, login: Login, name: UpTopic, payload: Buffer): MessageOutcome;
  /** A sign of life: any packet after the login. */
  heard(connection: Connection, login: Login): void;
  subscribed(connection: Connection, login: Login): void;
  ended(connection: Connection): void;
}

export interface BrokerTools {
  readonly limits: GatewayLimits;
  readonly complaints: Complaints;
  readonly counters: Counters;
  readonly clock: Clock;
  readonly log: Log;
  readonly handlers: BrokerHandlers;
}

/** The MQTT broker: Aedes, with our permissions and without any memory of its own. */
export interface Broker {
  start(): Promise<void>;
  /** Closes all connections. */
  stop(): Promise<void>;
  /** Speaks MQTT on an accepted stream of bytes. */
  accept(stream: Duplex, admission: Admission): void;
}

export function createBroker(tools: BrokerTools): Broker {
  const { limits, complaints, counters, clock, log } = tools;
  const connections = new WeakMap<Client, Connection>();
  const open = new Set<Connection>();
  let aedes: Aedes | null = null;

  return {
    async start() {
      if (aedes !== null) return;
      const broker = new Aedes(optionsOf(tools, connections));
      listen(broker, tools, connections);
      await broker.listen();
      aedes = broker;
    },
    async stop() {
      const broker = aedes;
      if (broker === null) return;
      aedes = null;
      await new Promise<void>((resolve) => broker.close(resolve));
      for (const connection of open) connection.cut('server');
    },
    accept(stream, admission) {
      if (aedes === null) return void stream.destroy();
      counters.accepted += 1;
      const connection = new Connection(admission, stream);
      open.add(connection);
      const packets = new TokenBucket(clock, {
        perSecond: limits.packetsPerSecond,
        burst: limits.packetBurst,
      });
      watch(connection, new PacketGuard(packets), complaints);
      stream.once('close', () => {
        connection.closed = true;
        open.delete(connection);
        guarded(() => tools.handlers.ended(connection), log);
      });
      const client = aedes.handle(stream);
      connection.client = client;
      connections.set(client, connection);
    },
  };
}

/**
 * Passes what a connection reads to the guard before Aedes' parser gets it. Aedes takes bytes with `read()`: to wrap that costs less than another stream for
 * each connection.
 */
function watch(connection: Connection, guard: PacketGuard, complaints: Complaints): void {
  const { stream } = connection;
  const read = stream.read.bind(stream);
  stream.read = (size?: number): unknown => {
    const chunk: unknown = read(size);
    if (!(chunk instanceof Uint8Array)) return chunk;
    const refusal = guard.inspect(chunk);
    if (refusal === null) return chunk;
    complaints.report(refusal, culpritOf(connection));
    connection.cut('device');
    return null;
  };
}

function optionsOf(tools: BrokerTools, connections: WeakMap<Client, Connection>): AedesOptions {
  const { limits } = tools;
  return {
    persistence: createNoPersistence(),
    mq: createNoRouter(),
    // A second limit: the admission's own, which began with the socket, ends before.
    connectTimeout: 2 * limits.connectTimeoutMs,
    drainTimeout: DRAIN_TIMEOUT_MS,
    queueLimit: QUEUE_LIMIT,
    // Room for a device id: MQTT 3.1 allows 23 characters only.
    maxClientsIdLength: 30,
    // QoS 2 is refused by the permissions; this limits it as well.
    maxInflightInbound: 1,
    preConnect: (client, packet, done) => {
      const connection = connections.get(client);
      if (connection === undefined) return done(new Error('not a connection of ours'), false);
      // No session outlives its connection, since the truth is in the store. CONNACK says so (session present = 0).
      packet.clean = true;
      // Without a keep-alive, or with a longer one, a dead device would not be noticed. MQTT 3.1.1 has no code to refuse it and no field to change it, so the server applies its own.
      const { keepalive = 0 } = packet;
      if (keepalive === 0 || keepalive > limits.keepaliveSeconds) packet.keepalive = limits.keepaliveSeconds;
      connection.admission.claimed();
      connection.will = (packet.will as Publish | undefined) ?? null;
      done(null, true);
    },
    authenticate: (client, username, password, done) => {
      const connection = connections.get(client);
      if (connection === undefined) return done(null, false);
      const login = tools.handlers
        .login(connection, { clientId: client.id, username, password })
        .catch((error: unknown) => {
          tools.complaints.report('store_failed', culpritOf(connection), error);
          return SERVER_UNAVAILABLE;
        });
      settle(tools, connection, login, (code) =>
        code === null ? done(null, true) : done(new LoginRefused(code), false),
      );
    },
    authorizeSubscribe: (client, subscription, done) => {
      const connection = connections.get(client);
      const login = connection?.login ?? null;
      if (connection !== undefined && login !== null && maySubscribe(login.deviceId, subscription.topic)) {
        return done(null, subscription);
      }
      if (connection !== undefined) tools.complaints.report('forbidden_subscription', culpritOf(connection));
      // The SUBACK has the failure code; the connection stays.
      done(null, null);
    },
    authorizePublish: (client, packet, done) => {
      const connection = client === null ? undefined : connections.get(client);
      if (connection?.login == null) return done(new Error('not logged in'));
      // The end of the connection is handled once, by `ended`: the last will is not published.
      if (packet === connection.will) return done(null);
      const answer = (taken: Answer): void => {
        // Aedes acknowledges it by its QoS, and the connection goes on.
        if (taken === 'hold') packet.qos = 0;
        done(taken === 'hold' ? null : taken);
      };
      const taken = takeMessage(tools, connection, connection.login, packet);
      if (taken instanceof Promise) settle(tools, connection, taken, answer);
      else answer(taken);
    },
  };
}

/** Hands a result to Aedes. An error there ends this connection and no other. */
function settle<T>(
  tools: BrokerTools,
  connection: Connection,
  result: Promise<T>,
  done: (value: T) => void,
): void {
  result.then(done).catch((error: unknown) => {
    tools.complaints.report('internal_error', culpritOf(connection), error);
    connection.cut('server');
  });
}

/** What becomes of a message: null = acknowledge it, `hold` = leave it without an answer, an error = close the connection instead. */
type Answer = Refused | 'hold' | null;

/** Handles one message. Without a wait it answers synchronously, since a heartbeat must cost next to nothing. */
function takeMessage(
  tools: BrokerTools,
  connection: Connection,
  login: Login,
  packet: Publish,
): Answer | Promise<Answer> {
  const { complaints, limits } = tools;
  const refuse = (reason: Refusal): Refused => {
    complaints.report(reason, { deviceId: login.deviceId });
    return new Refused(reason);
  };
  // [MQTT-2.3.1-1]
  if (packet.qos > 0 && packet.messageId === 0) return refuse('protocol_error');
  const judged = judgePublish(login.deviceId, packet);
  if ('refusal' in judged) {
    const refused = refuse(judged.refusal);
    // A message that is too large is dropped: the device would send it for ever. Any other forbidden publish does not come from an agent of ours.
    return judged.refusal === 'payload_too_large' ? null : refused;
  }
  const mayWait = packet.qos > 0;
  const waitMs = login.budget.charge({ bytes: packet.payload.length, mayWait });
  if (waitMs === null) {
    const refused = refuse('rate_limited');
    return mayWait ? refused : null;
  }
  if (connection.inFlight >= limits.inFlight) return refuse('too_many_in_flight');
  const handle = (): MessageOutcome => handOver(tools, connection, login, { name: judged.name, packet });
  if (waitMs === 0) {
    const outcome = handle();
    if (!(outcome instanceof Promise)) return report(tools, login, outcome);
    return answerTo(tools, connection, login, outcome);
  }
  // No acknowledgement for a device that was cut meanwhile: it sends the message again.
  const later = delay(tools.clock, waitMs).then(() => (connection.closed ? 'sender_gone' : handle()));
  return answerTo(tools, connection, login, later);
}

function handOver(
  { counters, handlers }: BrokerTools,
  connection: Connection,
  login: Login,
  { name, packet: { payload } }: { readonly name: UpTopic; readonly packet: Publish },
): MessageOutcome {
  counters.messages[name] += 1;
  handlers.heard(connection, login);
  return handlers.message(
    connection,
    login,
    name,
    typeof payload === 'string' ? Buffer.from(payload) : payload,
  );
}

/** Waits for the outcome of a message, and counts it as in flight meanwhile. */
async function answerTo(
  tools: BrokerTools,
  connection: Connection,
  login: Login,
  outcome: Promise<Refusal | null>,
): Promise<Answer> {
  connection.inFlight += 1;
  try {
    return report(tools, login, await outcome);
  } catch (error) {
    if (isOfMessage(error)) {
      tools.complaints.report('not_storable', { deviceId: login.deviceId }, error);
      return null;
    }
    tools.complaints.report('store_failed', { deviceId: login.deviceId }, error);
    connection.endedByServer = true;
    return new Refused('store_failed', { cause: error });
  } finally {
    connection.inFlight -= 1;
  }
}

/** Whether the message itself is why it cannot be stored: a repeat would fail again and block all that follows it. */
function isOfMessage(error: unknown): boolean {
  return error instanceof Unstorable || error instanceof TypeError || error instanceof RangeError;
}

/** Counts a message that was dropped. It is acknowledged, unless the device is to keep it. */
function report({ complaints }: BrokerTools, { deviceId }: Login, dropped: Refusal | null): Answer {
  if (dropped === null) return null;
  complaints.report(dropped, { deviceId });
  return HELD_BACK.has(dropped) ? 'hold' : null;
}

/** An error that has been reported already; Aedes closes the connection for it. */
class Refused extends Error {
  override readonly name: string = 'Refused';
}

/** What Aedes answers a login with (MQTT 3.1.1, table 3.1). */
class LoginRefused extends Refused {
  override readonly name = 'LoginRefused';
  readonly returnCode: LoginCode;

  constructor(returnCode: LoginCode) {
    super(`login refused with code ${returnCode}`);
    this.returnCode = returnCode;
  }
}

function culpritOf({ login, address }: Connection): Culprit {
  return login === null ? { address } : { deviceId: login.deviceId };
}

/** Endings of connections that are nobody's fault. */
const BENIGN = new Set(['keep alive timeout', 'connection closed', 'drain timeout', 'Premature close']);

/** Why Aedes gave a connection up, if that is worth a complaint: a broken protocol, not a broken cable (those errors carry codes). */
function faultOf(error: Error): Refusal | null {
  if (error instanceof Refused || BENIGN.has(error.message) || 'code' in error) return null;
  return error.message.startsWith('connect did not arrive') ? 'connect_timeout' : 'protocol_error';
}

/** Keeps what we do in an event handler from failing in the hands of whoever emitted it. */
function guarded(work: () => void, log: Log): void {
  try {
    work();
  } catch (error) {
    log.error({ err: error }, 'an event of the MQTT broker could not be handled');
  }
}

function listen(broker: Aedes, tools: BrokerTools, connections: WeakMap<Client, Connection>): void {
  const { complaints, handlers, log } = tools;
  const withLogin = (client: Client, work: (connection: Connection, login: Login) => void): void => {
    const connection = connections.get(client);
    const login = connection?.login ?? null;
    if (connection !== undefined && login !== null) guarded(() => work(connection, login), log);
  };
  const failed = (client: Client, error: Error): void => {
    const connection = connections.get(client);
    const reason = faultOf(error);
    if (connection !== undefined && reason !== null) complaints.report(reason, culpritOf(connection), error);
  };
  broker.on('keepaliveTimeout', (client) => {
    const connection = connections.get(client);
    if (connection !== undefined) connection.silent = true;
  });
  broker.on('clientError', failed);
  broker.on('connectionError', failed);
  broker.on('ping', (_packet, client) => withLogin(client, handlers.heard));
  broker.on('subscribe', (subscriptions, client) =>
    withLogin(client, (connection, login) => {
      for (const { topic, qos } of subscriptions) {
        const name = Number(qos) === REFUSED_SUBSCRIPTION ? null : downTopicOf(topic);
        if (name !== null) connection.subscribed.add(name);
      }
      handlers.subscribed(connection, login);
    }),
  );
  broker.on('unsubscribe', (topics, client) =>
    withLogin(client, (connection) => {
      for (const topic of topics) {
        const name = downTopicOf(topic);
        if (name !== null) connection.subscribed.delete(name);
      }
    }),
  );
  // Node ends the process for an 'error' that nobody listens to.
  (broker as EventEmitter).on('error', (error: unknown) =>
    log.error({ err: error }, 'the MQTT broker reported an error'),
  );
}

function downTopicOf(topic: string): DownTopic | null {
  const name = parseTopic(topic)?.name;
  return name === 'target' || name === 'commands' ? name : null;
}
