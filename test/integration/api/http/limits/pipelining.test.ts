import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { connect as connectByTls, Server as TlsServer } from 'node:tls';
import t, { type Test } from 'tap';
import { beginOneAtATime } from '../../../../../api/http/limits/one-at-a-time.ts';
import { formerAuthority } from '../../../../support/former-authority.ts';
import { until } from '../../../../support/until.ts';
import { startRestServer } from '../../rest-server.ts';

/** More than the system keeps for a connection whose other end reads nothing. */
const FLOOD_BYTES = 28 * 1_048_576;
/** So many requests may wait behind the one in work. */
const AHEAD = 15;

interface Client {
  readonly socket: Socket;
  /** Statuses of the answers so far. */
  readonly statuses: () => readonly string[];
  readonly isClosed: () => boolean;
}

function open(t: Test, port: number): Client {
  const socket = connect(port, '127.0.0.1');
  let [text, closed] = ['', false];
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    closed = true;
  });
  t.teardown(() => socket.destroy());
  return {
    socket,
    statuses: () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status),
    isClosed: () => closed,
  };
}

const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`;

t.test('a few requests that are sent ahead are answered in their order', async (t) => {
  const { port, key } = await startRestServer(t);
  const client = open(t, port);
  const known = get('/v1/scopes', `authorization: Bearer ${key}\r\n`);
  client.socket.write([known, ...Array(AHEAD - 1).fill(get('/v1/devices')), get('/healthz')].join(''));
  await until(() => client.statuses().length === AHEAD + 1, { what: 'all answers' });
  t.same(client.statuses(), ['200', ...Array(AHEAD - 1).fill('401'), '200']);
  client.socket.write(get('/healthz'));
  await until(() => client.statuses().length === AHEAD + 2, { what: 'the connection goes on' });
});

t.test('a connection that sends more ahead of the answers is closed, and the server goes on', async (t) => {
  const { port, call } = await startRestServer(t);
  const client = open(t, port);
  client.socket.pause();
  const many = get('/v1/users').repeat(1_000);
  let sent = 0;
  const send = (): void => {
    while (sent < FLOOD_BYTES && !client.isClosed()) {
      sent += many.length;
      if (!client.socket.write(many)) return void client.socket.once('drain', send);
    }
  };
  send();
  await until(client.isClosed, { what: 'the connection is closed' });
  t.ok(sent < FLOOD_BYTES, 'what it sends is not read to its end');
  t.equal((await call('GET', '/v1/scopes')).status, 200);
});

t.test('what is sent further ahead is not even parsed, nor where it comes by TLS', async (t) => {
  const { certificate, key } = await formerAuthority();
  for (const server of [createServer(), createTlsServer({ cert: certificate, key })]) {
    beginOneAtATime(server);
    let parsed = 0;
    server.on('request', () => {
      parsed += 1;
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    t.teardown(() => server.close());
    const { port } = server.address() as AddressInfo;
    const where = { port, host: '127.0.0.1', rejectUnauthorized: false };
    const socket = server instanceof TlsServer ? connectByTls(where) : connect(where);
    socket.on('error', () => undefined);
    socket.write(get('/').repeat(300));
    await once(socket, 'close');
    t.equal(parsed, AHEAD + 2);
  }
});

t.test('what anybody may send is small', async (t) => {
  const { call } = await startRestServer(t);
  const large = { key: null, body: { proof: 'x'.repeat(20_000) } };
  t.equal((await call('POST', '/agent/v1/enroll', large)).status, 413);
  t.equal((await call('POST', '/v1/session', large)).status, 413);
  t.equal((await call('POST', '/v1/campuses', { body: { name: 'x'.repeat(20_000) } })).status, 400);
});

t.test('a long answer comes whole', async (t) => {
  const { port } = await startRestServer(t);
  const url = `http://127.0.0.1:${port}/docs/js/scalar.js`;
  const script = await fetch(url);
  const text = await script.text();
  t.equal(Buffer.byteLength(text), Number(script.headers.get('content-length')));
  t.ok(text.length > 1_000_000 && text.trimEnd().endsWith('standalone.js.map'), 'to its end');
  const head = await fetch(url, { method: 'HEAD' });
  t.equal(head.headers.get('content-length'), script.headers.get('content-length'));
});
