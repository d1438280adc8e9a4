import {
  Agent,
  createServer,
  type IncomingMessage,
  request as openRequest,
  type RequestOptions,
} from 'node:http';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import t from 'tap';
import { fetch, ProxyAgent } from 'undici';
import { WebSocketServer } from 'ws';
import { until } from '../../../support/until.ts';
import { bodyOf, createStand, exchange, listening, startProxy, tcpServer } from './stand-servers.ts';

interface Answer {
  readonly message: IncomingMessage;
  readonly body: string;
}

/** Asks the proxy for an address in absolute form. */
async function ask(
  port: number,
  url: string,
  more: RequestOptions & { body?: string } = {},
): Promise<Answer> {
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = openRequest({ host: '127.0.0.1', port, path: url, ...more }, resolve);
    sent.on('error', reject);
    sent.end(more.body);
  });
  return { message, body: await bodyOf(message) };
}

interface Tunnel {
  readonly status: number;
  readonly socket: Socket;
  readonly text: string;
}

function tunnelTo(port: number, authority: string): Promise<Tunnel> {
  return new Promise((resolve, reject) => {
    const sent = openRequest({ host: '127.0.0.1', port, method: 'CONNECT', path: authority });
    sent.on('connect', (message, socket, head) => {
      socket.on('error', () => undefined);
      resolve({ status: message.statusCode ?? 0, socket: socket as Socket, text: head.toString() });
    });
    sent.on('error', reject);
    sent.end();
  });
}

t.test(
  'a request goes on to the host of its address, without what was meant for the proxy, and the answer comes back',
  async (t) => {
    const stand = createStand(t.teardown.bind(t));
    const seen: { raw: readonly string[]; url: string; body: string }[] = [];
    await stand.site('wiki.example', '93.184.216.10', async (request, response) => {
      seen.push({ raw: request.rawHeaders, url: request.url ?? '', body: await bodyOf(request) });
      response.writeHead(201, [
        'X-One',
        '1',
        'X-One',
        '2',
        'Connection',
        'x-private',
        'X-Private',
        'no',
        'Keep-Alive',
        'timeout=9',
      ]);
      response.end('done');
    });
    const { port } = await startProxy(stand, t.teardown.bind(t));
    const { message, body } = await ask(port, 'http://name:secret@WIKI.example.:80/a/../b?q=1#part', {
      method: 'POST',
      headers: {
        host: 'other.example',
        'proxy-authorization': 'Basic x',
        'proxy-connection': 'keep-alive',
        connection: 'keep-alive, x-hop',
        'x-hop': 'gone',
        'x-kept': 'yes',
        te: 'trailers',
      },
      body: 'some text',
    });
    t.equal(message.statusCode, 201);
    t.equal(body, 'done');
    t.equal(message.headers['x-one'], '1, 2');
    t.equal(message.headers['x-private'], undefined);
    const [got] = seen;
    t.equal(got?.url, '/b?q=1');
    t.equal(got?.body, 'some text');
    const fields = (got?.raw ?? []).filter((_value, at) => at % 2 === 0).map((name) => name.toLowerCase());
    t.same([...fields].sort(), ['connection', 'content-length', 'host', 'x-kept'], 'nothing else goes on');
    t.equal(got?.raw[1], 'wiki.example', 'the host is that of the address');
    t.same(
      stand.recorder.decisions.map(({ question }) => question),
      [{ host: 'wiki.example', url: 'http://wiki.example/b?q=1', app: null, via: 'proxy', uid: null }],
    );
    await until(() => stand.recorder.uses.includes('wiki.example'), { what: 'its use to be recorded' });
  },
);

t.test(
  'client and site keep their connections; HEAD, 304 and answers without length pass as they are',
  async (t) => {
    const stand = createStand(t.teardown.bind(t));
    const ports = new Set<number>();
    await stand.site('wiki.example', '93.184.216.10', (request, response) => {
      ports.add(request.socket.remotePort ?? 0);
      if (request.url === '/same') response.writeHead(304, { etag: '"1"' }).end();
      else if (request.method === 'HEAD') response.writeHead(200, { 'content-length': '1234' }).end();
      else {
        response.write('a');
        response.end('b');
      }
    });
    const { port } = await startProxy(stand, t.teardown.bind(t));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    t.teardown(() => agent.destroy());
    const head = await ask(port, 'http://wiki.example/', { method: 'HEAD', agent });
    t.equal(head.message.headers['content-length'], '1234');
    const same = await ask(port, 'http://wiki.example/same', { agent });
    t.equal(same.message.statusCode, 304);
    const { body } = await ask(port, 'http://wiki.example/', { agent });
    t.equal(body, 'ab');
    t.equal(ports.size, 1, 'one connection to the site');
    t.equal(stand.internet.dialled.length, 1);
  },
);

t.test('Expect: the site is asked before the body is sent, and for a blocked site nothing is', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  await stand.site('wiki.example', '93.184.216.10', async (request, response) => {
    response.end(`got ${(await bodyOf(request)).length}`);
  });
  stand.judge.block('play.example');
  const { port } = await startProxy(stand, t.teardown.bind(t));
  const allowed = await new Promise<string>((resolve) => {
    const sent = openRequest({
      host: '127.0.0.1',
      port,
      path: 'http://wiki.example/',
      method: 'PUT',
      headers: { expect: '100-continue', 'content-length': '5' },
    });
    sent.on('continue', () => sent.end('12345'));
    sent.on('response', (message) => void bodyOf(message).then(resolve));
    sent.flushHeaders();
  });
  t.equal(allowed, 'got 5');
  const blocked = await exchange(
    port,
    'PUT http://play.example/ HTTP/1.1\r\nHost: play.example\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n',
  );
  t.match(blocked, /^HTTP\/1\.1 403 /, 'no 100 before it');
});

t.test(
  'a blocked page is answered in the form that is asked for, with rule, policy and reason',
  async (t) => {
    const stand = createStand(t.teardown.bind(t));
    stand.judge.block('play.example');
    stand.judge.blockUrl('http://wiki.example/private');
    await stand.site('wiki.example', '93.184.216.10', (_request, response) => response.end('open'));
    const { port } = await startProxy(stand, t.teardown.bind(t));
    const page = await ask(port, 'http://a.play.example/x', { headers: { accept: 'text/html,*/*' } });
    t.equal(page.message.statusCode, 403);
    t.equal(page.message.headers['content-type'], 'text/html; charset=utf-8');
    for (const part of [
      'a.play.example',
      'No games in lessons',
      'School day',
      'version 42',
      'Games',
      'ana@x.example',
    ])
      t.ok(page.body.includes(part), part);
    const json = await ask(port, 'http://play.example/', { headers: { accept: 'application/json' } });
    t.same(JSON.parse(json.body).ruleId, 'rul_1');
    const text = await ask(port, 'http://play.example/');
    t.ok(text.body.startsWith('Blocked by your school: play.example.'));
    const open = await ask(port, 'http://wiki.example/public');
    t.equal(open.body, 'open');
    for (const path of ['/private', '/a/../private', '/./private/x?y'])
      t.equal((await ask(port, `http://wiki.example${path}`)).message.statusCode, 403, path);
    t.equal(stand.recorder.decisions.filter(({ judgement }) => judgement.action === 'block').length, 6);
  },
);

t.test('a tunnel to an open host carries TLS, one to a blocked host is refused', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  const site = await stand.tlsSite('wiki.example', '93.184.216.10');
  await stand.tlsSite('play.example', '93.184.216.11');
  stand.judge.block('play.example');
  const { port } = await startProxy(stand, t.teardown.bind(t));
  const { socket, status } = await tunnelTo(port, 'wiki.example:443');
  t.equal(status, 200);
  const tls = connectTls({ socket, servername: 'wiki.example', rejectUnauthorized: false });
  t.teardown(() => tls.destroy());
  const [greeting] = await new Promise<Buffer[]>((resolve) =>
    tls.once('data', (chunk: Buffer) => resolve([chunk])),
  );
  t.equal(greeting?.toString(), 'hello wiki.example');
  t.same(site.shown, ['wiki.example']);
  const refused = await tunnelTo(port, 'play.example:443');
  t.equal(refused.status, 403);
  t.same(stand.internet.dialled, ['93.184.216.10:443']);
  const missing = await tunnelTo(port, 'nowhere.example:443');
  t.equal(missing.status, 502);
});

t.test('undici speaks through it, as a program with a proxy setting would', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  await stand.site('wiki.example', '93.184.216.10', (_request, response) => response.end('open'));
  const { port } = await startProxy(stand, t.teardown.bind(t));
  const agent = new ProxyAgent({ uri: `http://127.0.0.1:${port}`, proxyTunnel: false });
  t.teardown(() => agent.close());
  const answer = await fetch('http://wiki.example/', { dispatcher: agent });
  t.equal(await answer.text(), 'open');
});

t.test('TLS goes to the ports that the policy names, and never to those of resolvers', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  stand.internet.names.set('wiki.example', ['93.184.216.10']);
  const { port } = await startProxy(stand, t.teardown.bind(t));
  const reached = async (to: number): Promise<boolean> => {
    const before = stand.internet.dialled.length;
    const { socket } = await tunnelTo(port, `wiki.example:${to}`);
    socket.destroy();
    return stand.internet.dialled.length > before;
  };
  t.ok(await reached(8443), 'of portals, by default');
  t.notOk(await reached(8006));
  stand.judge.set({ tlsPorts: [8006, 53, 853, 5053, 8853] });
  t.ok(await reached(8006));
  t.ok(await reached(443), 'always');
  for (const one of [8443, 53, 853, 5053, 8853]) t.notOk(await reached(one), String(one));
});

t.test(
  'a device of the network beside the laptop is not reached through us, and asking is no attempt',
  async (t) => {
    const stand = createStand(t.teardown.bind(t));
    const { port } = await startProxy(stand, t.teardown.bind(t));
    for (const authority of ['192.168.1.1:443', '10.0.0.7:631', '[fd00::7]:443'])
      t.equal((await tunnelTo(port, authority)).status, 403, authority);
    for (const url of ['http://192.168.1.1/', 'http://172.16.0.9:8080/', 'http://[fd00::7]/'])
      t.equal((await ask(port, url)).message.statusCode, 403, url);
    t.same(stand.recorder.attempts, []);
    t.same(stand.internet.dialled, []);
  },
);

t.test('it is no way out of the firewall: ports, addresses without a name, this computer', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  for (const name of ['wiki.example', 'localhost', 'x.localhost', 'schoolgate.internal'])
    stand.internet.names.set(name, ['93.184.216.10']);
  const { port } = await startProxy(stand, t.teardown.bind(t));
  const tunnels: readonly (readonly [string, string])[] = [
    ['wiki.example:22', 'proxy_misuse'],
    ['wiki.example:853', 'proxy_misuse'],
    ['wiki.example:8853', 'proxy_misuse'],
    ['wiki.example:8444', 'proxy_misuse'],
    ['127.0.0.1:443', 'proxy_misuse'],
    ['127.1:443', 'proxy_misuse'],
    ['0x7f000001:443', 'proxy_misuse'],
    ['[::1]:443', 'proxy_misuse'],
    ['[::ffff:127.0.0.1]:443', 'proxy_misuse'],
    ['localhost:443', 'proxy_misuse'],
    ['x.localhost:443', 'proxy_misuse'],
    ['schoolgate.internal:443', 'proxy_misuse'],
    ['93.184.216.10:443', 'unnamed_host'],
    ['[2606:2800:220::1]:443', 'unnamed_host'],
    ['wiki.example', 'proxy_misuse'],
    ['wiki.example:99999', 'proxy_misuse'],
    ['a@wiki.example:443', 'proxy_misuse'],
  ];
  for (const [authority, kind] of tunnels) {
    const { status } = await tunnelTo(port, authority);
    t.equal(status, 403, authority);
    t.equal(stand.recorder.attempts.at(-1)?.kind, kind, authority);
  }
  const requests: readonly (readonly [string, string])[] = [
    ['http://wiki.example:25/', 'proxy_misuse'],
    ['http://wiki.example:53/', 'proxy_misuse'],
    ['http://wiki.example:8853/', 'proxy_misuse'],
    [`http://127.0.0.1:${port}/status`, 'proxy_misuse'],
    ['http://localhost:9/', 'proxy_misuse'],
    ['http://93.184.216.10/', 'unnamed_host'],
    ['http://1572395018/', 'unnamed_host'],
  ];
  for (const [url, kind] of requests) {
    const { message } = await ask(port, url);
    t.equal(message.statusCode, 403, url);
    t.equal(stand.recorder.attempts.at(-1)?.kind, kind, url);
  }
  t.equal(stand.recorder.attempts.length, tunnels.length + requests.length, 'each once');
  t.same(stand.internet.dialled, []);
});

t.test(
  'a name that leads inside is refused after resolution, but for networks that the school allows',
  async (t) => {
    const stand = createStand(t.teardown.bind(t));
    await stand.site('intranet.example', '10.1.2.3', (_request, response) => response.end('inside'));
    stand.internet.names.set('rebind.example', ['127.0.0.1']);
    stand.internet.names.set('mixed.example', ['10.1.2.3', '127.0.0.1']);
    stand.internet.names.set('doh.example', ['93.184.216.53']);
    stand.internet.dohAddresses.add('93.184.216.53');
    const { port } = await startProxy(stand, t.teardown.bind(t));
    for (const host of ['intranet.example', 'rebind.example', 'mixed.example', 'doh.example'])
      t.equal((await ask(port, `http://${host}/`)).message.statusCode, 403, host);
    t.same(
      stand.recorder.attempts.map(({ kind, host }) => [kind, host]),
      [['doh', 'doh.example']],
    );
    t.same(stand.internet.dialled, []);
    stand.internet.privateAddresses.add('10.1.2.3').add('127.0.0.1');
    t.equal((await ask(port, 'http://intranet.example/')).body, 'inside');
    t.equal(
      (await ask(port, 'http://rebind.example/')).message.statusCode,
      403,
      'this computer is never allowed',
    );
  },
);

t.test('the name in the TLS of a tunnel must be open as well, and there must be TLS', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  const site = await stand.tlsSite('cdn.example', '93.184.216.10');
  stand.judge.block('play.example');
  const { port } = await startProxy(stand, t.teardown.bind(t));
  const front = async (servername: string): Promise<string> => {
    const { socket } = await tunnelTo(port, 'cdn.example:443');
    const tls = connectTls({ socket, servername, rejectUnauthorized: false });
    t.teardown(() => tls.destroy());
    return new Promise((resolve) => {
      tls.once('data', (chunk: Buffer) => resolve(chunk.toString()));
      tls.once('error', () => resolve('cut'));
      tls.once('close', () => resolve('cut'));
    });
  };
  t.equal(await front('play.example'), 'cut');
  t.equal(await front('wiki.example'), 'hello cdn.example', 'another open name passes');
  t.equal(await front(''), 'hello cdn.example', 'the tunnel names the host');
  t.same(site.shown, ['wiki.example', '']);
  t.same(
    stand.recorder.decisions.map(({ question, judgement }) => `${question.host} ${judgement.action}`),
    [
      'cdn.example allow',
      'play.example block',
      'cdn.example allow',
      'wiki.example allow',
      'cdn.example allow',
    ],
  );
  const { socket } = await tunnelTo(port, 'cdn.example:443');
  socket.write('SSH-2.0-OpenSSH_9.2\r\n');
  await until(() => socket.closed, { what: 'the cut' });
  t.equal(stand.recorder.attempts.at(-1)?.kind, 'proxy_misuse');
});

t.test('WebSockets pass both ways: asked for in absolute form, and in a tunnel to port 80', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  t.teardown(() => sockets.close());
  sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(`heard ${String(data)}`)));
  stand.internet.servers.set('93.184.216.10:80', await listening(server, t.teardown.bind(t)));
  stand.internet.names.set('chat.example', ['93.184.216.10']);
  const { port, proxy } = await startProxy(stand, t.teardown.bind(t));
  const handshake = (target: string): string =>
    `GET ${target} HTTP/1.1\r\nHost: chat.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
  const hi = Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69]);
  const direct = connectTcp(port, '127.0.0.1');
  const tunnel = (await tunnelTo(port, 'chat.example:80')).socket;
  for (const [socket, target] of [
    [direct, 'http://chat.example/'],
    [tunnel, '/'],
  ] as const) {
    let heard = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString('latin1');
    });
    socket.write(handshake(target));
    await until(() => heard.includes('\r\n\r\n'), { what: 'the switch' });
    t.ok(heard.startsWith('HTTP/1.1 101 '), target);
    t.ok(/sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=/i.test(heard), target);
    socket.write(hi);
    await until(() => heard.endsWith('heard hi'), { what: 'the answer' });
  }
  stand.judge.block('chat.example');
  proxy.recheck();
  await until(() => direct.closed && tunnel.closed, { what: 'both cut' });
  const refused = await exchange(port, handshake('http://chat.example/'));
  t.match(refused, /^HTTP\/1\.1 403 /);
});

t.test('a wish for another protocol is left out, and the request goes on', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  await stand.site('wiki.example', '93.184.216.10', (request, response) =>
    response.end(`upgrade ${String(request.headers.upgrade)}`),
  );
  const { port } = await startProxy(stand, t.teardown.bind(t));
  const heard = await exchange(
    port,
    'GET http://wiki.example/ HTTP/1.1\r\nHost: wiki.example\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n',
  );
  t.match(heard, /^HTTP\/1\.1 200 /);
  t.match(heard, /upgrade undefined/);
});

t.test('what becomes blocked is cut: downloads, uploads, tunnels; a lock within 100 ms', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  await stand.tlsSite('wiki.example', '93.184.216.10');
  await stand.site('media.example', '93.184.216.12', (_request, response) => response.write('the beginning'));
  const { port, proxy } = await startProxy(stand, t.teardown.bind(t));
  let torn = false;
  const tear = (): void => {
    torn = true;
  };
  const download = await new Promise<IncomingMessage>((resolve) =>
    // A reset is told to the request, and to the answer.
    openRequest({ host: '127.0.0.1', port, path: 'http://media.example/' }, resolve).on('error', tear).end(),
  );
  download.on('error', tear);
  download.resume();
  const { socket } = await tunnelTo(port, 'wiki.example:443');
  const tls = connectTls({ socket, servername: 'wiki.example', rejectUnauthorized: false });
  tls.on('error', () => undefined);
  await new Promise((resolve) => tls.once('data', resolve));
  stand.judge.setMode('locked');
  const asked = performance.now();
  proxy.recheck();
  await until(() => torn && socket.closed, { what: 'both cut', intervalMs: 1 });
  t.comment(`both were cut after ${(performance.now() - asked).toFixed(1)} ms`);
  await until(() => proxy.connections() === 0, { what: 'none open' });
  t.equal((await ask(port, 'http://media.example/')).message.statusCode, 403);
});

t.test('while the filter is off all passes but this computer', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  const server = tcpServer((socket) => socket.end('SSH-2.0-x\r\n'));
  stand.internet.servers.set('93.184.216.10:22', await listening(server, t.teardown.bind(t)));
  stand.internet.names.set('shell.example', ['93.184.216.10']);
  stand.judge.setMode('off');
  const { port } = await startProxy(stand, t.teardown.bind(t));
  const { status, socket, text } = await tunnelTo(port, 'shell.example:22');
  t.equal(status, 200);
  let heard = text;
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString();
  });
  await until(() => heard === 'SSH-2.0-x\r\n', { what: 'the greeting' });
  t.equal((await tunnelTo(port, '127.0.0.1:443')).status, 403);
});

t.test('a slow reader slows the site, and much passes unharmed', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  const total = 24 * 1_048_576;
  await stand.site('media.example', '93.184.216.12', async (request, response) => {
    let length = 0;
    for await (const chunk of request) length += (chunk as Buffer).length;
    response.end(String(length));
  });
  const { port } = await startProxy(stand, t.teardown.bind(t));
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = openRequest(
      { host: '127.0.0.1', port, path: 'http://media.example/', method: 'PUT' },
      resolve,
    );
    sent.on('error', reject);
    const pour = async (): Promise<void> => {
      for (let at = 0; at < total; at += 65_536)
        if (!sent.write(Buffer.alloc(65_536, 1))) await new Promise((go) => sent.once('drain', go));
      sent.end();
    };
    pour().catch(reject);
  });
  t.equal(await bodyOf(answer), String(total));
});

/** The status that some bytes get for an answer; silence is none, and neither is a connection that only closes. */
async function statusOf(
  port: number,
  text: string,
  teardown: (work: () => unknown) => void,
): Promise<number | null> {
  const socket = connectTcp(port, '127.0.0.1');
  teardown(() => socket.destroy());
  let heard = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString('latin1');
  });
  socket.write(Buffer.from(text, 'latin1'));
  await until(() => heard.includes('\r\n\r\n') || socket.closed, { what: 'an answer' });
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(heard)?.[1];
  return status === undefined ? null : Number(status);
}

t.test('requests that could mean two things reach nobody', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  const reached: string[] = [];
  for (const [name, address] of [
    ['wiki.example', '93.184.216.10'],
    ['play.example', '93.184.216.11'],
  ] as const)
    await stand.site(name, address, (request, response) => {
      reached.push(`${name} ${request.method} ${request.url} ${request.headers.host}`);
      response.end('ok');
    });
  stand.judge.block('play.example');
  const { port } = await startProxy(stand, t.teardown.bind(t));
  const head = 'POST http://wiki.example/ HTTP/1.1\r\nHost: wiki.example\r\n';
  const inner = 'GET http://play.example/ HTTP/1.1\r\nHost: play.example\r\n\r\n';
  const bad = [
    `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
    `${head}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${inner}`,
    `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${inner}`,
    `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
    `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef`,
    `${head}Content-Length: +5\r\n\r\nabcde`,
    `${head}X: a\r\n b\r\nContent-Length: 0\r\nX\u0000: y\r\n\r\n`,
    'GET http://wiki.example/\u0000 HTTP/1.1\r\nHost: wiki.example\r\n\r\n',
    'GET http://wiki.example/ HTTP/1.1\r\nHost: wiki.example\r\nHost: play.example\r\n\r\n',
    'GET http://b\u00fccher.example/ HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET wiki.example HTTP/1.1\r\nHost: wiki.example\r\n\r\n',
  ];
  const refused = bad.map((text) => [text, 400] as const);
  const others = [
    ['GET https://wiki.example/ HTTP/1.1\r\nHost: wiki.example\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nHost: wiki.example\r\n\r\n', 421],
    ['GET //wiki.example/ HTTP/1.1\r\nHost: wiki.example\r\n\r\n', 421],
    ['CONNECT / HTTP/1.1\r\nHost: wiki.example\r\n\r\n', 403],
  ] as const;
  for (const [text, status] of [...refused, ...others])
    t.equal(await statusOf(port, text, t.teardown.bind(t)), status, JSON.stringify(text.slice(0, 120)));
  t.strictSame(reached, []);
  t.strictSame(stand.internet.dialled, []);
});
