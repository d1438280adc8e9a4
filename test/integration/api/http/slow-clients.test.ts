import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import t, { type Test } from 'tap';
import type { HttpLimits } from '../../../../api/http/http-server.ts';
import { hasText } from '../../../support/has-fields.ts';
import { createTestIdentity } from '../../../support/test-identity.ts';
import { until } from '../../../support/until.ts';
import { type RestServer, startRestServer } from '../rest-server.ts';

/** Time-outs that a test can wait for. */
const SHORT: Partial<HttpLimits> = { headMs: 300, requestMs: 600, checkMs: 50, lingerMs: 100 };

/** A client that keeps its own half of the connection open for as long as the server lets it. */
interface Client {
  readonly socket: Socket;
  readonly text: () => string;
  readonly closed: () => boolean;
}

function open(t: Test, port: number, { from, bytes = '' }: { from?: string; bytes?: string } = {}): Client {
  const socket = connect({
    port,
    host: '127.0.0.1',
    allowHalfOpen: true,
    ...(from === undefined ? {} : { localAddress: from }),
  });
  let [text, closed] = ['', false];
  socket.on('data', (chunk) => {
    text += chunk.toString('utf8');
  });
  socket.on('error', () => {
    closed = true;
  });
  socket.on('close', () => {
    closed = true;
  });
  if (bytes !== '') socket.write(bytes);
  t.teardown(() => socket.destroy());
  return { socket, text: () => text, closed: () => closed };
}

/** Goes on sending one byte now and then, until the server has cut the connection. */
async function drip(client: Client, byte: string): Promise<void> {
  const dripping = setInterval(() => client.socket.write(byte), 20);
  try {
    await until(client.closed, { what: 'the connection is cut' });
  } finally {
    clearInterval(dripping);
  }
}

const statusesOf = (client: Client): readonly string[] =>
  [...client.text().matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status);

const limited = (t: Test, limits: Partial<HttpLimits>): Promise<RestServer> =>
  startRestServer(t, { api: { listen: { host: '127.0.0.1', port: 0, limits } } });

const post = (key: string, length: number): string =>
  `POST /v1/campuses HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

t.test(
  'a connection whose request cannot be read is cut after the answer, whatever the client does',
  async (t) => {
    const { port } = await limited(t, SHORT);
    const silent = open(t, port, { bytes: 'this is no HTTP\r\n\r\n' });
    await until(() => silent.text().endsWith('}'), { what: 'the answer is there' });
    t.same(statusesOf(silent), ['400']);
    await drip(silent, 'x');
    t.same(statusesOf(silent), ['400'], 'one answer');
  },
);

t.test('a body that drips is 408 in the end, and what it asked for is not done', async (t) => {
  const { port, key, call } = await limited(t, SHORT);
  const client = open(t, port, { bytes: `${post(key, 120)}{"name":"Dripping"}` });
  await drip(client, ' ');
  t.same(statusesOf(client), ['408']);
  hasText(t, client.text(), '"code":"request_timeout"');
  t.match(client.text(), /^x-ratelimit-limit: 60\r$/m);
  t.equal((await call('GET', '/v1/campuses')).body.total, 0);
});

t.test('a head that drips is 408 in the end', async (t) => {
  const { port } = await limited(t, SHORT);
  const client = open(t, port, { bytes: 'GET /v1/devices HTTP/1.1\r\nx-slow: ' });
  await drip(client, 'x');
  t.same(statusesOf(client), ['408']);
});

t.test('a connection that says nothing at all is cut', async (t) => {
  const { port } = await limited(t, SHORT);
  const client = open(t, port);
  await until(() => client.socket.readableEnded || client.closed(), { what: 'the connection is cut' });
  t.same(statusesOf(client), ['408']);
});

t.test('who was answered before the body had come hears nothing more', async (t) => {
  const { port } = await limited(t, SHORT);
  const client = open(t, port, { bytes: post('sgk_live_nonsense', 1_000) });
  await drip(client, ' ');
  t.same(statusesOf(client), ['401']);
});

t.test('a second request that cannot be read is answered, on a connection that served one', async (t) => {
  const { port } = await limited(t, SHORT);
  const client = open(t, port, { bytes: 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n' });
  await until(() => client.text().endsWith('}'), { what: 'the first answer is there' });
  client.socket.write('no HTTP\r\n\r\n');
  await until(() => statusesOf(client).length === 2, { what: 'the second too' });
  t.same(statusesOf(client), ['200', '400']);
});

t.test('who holds connections open loses the idlest of them to who uses one', async (t) => {
  const { port, call } = await limited(t, { perNetwork: 4 });
  const held: Client[] = [];
  for (let at = 0; at < 4; at++) {
    const client = open(t, port, { bytes: 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n' });
    await until(() => client.text().endsWith('}'), { what: 'it is served' });
    held.push(client);
  }
  held[0]?.socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  await until(() => held[0] !== undefined && statusesOf(held[0]).length === 2, {
    what: 'the first is used again',
  });
  t.equal((await call('GET', '/v1/scopes')).status, 200);
  await until(() => held[1]?.socket.readableEnded === true || held[1]?.closed() === true, {
    what: 'the idlest goes',
  });
  t.same(
    held.map(({ socket, closed }) => socket.readableEnded || closed()),
    [false, true, false, false],
  );
});

t.test('when there are too many in all, the network that has most gives way', async (t) => {
  const { port } = await limited(t, { total: 5, perNetwork: 5 });
  const greedy = Array.from({ length: 5 }, () => open(t, port, { from: '127.0.0.2' }));
  await until(() => greedy.every(({ socket }) => !socket.connecting), { what: 'all are open' });
  const honest = open(t, port, {
    from: '127.0.0.3',
    bytes: 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n',
  });
  await until(() => honest.text().endsWith('}'), { what: 'the other is served' });
  t.same(statusesOf(honest), ['200']);
  t.equal(greedy.filter(({ socket, closed }) => socket.readableEnded || closed()).length, 1);
});

t.test('a connection with a request under way is not the one that goes', async (t) => {
  const { port, key } = await limited(t, { perNetwork: 1 });
  const head = post(key, 16).replace('\r\n\r\n', '\r\nexpect: 100-continue\r\n\r\n');
  const busy = open(t, port, { bytes: head });
  await until(() => statusesOf(busy).length === 1, { what: 'the server has its head' });
  const late = open(t, port);
  await until(() => late.socket.readableEnded || late.closed(), { what: 'the newcomer goes' });
  busy.socket.write('{"name":"North"}');
  await until(() => statusesOf(busy).length === 2, { what: 'it is answered' });
  t.same(statusesOf(busy), ['100', '201']);
});

t.test('a TLS handshake that does not come is cut, and closed connections are forgotten', async (t) => {
  const tls = await createTestIdentity();
  const { port } = await startRestServer(t, {
    api: { listen: { host: '127.0.0.1', port: 0, tls, limits: { ...SHORT, perNetwork: 3 } } },
  });
  const silent = open(t, port);
  await until(() => silent.socket.readableEnded || silent.closed(), { what: 'it is cut' });
  t.equal(silent.text(), '', 'nothing is said before TLS');
  for (let at = 0; at < 10; at++) {
    const text = await new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connectTls({ port, host: '127.0.0.1', ca: tls.cert }, () =>
        socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'),
      );
      socket.on('data', (chunk) => {
        received += chunk.toString('utf8');
      });
      socket.on('error', reject);
      socket.on('end', () => resolve(received));
    });
    t.match(text, /^HTTP\/1\.1 200 /, `connection ${at}`);
  }
});
