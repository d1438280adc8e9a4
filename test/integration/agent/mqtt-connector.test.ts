import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Socket } from 'node:net';
import { createServer as createTls } from 'node:tls';
import { Aedes } from 'aedes';
import t, { type Test } from 'tap';
import { createWebSocketStream, WebSocketServer } from 'ws';
import { type ConnectOptions, LoginRefused } from '../../../agent/link/connection.ts';
import { createLookUps } from '../../../agent/link/look-ups.ts';
import { createMqttConnector } from '../../../agent/link/mqtt-connector.ts';
import { topicOf } from '../../../contracts/mqtt/topics.ts';
import { type Clock, systemClock } from '../../../kit/clock.ts';
import { silentLog } from '../../../kit/log.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { hasFields } from '../../support/has-fields.ts';
import { until } from '../../support/until.ts';
import { makeCertificates } from './certificates.ts';
import { DEVICE } from './school-server.ts';

const certificates = await makeCertificates();

async function startBroker(t: Test, carrier: 'tcp' | 'tls' | 'wss', acknowledge = true) {
  const broker = await Aedes.createBroker({
    authenticate: (_client, _username, password, done) => {
      const ok = password?.toString() === 'good';
      done(ok ? null : Object.assign(new Error('no'), { returnCode: 5 }), ok);
    },
    authorizePublish: (client, _packet, done) => {
      if (client === null || acknowledge) done(null);
    },
  });
  const sockets = new Set<Socket>();
  const { cert, key } = certificates;
  const makers = {
    tcp: () => createTcp((socket) => broker.handle(socket)),
    tls: () => createTls({ cert, key }, (socket) => broker.handle(socket)),
    wss: () => createHttps({ cert, key }),
  };
  const server = makers[carrier]();
  if (carrier === 'wss') {
    const webSockets = new WebSocketServer({
      server: server as ReturnType<typeof createHttps>,
      path: '/mqtt',
    });
    webSockets.on('connection', (socket) => broker.handle(createWebSocketStream(socket)));
  }
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(async () => {
    await new Promise<void>((resolve) => broker.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { broker, sockets, port: (server.address() as AddressInfo).port };
}

function connectorWith(clock: Clock = systemClock, ca = certificates.ca) {
  const { lookup } = createLookUps({
    urls: [],
    stored: new Map(),
    save: () => undefined,
    clock: systemClock,
    log: silentLog,
  });
  return createMqttConnector({ certificateAuthority: ca, lookup, clock });
}

function optionsFor(url: string, extra: Partial<ConnectOptions> = {}): ConnectOptions {
  const none = () => Promise.resolve();
  return {
    url,
    deviceId: DEVICE,
    password: 'good',
    will: '{}',
    onMessage: none,
    signal: new AbortController().signal,
    ...extra,
  };
}

for (const [carrier, url] of [
  ['tls', (port: number) => `mqtts://127.0.0.1:${port}`],
  ['wss', (port: number) => `wss://127.0.0.1:${port}/mqtt`],
] as const) {
  t.test(`talks over ${carrier} with the pinned authority, both ways`, async (t) => {
    const { broker, port } = await startBroker(t, carrier);
    const got: string[] = [];
    const onMessage = async (topic: string, jws: string): Promise<void> => void got.push(`${topic} ${jws}`);
    const connection = await connectorWith().connect(optionsFor(url(port), { onMessage }));
    t.equal(connection.localAddress(), '127.0.0.1');
    await connection.subscribe();
    await connection.publish('events', '{"events":[]}');
    broker.publish(
      { cmd: 'publish', topic: topicOf(DEVICE, 'target'), payload: 'abc', qos: 1, retain: false, dup: false },
      () => undefined,
    );
    await until(() => got.length > 0, { what: 'the message' });
    t.same(got, ['target abc']);
    await connection.end();
    t.type(await connection.closed, 'string');
  });

  t.test(`a server of another authority is not talked to over ${carrier}`, async (t) => {
    const { port } = await startBroker(t, carrier);
    const other = await makeCertificates();
    await t.rejects(
      connectorWith(systemClock, other.ca).connect(optionsFor(url(port))),
      /certificate|signature|verify/i,
    );
  });
}

t.test('a refused password is told from an unreachable server', async (t) => {
  const { port } = await startBroker(t, 'tls');
  await t.rejects(
    connectorWith().connect(optionsFor(`mqtts://127.0.0.1:${port}`, { password: 'bad' })),
    LoginRefused,
  );
  const error: unknown = await connectorWith()
    .connect(optionsFor('mqtts://127.0.0.1:1'))
    .catch((thrown: unknown) => thrown);
  hasFields(t, error, { code: 'ECONNREFUSED' });
  t.notOk(error instanceof LoginRefused);
});

t.test('nothing is sent in clear beyond this computer', async (t) => {
  for (const url of ['mqtt://192.0.2.1:1883', 'ws://school.example/mqtt']) {
    await t.rejects(connectorWith().connect(optionsFor(url)), {
      name: 'AgentError',
      message: /not encrypted/,
    });
  }
});

t.test('a server that does not acknowledge in time what cannot wait is left', async (t) => {
  const clock = createFakeClock();
  const { port } = await startBroker(t, 'tcp', false);
  const connection = await connectorWith(clock).connect(optionsFor(`mqtt://127.0.0.1:${port}`));
  const published = connection.publish('results', '{}').catch((error: unknown) => error);
  await clock.advance(20_000);
  hasFields(t, await published, { name: 'Error', message: /no acknowledgement in time/ });
  t.match(await connection.closed, /no acknowledgement within 20 s/);
});

for (const name of ['activity', 'events'] as const) {
  t.test(`a server that leaves ${name} unacknowledged without a sign of life is left`, async (t) => {
    const clock = createFakeClock();
    const { sockets, port } = await startBroker(t, 'tcp');
    const connection = await connectorWith(clock).connect(optionsFor(`mqtt://127.0.0.1:${port}`));
    // The connection stays open, but the broker reads nothing more of it: it answers no question either.
    for (const socket of sockets) socket.removeAllListeners('readable');
    const published = connection.publish(name, '{}').catch((error: unknown) => error);
    await clock.advance(20_000);
    hasFields(t, await published, { name: 'Error', message: /no acknowledgement in time/ });
    t.match(await connection.closed, /no acknowledgement within 20 s/);
  });
}

t.test('a message that cannot be kept is not acknowledged: the connection ends', async (t) => {
  const { broker, port } = await startBroker(t, 'tcp');
  const acknowledged: string[] = [];
  broker.on('ack', () => acknowledged.push('ack'));
  const onMessage = () => Promise.reject(new Error('disk full'));
  const connection = await connectorWith().connect(optionsFor(`mqtt://127.0.0.1:${port}`, { onMessage }));
  await connection.subscribe();
  broker.publish(
    { cmd: 'publish', topic: topicOf(DEVICE, 'commands'), payload: 'x', qos: 1, retain: false, dup: false },
    () => undefined,
  );
  t.match(await connection.closed, /could not be kept: disk full/);
  t.same(acknowledged, []);
});

t.test('an end from the other side is noticed', async (t) => {
  const { sockets, port } = await startBroker(t, 'tcp');
  const connection = await connectorWith().connect(optionsFor(`mqtt://127.0.0.1:${port}`));
  for (const socket of sockets) socket.destroy();
  t.type(await connection.closed, 'string');
  await t.rejects(connection.publish('events', '{}'));
});

t.test(
  'a server that leaves a batch unacknowledged but is there holds it back: the connection goes on',
  async (t) => {
    const clock = createFakeClock();
    const { broker, port } = await startBroker(t, 'tcp');
    const received: string[] = [];
    broker.authorizePublish = (_client, packet, done) => {
      received.push(packet.topic.split('/').at(-1) ?? '');
      // As QoS 0 it gets no acknowledgement.
      if (packet.topic.endsWith('/activity')) packet.qos = 0;
      done(null);
    };
    const connection = await connectorWith(clock).connect(optionsFor(`mqtt://127.0.0.1:${port}`));
    const pings: string[] = [];
    broker.on('ping', () => pings.push('ping'));
    const published = connection.publish('activity', '{}').catch((error: unknown) => error);
    await until(() => received.length === 1, { what: 'the batch to arrive' });
    await clock.advance(10_000);
    await until(() => pings.length === 1, { what: 'the question for a sign of life' });
    await connection.publish('results', '{}');
    await clock.advance(10_000);
    hasFields(t, await published, { name: 'HeldBack' });
    await connection.publish('events', '{}');
    t.same(received, ['activity', 'results', 'events']);
    await connection.end();
  },
);
