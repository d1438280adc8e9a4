import { once } from 'node:events';
import { createServer, ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import { type Obstacle, UnreachableHost } from '../../../../../agent/filter/connections/egress.ts';
import { createHttpForwarder } from '../../../../../agent/filter/proxy/http-forwarder.ts';
import { hasFields, hasText } from '../../../../support/has-fields.ts';
import { until } from '../../../../support/until.ts';

/** A connection to the site, with all that came over it. */
interface Visit {
  readonly socket: Socket;
  heard(): string;
}

interface Circumstances {
  /** What the site does with the beginning of a request; each connection's requests are counted from 1. */
  readonly site?: (socket: Socket, request: string, count: number) => void;
  /** Why the site is not reached. */
  readonly obstacle?: () => Error | null;
  readonly path?: string;
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** The proxy between programs and one site, which is a server of bytes. */
async function stand(
  t: Test,
  { site = (socket) => socket.write(OK), obstacle = () => null, path = '/page?a=b' }: Circumstances = {},
) {
  const visits: Visit[] = [];
  const upstream = createTcpServer({ allowHalfOpen: true }, (socket) => {
    let heard = '';
    let count = 0;
    visits.push({ socket, heard: () => heard });
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString('latin1');
      const all = heard.split('\r\n\r\n').length - 1;
      if (all > count) {
        count = all;
        site(socket, heard, count);
      }
    });
  });
  const sitePort = await listening(t, upstream);
  const dialled: { readonly place: string; readonly allowHalfOpen: boolean; readonly socket: Socket }[] = [];
  const forwarder = createHttpForwarder({
    async connect(host, port, { allowHalfOpen }) {
      const error = obstacle();
      if (error !== null) throw error;
      const socket = connect({ port: sitePort, host: '127.0.0.1', allowHalfOpen });
      dialled.push({ place: `${host}:${port}`, allowHalfOpen, socket });
      await once(socket, 'connect');
      return socket;
    },
  });
  t.teardown(() => forwarder.closeIdle());
  const failures: (Obstacle | 'failed')[] = [];
  const responses: ServerResponse[] = [];
  const sockets: Socket[] = [];
  const target = { host: 'wiki.example', port: 8_080, path, url: `http://wiki.example:8080${path}` };
  const exchangeOf = (request: ServerResponse['req'], response: ServerResponse) => {
    responses.push(response);
    const onFailure = (why: Obstacle | 'failed'): void => {
      failures.push(why);
      response.writeHead(502).end('no way');
    };
    return { request, response, target, onFailure };
  };
  const server = createServer((request, response) => forwarder.forward(exchangeOf(request, response)));
  server.on('checkContinue', (request, response) => forwarder.forward(exchangeOf(request, response)));
  server.on('upgrade', (request, stream, head) => {
    const socket = stream as Socket;
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.on('finish', () => socket.end());
    sockets.push(socket);
    socket.setTimeout(60_000);
    forwarder.upgrade(exchangeOf(request, response), socket, head);
  });
  const port = await listening(t, server);
  const dial = () => {
    const socket = connect({ port, host: '127.0.0.1' });
    let heard = '';
    let ended: string | null = null;
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString('latin1');
    });
    socket.on('error', (error) => {
      ended ??= 'code' in error ? String(error.code) : error.message;
    });
    socket.on('end', () => {
      ended ??= 'end';
    });
    socket.on('close', () => {
      ended ??= 'close';
    });
    t.teardown(() => socket.destroy());
    return {
      socket,
      heard: () => heard,
      ended: () => ended,
      hears: (text: string) => until(() => heard.includes(text), { what: `“${text}”`, intervalMs: 1 }),
    };
  };
  /** Sends a request and waits for the end of its answer, by which it is told. */
  const ask = async (head: string, { body = '', until: last = 'ok' } = {}) => {
    const program = dial();
    program.socket.write(`${head}\r\nHost: wiki.example\r\n\r\n${body}`);
    await program.hears(last);
    return program;
  };
  return { forwarder, visits, dialled, failures, responses, sockets, dial, ask };
}

async function listening(t: Test, server: ReturnType<typeof createTcpServer>): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const fieldsOf = (head: string): readonly string[] => head.split('\r\n\r\n', 1).join('').split('\r\n');

t.test('a request goes to its target, and the answer comes back as it is', async (t) => {
  const { ask, visits, dialled, responses } = await stand(t, {
    site: (socket) =>
      socket.write(
        'HTTP/1.1 203 Just So\r\nX-One: 1\r\nx-one: 2\r\nConnection: x-hop\r\nX-Hop: gone\r\nContent-Length: 2\r\n\r\nok',
      ),
  });
  const { heard } = await ask('GET http://other.example/x HTTP/1.1\r\nX-Kept: yes\r\nConnection: keep-alive');
  t.strictSame(fieldsOf(visits[0]?.heard() ?? ''), [
    'GET /page?a=b HTTP/1.1',
    'Host: wiki.example:8080',
    'X-Kept: yes',
    'Connection: keep-alive',
  ]);
  const answer = fieldsOf(heard());
  t.strictSame(answer.slice(0, 4), ['HTTP/1.1 203 Just So', 'X-One: 1', 'x-one: 2', 'Content-Length: 2']);
  t.notOk(
    answer.some((field) => /^(date|x-hop):/i.test(field)),
    'nothing is added but for this hop',
  );
  hasFields(t, dialled, [{ place: 'wiki.example:8080', allowHalfOpen: false }]);
  t.equal(responses[0]?.writableFinished, true);
});

t.test('each request is framed as its method wants', async (t) => {
  const { ask, visits } = await stand(t);
  const framing = async (head: string, body = ''): Promise<readonly string[]> => {
    await ask(`${head}\r\nConnection: close`, { body });
    const heard = visits.at(-1)?.heard() ?? '';
    const last = heard.slice(heard.lastIndexOf(' /page?a=b'));
    return fieldsOf(last).filter((field) => /^(content-length|transfer-encoding):/i.test(field));
  };
  for (const method of ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'])
    if (method !== 'HEAD') t.strictSame(await framing(`${method} /`), [], method);
  t.strictSame(await framing('POST /'), ['Content-Length: 0'], 'without a body');
  t.strictSame(await framing('POST /\r\nContent-Length: 0'), ['Content-Length: 0']);
  t.strictSame(await framing('POST /\r\nContent-Length: 3', 'abc'), ['Content-Length: 3']);
  t.strictSame(await framing('GET /\r\nContent-Length: 3', 'abc'), ['Content-Length: 3']);
  t.strictSame(await framing('POST /\r\nTransfer-Encoding: chunked', '3\r\nabc\r\n0\r\n\r\n'), [
    'Transfer-Encoding: chunked',
  ]);
  hasText(t, visits.at(-1)?.heard(), '3\r\nabc\r\n0\r\n\r\n');
});

/** A site that answers the first request of a connection, and tears all further ones. */
const once1 = (socket: Socket, _request: string, count: number): void => {
  if (count === 1) socket.write(OK);
  else socket.resetAndDestroy();
};

t.test('a request without a body that meets a closing connection is asked again, once', async (t) => {
  const { ask, dialled, failures } = await stand(t, { site: once1 });
  await ask('GET / HTTP/1.1');
  await ask('GET / HTTP/1.1');
  t.equal(dialled.length, 2);
  t.strictSame(failures, []);
  await ask('POST / HTTP/1.1\r\nContent-Length: 0');
  t.equal(dialled.length, 3);
  await ask('POST / HTTP/1.1\r\nContent-Length: 3', { body: 'abc', until: 'no way' });
  t.strictSame(failures, ['failed'], 'what it has sent may have been done');
  t.equal(dialled.length, 3);
});

t.test('an answer that may not be sent on is none', async (t) => {
  const { dial, failures } = await stand(t, {
    site: (socket) => socket.write('HTTP/1.1 050 Odd\r\nContent-Length: 2\r\n\r\nok'),
  });
  const program = dial();
  program.socket.write('GET / HTTP/1.1\r\nHost: wiki.example\r\n\r\n');
  await until(program.ended, { what: 'the end', intervalMs: 1 });
  t.strictSame([program.heard(), failures], ['', []]);
});

t.test('a program that waits for a leave to send its body gets that of the site', async (t) => {
  const { dial, visits } = await stand(t, {
    site(socket, request) {
      if (request.endsWith('\r\n\r\n')) socket.write('HTTP/1.1 100 Continue\r\n\r\n');
    },
  });
  const program = dial();
  program.socket.write(
    'PUT / HTTP/1.1\r\nHost: wiki.example\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n',
  );
  await program.hears('HTTP/1.1 100 Continue\r\n\r\n');
  program.socket.write('12345');
  await until(() => visits[0]?.heard().endsWith('12345'), { what: 'the body' });
  visits[0]?.socket.write(OK);
  await program.hears('ok');
});

const UPGRADE = 'GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Key: k';
const SWITCH = 'HTTP/1.1 101 Whatever\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Accept: a\r\n\r\n';

t.test('a change of protocols joins both ends, with what either said early', async (t) => {
  const { ask, visits, dialled, sockets } = await stand(t, {
    site: (socket) => socket.write(`${SWITCH}early`),
  });
  const program = await ask(UPGRADE, { body: 'head', until: 'early' });
  t.equal(
    program.heard(),
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Accept: a\r\n\r\nearly',
  );
  await until(() => visits[0]?.heard().endsWith('head'), { what: 'the first bytes of the program' });
  t.strictSame(fieldsOf(visits[0]?.heard() ?? ''), [
    'GET /page?a=b HTTP/1.1',
    'Host: wiki.example:8080',
    'X-Key: k',
    'Connection: Upgrade',
    'Upgrade: websocket',
  ]);
  hasFields(t, dialled, [{ place: 'wiki.example:8080', allowHalfOpen: true }]);
  t.strictSame([sockets[0]?.timeout, dialled[0]?.socket.timeout], [0, 0], 'they may be silent');
  program.socket.write('more');
  await until(() => visits[0]?.heard().endsWith('headmore'), { what: 'what the program says' });
  visits[0]?.socket.write(' and back');
  await program.hears('early and back');
  program.socket.end('last');
  await until(() => visits[0]?.heard().endsWith('last'), { what: 'the last bytes' });
  visits[0]?.socket.end();
  await until(program.ended, { what: 'the end' });
});

t.test('a site that cannot be asked for it is told as any other', async (t) => {
  let obstacle: Error | null = new UnreachableHost('closed');
  const { ask, failures } = await stand(t, {
    obstacle: () => obstacle,
    site: (socket) => socket.resetAndDestroy(),
  });
  await ask(UPGRADE, { until: 'no way' });
  obstacle = null;
  await ask(UPGRADE, { until: 'no way' });
  t.strictSame(failures, ['closed', 'failed']);
});
