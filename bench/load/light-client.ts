import { connect, type Socket } from 'node:net';
import mqtt, { type IConnackPacket, type IPublishPacket, type Packet } from 'mqtt-packet';

/**
 * The smallest MQTT 3.1.1 client that measures a broker: a socket and mqtt-packet's parser. Thousands fit in one process, so that the load generator is not
 * what is measured. No reconnecting, no queue, no QoS 2.
 */
export interface LightClient {
  readonly id: string;
  /** Sends a QoS 0 message. */
  send(topic: string, payload: Buffer): void;
  /** Sends a QoS 1 message; resolves with the milliseconds until its PUBACK. */
  publish(topic: string, payload: Buffer): Promise<number>;
  /** Resolves when everything sent before has been read by the broker: PINGREQ comes after it on the same connection. */
  barrier(): Promise<void>;
  subscribe(topics: readonly string[]): Promise<void>;
  close(): void;
}

export interface LightClientOptions {
  readonly port: number;
  readonly host: string;
  /** Our side's address, e.g. 127.0.0.2: one address has too few ports for a fleet. */
  readonly localAddress: string;
  readonly id: string;
  readonly username?: string;
  readonly password?: string;
  readonly onMessage?: (topic: string, payload: Buffer, client: LightClient) => void;
  readonly onLost?: (error: Error) => void;
}

const CONNECT_TIMEOUT_MS = 30_000;

/** Connects and logs in. @throws Error when refused or when nothing answers within 30 s */
export function connectLightClient(options: LightClientOptions): Promise<LightClient> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      port: options.port,
      host: options.host,
      localAddress: options.localAddress,
      noDelay: true,
    });
    const timer = setTimeout(() => socket.destroy(new Error('no answer to CONNECT')), CONNECT_TIMEOUT_MS);
    let ready = false;
    const session = createSession(socket, options);
    const fail = (error: Error): void => {
      clearTimeout(timer);
      session.fail(error);
      if (ready) options.onLost?.(error);
      else reject(error);
    };
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('connection closed')));
    session.onConnack = (packet) => {
      clearTimeout(timer);
      if (packet.returnCode !== 0) return fail(new Error(`login refused with code ${packet.returnCode}`));
      ready = true;
      resolve(session.client);
    };
    socket.once('connect', () => {
      const password = options.password === undefined ? {} : { password: Buffer.from(options.password) };
      const username = options.username === undefined ? {} : { username: options.username };
      socket.write(
        mqtt.generate({
          cmd: 'connect',
          protocolId: 'MQTT',
          protocolVersion: 4,
          clean: true,
          clientId: options.id,
          keepalive: 45,
          ...username,
          ...password,
        }),
      );
    });
  });
}

interface Session {
  readonly client: LightClient;
  onConnack: (packet: IConnackPacket) => void;
  fail(error: Error): void;
}

function createSession(socket: Socket, options: LightClientOptions): Session {
  const waiting = new Map<
    number,
    { readonly resolve: (ms: number) => void; readonly reject: (error: Error) => void; readonly at: number }
  >();
  const pings: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  let nextId = 0;
  const takeId = (): number => {
    nextId = (nextId % 65_535) + 1;
    return nextId;
  };
  const acknowledged = (id: number): Promise<number> =>
    new Promise((resolve, reject) => waiting.set(id, { resolve, reject, at: performance.now() }));

  const client: LightClient = {
    id: options.id,
    send: (topic, payload) => void socket.write(publishPacket(topic, payload, 0, 0)),
    publish(topic, payload) {
      const id = takeId();
      const done = acknowledged(id);
      socket.write(publishPacket(topic, payload, 1, id));
      return done;
    },
    barrier: () =>
      new Promise((resolve, reject) => {
        pings.push({ resolve, reject });
        socket.write(mqtt.generate({ cmd: 'pingreq' }));
      }),
    async subscribe(topics) {
      const messageId = takeId();
      const done = acknowledged(messageId);
      socket.write(
        mqtt.generate({
          cmd: 'subscribe',
          messageId,
          subscriptions: topics.map((topic) => ({ topic, qos: 1 as const })),
        }),
      );
      await done;
    },
    close: () => {
      socket.removeAllListeners('close');
      socket.end(mqtt.generate({ cmd: 'disconnect' }));
    },
  };
  const session: Session = {
    client,
    onConnack: () => undefined,
    fail(error) {
      for (const { reject } of waiting.values()) reject(error);
      for (const { reject } of pings) reject(error);
      waiting.clear();
      pings.length = 0;
    },
  };
  const finish = (id: number | undefined): void => {
    const entry = waiting.get(id ?? 0);
    if (entry === undefined) return;
    waiting.delete(id ?? 0);
    entry.resolve(performance.now() - entry.at);
  };
  const take = (packet: Packet): void => {
    if (packet.cmd === 'connack') session.onConnack(packet);
    else if (packet.cmd === 'puback' || packet.cmd === 'suback') finish(packet.messageId);
    else if (packet.cmd === 'pingresp') pings.shift()?.resolve();
    else if (packet.cmd === 'publish') receive(packet, socket, client, options);
  };
  const parser = mqtt.parser({ protocolVersion: 4 });
  parser.on('packet', take);
  parser.on('error', (error) => socket.destroy(error));
  socket.on('data', (chunk) => parser.parse(chunk));
  return session;
}

function receive(
  packet: IPublishPacket,
  socket: Socket,
  client: LightClient,
  options: LightClientOptions,
): void {
  if (packet.qos === 1 && packet.messageId !== undefined) {
    socket.write(mqtt.generate({ cmd: 'puback', messageId: packet.messageId }));
  }
  const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload;
  options.onMessage?.(packet.topic, payload, client);
}

/** A PUBLISH packet (MQTT 3.1.1, 3.3), written by hand: the generator's cost must stay far below the broker's. */
function publishPacket(topic: string, payload: Buffer, qos: 0 | 1, id: number): Buffer {
  const name = Buffer.from(topic);
  const length = 2 + name.length + (qos === 1 ? 2 : 0) + payload.length;
  const head: number[] = [0x30 | (qos << 1)];
  let rest = length;
  do {
    const byte = rest % 128;
    rest = Math.floor(rest / 128);
    head.push(rest > 0 ? byte | 0x80 : byte);
  } while (rest > 0);
  head.push(name.length >> 8, name.length & 0xff);
  const tail = qos === 1 ? Buffer.of(id >> 8, id & 0xff) : Buffer.alloc(0);
  return Buffer.concat([Buffer.from(head), name, tail, payload]);
}
