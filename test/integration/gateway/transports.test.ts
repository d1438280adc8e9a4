import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { type AddressInfo, connect as connectSocket, createServer as createTcpServer } from 'node:net';
import { connect as connectTls } from 'node:tls';
import t, { type Test } from 'tap';
import { hasFields } from '../../support/has-fields.ts';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.ts';
import { createTestIdentity } from '../../support/test-identity.ts';
import { until } from '../../support/until.ts';

t.test('devices connect over TLS and trust the certificate; what is no TLS harms nobody', async (t) => {
  const { key, cert } = await createTestIdentity();
  const school = await createTestGateway(t, {
    listen: { tls: { host: '127.0.0.1', port: 0, key, cert } },
    limits: { connectTimeoutMs: 300 },
  });
  const port = school.gateway.addresses().tls?.port ?? 0;
  const laptop = await school.device();
  const link = await laptop.connect(`mqtts://127.0.0.1:${port}`, { mqtt: { ca: cert } });
  t.teardown(() => link.client.end(true));
  await link.publish('activity', {
    records: [{ id: 'secure-01', at: 1, kind: 'visit', user: null, domain: null }],
  });
  hasFields(t, school.gateway.stats(), { devices: 1, connections: 1 });

  const plain = connectSocket(port, '127.0.0.1').on('error', () => undefined);
  const plainClosed = once(plain, 'close');
  plain.write('GET / HTTP/1.1\r\n\r\n');
  await plainClosed;
  const silent = connectSocket(port, '127.0.0.1').on('error', () => undefined);
  await once(silent, 'close');
  const { refused } = school.gateway.stats();
  t.same([refused.tls_failed, refused.connect_timeout], [1, 1], 'each is counted for what it is');
  await t.rejects(
    laptop.connect(`mqtts://127.0.0.1:${port}`),
    'without the certificate authority the device does not trust it',
  );
  t.equal(link.closed, false);
  await until(() => school.gateway.stats().connections === 1, { what: 'every other socket to be let go' });
});

t.test('a new certificate holds for new connections; those that stand are not cut', async (t) => {
  const [old, fresh] = [await createTestIdentity(), await createTestIdentity()];
  const listen = { tls: { host: '127.0.0.1', port: 0, ...old } };
  const { gateway, device } = await createTestGateway(t, { listen });
  const port = gateway.addresses().tls?.port ?? 0;
  const link = await (await device()).connect(`mqtts://127.0.0.1:${port}`, { mqtt: { ca: old.cert } });
  t.teardown(() => link.client.end(true));
  t.throws(() => gateway.renewTls({ key: old.key, cert: fresh.cert }), 'a key that does not fit');
  gateway.renewTls(fresh);
  const socket = connectTls({ port, host: '127.0.0.1', ca: fresh.cert });
  await once(socket, 'secureConnect');
  t.equal(socket.authorized, true);
  socket.destroy();
  t.equal(link.closed, false);
});

async function withHttp(t: Test, school: TestGateway): Promise<number> {
  const server: Server = createServer((_request, response) => response.end());
  server.on('upgrade', school.gateway.upgrade);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Asks for an upgrade by hand; gives the status of the answer. */
function upgradeStatus(port: number, path: string, protocol: string, forwardedFor?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      port,
      host: '127.0.0.1',
      path,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'sec-websocket-protocol': protocol,
        ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }),
      },
    });
    request.on('response', ({ statusCode }) => resolve(statusCode ?? 0));
    request.on('upgrade', ({ statusCode }, socket) => {
      // One that is asked for another's address stays, so that it counts.
      if (forwardedFor === undefined) socket.destroy();
      else socket.on('error', () => undefined);
      resolve(statusCode ?? 0);
    });
    request.on('error', reject);
    request.end();
  });
}

t.test('devices connect over WebSocket at /mqtt, with the same rules', async (t) => {
  const school = await createTestGateway(t);
  const port = await withHttp(t, school);
  const laptop = await school.device();
  const link = await laptop.connect(`ws://127.0.0.1:${port}/mqtt`);
  t.teardown(() => link.client.end(true));
  await link.publish('activity', {
    records: [{ id: 'socket-01', at: 1, kind: 'visit', user: null, domain: null }],
  });
  await until(() => link.targets.length === 1, { what: 'the target state' });
  hasFields(t, school.gateway.stats(), { devices: 1, connections: 1 });
  await t.rejects(laptop.connect(`ws://127.0.0.1:${port}/mqtt`, { password: 'secret' }), { code: 4 });
  link.client.publish('schoolgate/v1/devices/x/heartbeat', '{}', { qos: 0 });
  await until(() => link.closed, { what: 'the cut' });
  await until(() => school.gateway.stats().connections === 0, { what: 'the place to be given back' });
});

t.test('an upgrade to another path or protocol is refused', async (t) => {
  const school = await createTestGateway(t);
  const port = await withHttp(t, school);
  t.equal(await upgradeStatus(port, '/mqtt', 'mqtt'), 101);
  t.equal(await upgradeStatus(port, '/mqtt?x=1', 'mqttv3.1, mqtt'), 101);
  t.equal(await upgradeStatus(port, '/', 'mqtt'), 404);
  t.equal(await upgradeStatus(port, '/mqtt/more', 'mqtt'), 404);
  t.equal(await upgradeStatus(port, '/mqtt', 'chat'), 400);
  t.equal(school.gateway.stats().refused.not_mqtt_path, 2);
  await school.gateway.stop();
  t.equal(await upgradeStatus(port, '/mqtt', 'mqtt'), 503);
});

t.test('a refused upgrade is let go, though the peer keeps its half open', async (t) => {
  const school = await createTestGateway(t);
  const port = await withHttp(t, school);
  const socket = connectSocket({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined);
  t.teardown(() => socket.destroy());
  const server = new Promise((resolve) => socket.once('end', resolve));
  socket.write('GET /elsewhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  socket.resume();
  await server;
  // A destroyed socket answers with a reset; a half-open one takes what comes.
  const reset = new Promise((resolve) => socket.once('close', resolve));
  const write = (): void => {
    if (socket.writable) socket.write('x', () => setImmediate(write));
  };
  write();
  await reset;
  t.equal(school.gateway.stats().connections, 0);
});

t.test('an upgrade that comes to nothing is counted, and cut when its time is over', async (t) => {
  const school = await createTestGateway(t, { limits: { connectTimeoutMs: 200 } });
  const port = await withHttp(t, school);
  const socket = connectSocket(port, '127.0.0.1').on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.resume();
  socket.write(
    'GET /mqtt HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: mqtt\r\n\r\n',
  );
  await until(() => school.gateway.stats().connections === 1, { what: 'it to be counted' });
  await closed;
  t.equal(school.gateway.stats().refused.connect_timeout, 1);
  await until(() => school.gateway.stats().connections === 0, { what: 'the place to be given back' });
});

t.test('behind a trusted proxy each peer counts by its own address; nobody else is believed', async (t) => {
  for (const [trustProxy, expected] of [
    [['127.0.0.1/32'], 0],
    [[], 1],
  ] as const) {
    const school = await createTestGateway(t, { trustProxy, limits: { strangersPerNetwork: 2 } });
    const port = await withHttp(t, school);
    const open = (forwardedFor: string): Promise<number> =>
      upgradeStatus(port, '/mqtt', 'mqtt', forwardedFor);
    const answers = [
      await open('198.51.100.1'),
      await open('203.0.113.9, 198.51.100.1'),
      await open('198.51.100.1, 203.0.113.9'),
    ];
    t.strictSame(answers, [101, 101, 101]);
    t.equal(school.gateway.stats().refused.crowded_out ?? 0, expected);
    await open('192.0.2.77, 198.51.100.1');
    t.equal(
      school.gateway.stats().refused.crowded_out,
      expected + 1,
      'what is further left is anybody’s word',
    );
  }
});

t.test('a network from which a device has logged in is known after a restart', async (t) => {
  const school = await createTestGateway(t, { limits: { arrivalsUnknown: 1 } });
  const link = await (await school.device()).connect(school.url);
  await link.stop();
  await school.gateway.stop();
  const { gateway } = await school.restart();
  const port = gateway.addresses().tcp?.port ?? 0;
  for (let number = 0; number < 2; number++) connectSocket(port, '127.0.0.1').on('error', () => undefined);
  await until(() => gateway.stats().connections + (gateway.stats().refused.too_many_connections ?? 0) === 2, {
    what: 'both to be looked at',
  });
  t.equal(gateway.stats().connections, 2);
});

t.test('a taken port is reported as it is, and nothing is left running', async (t) => {
  const taken = createTcpServer();
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
  t.teardown(() => taken.close());
  const { port } = taken.address() as AddressInfo;
  await t.rejects(createTestGateway(t, { listen: { tcp: { host: '127.0.0.1', port } } }), {
    code: 'EADDRINUSE',
    port,
  });
});
