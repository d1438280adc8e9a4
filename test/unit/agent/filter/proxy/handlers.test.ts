import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import type { Pages } from '../../../../../agent/filter/pages/create-pages.ts';
import { createHandlers } from '../../../../../agent/filter/proxy/handlers.ts';
import type { Exchange } from '../../../../../agent/filter/proxy/http-forwarder.ts';
import type { Sender } from '../../../../../agent/filter/proxy/senders.ts';
import type { TunnelRequest } from '../../../../../agent/filter/proxy/tunnels.ts';
import type { Log } from '../../../../../kit/log.ts';
import { silentLog } from '../../../../../kit/log.ts';
import { createStandJudge, createStandRecorder } from '../../../../support/filter-stand.ts';
import { hasFields, hasText } from '../../../../support/has-fields.ts';
import { until } from '../../../../support/until.ts';

interface Circumstances {
  readonly sender?: () => Promise<Sender | null>;
  readonly carryTunnel?: (request: TunnelRequest) => Promise<void>;
  readonly forward?: (exchange: Exchange) => void;
}

function pages(): Pages {
  const unexpected = (): never => t.fail('no such page is asked for') as never;
  const page = (status: number, body: string) => ({ status, headers: {}, body });
  return {
    blocked: ({ url }) => page(403, `blocked ${url}`),
    unreachable: (host, obstacle, { format }) => page(403, `(${host}) ${obstacle} ${format}`),
    own: unexpected,
    ask: unexpected,
  };
}

/** A server whose requests go where those of the proxy go. */
async function stand(
  t: Test,
  {
    sender = () => Promise.resolve({ uid: 1_000, app: 'firefox' }),
    carryTunnel = async ({ socket }) => void socket.end('a tunnel'),
    forward = ({ response }) => void response.end('forwarded'),
  }: Circumstances = {},
) {
  const judge = createStandJudge();
  judge.block('play.example');
  const recorder = createStandRecorder();
  const told: string[] = [];
  const log: Log = { ...silentLog, debug: (_fields, message) => void told.push(String(message)) };
  const forwarded: Exchange[] = [];
  const upgraded: { readonly exchange: Exchange; readonly socket: Socket; readonly head: string }[] = [];
  const tunnels: TunnelRequest[] = [];
  const handlers = createHandlers({
    requests: {
      judge,
      recorder,
      pages: pages(),
      port: () => 3_128,
      senderOf: sender,
      open: {
        start: () => Promise.resolve(),
        stop: () => Promise.resolve(),
        recheck: () => undefined,
        count: () => 0,
        add: () => () => undefined,
      },
    },
    tunnels: {
      carry(request) {
        tunnels.push(request);
        return carryTunnel(request);
      },
    },
    forwarder: {
      forward(exchange) {
        forwarded.push(exchange);
        forward(exchange);
      },
      upgrade(exchange, socket, head) {
        upgraded.push({ exchange, socket, head: head.toString() });
        exchange.response.end('upgraded');
      },
      closeIdle: () => t.fail('nothing is to be closed'),
    },
    log,
  });
  const server = createServer({ requireHostHeader: false }, handlers.request);
  const accepted: Socket[] = [];
  server.on('upgrade', handlers.upgrade);
  server.on('connect', (request, stream, head) => handlers.connect(server, request, stream, head));
  server.on('connection', (socket: Socket) => accepted.push(socket));
  server.timeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  t.teardown(() => {
    for (const socket of accepted) socket.destroy();
    server.close();
  });
  const dial = (...lines: readonly string[]) => {
    const socket = connect(port, '127.0.0.1');
    let heard = '';
    let ended: string | null = null;
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString();
    });
    socket.on('error', (error) => {
      ended ??= 'code' in error ? String(error.code) : error.message;
    });
    for (const event of ['end', 'close']) socket.on(event, () => (ended ??= event));
    t.teardown(() => socket.destroy());
    socket.write(lines.join('\r\n'));
    return {
      socket,
      heard: () => heard,
      ended: () => ended,
      hears: (text: string) => until(() => heard.includes(text), { what: `“${text}”`, intervalMs: 1 }),
      /** All that came until the end. */
      all: async () => {
        await until(() => ended, { what: 'the end', intervalMs: 1 });
        return heard;
      },
    };
  };
  return { dial, server, handlers, recorder, told, forwarded, upgraded, tunnels, accepted };
}

const GET = ['GET http://wiki.example/ HTTP/1.1', 'Host: wiki.example'];
const UPGRADE = [...GET, 'Connection: Upgrade', 'Upgrade: WebSocket'];
const CONNECT = ['CONNECT wiki.example:443 HTTP/1.1', 'Host: wiki.example', '', ''];

t.test('requests are judged and forwarded', async (t) => {
  const { dial, forwarded, recorder } = await stand(t);
  hasText(t, await dial(...GET, 'Connection: close', '', '').all(), '\r\n\r\nforwarded');
  hasFields(t, forwarded, [{ target: { url: 'http://wiki.example/' } }]);
  hasFields(t, recorder.decisions, [{ question: { host: 'wiki.example', uid: 1_000, app: 'firefox' } }]);
  const blocked = dial('GET http://play.example/ HTTP/1.1', 'Host: play.example', '', '');
  await blocked.hears('blocked http://play.example/');
  t.equal(forwarded.length, 1);
});

t.test('a request that cannot be answered is torn, and the log hears of it', async (t) => {
  const { dial, told } = await stand(t, { sender: () => Promise.reject(new Error('no table')) });
  t.equal(await dial(...GET, '', '').all(), '');
  t.strictSame(told, ['a request could not be answered']);
});

t.test('a WebSocket is asked for as such, and any other wish is left out', async (t) => {
  const { dial, forwarded, upgraded, accepted } = await stand(t);
  const answer = await dial(...UPGRADE, '', 'head').all();
  hasText(t, answer, 'Connection: close\r\n', 'it is the last answer of the connection');
  hasText(t, answer, 'upgraded');
  hasFields(t, upgraded, [{ exchange: { target: { host: 'wiki.example' } }, head: 'head' }]);
  t.equal(upgraded[0]?.socket, accepted[0]);
  hasText(t, await dial(...GET, 'Connection: Upgrade', 'Upgrade: h2c', '', '').all(), 'forwarded');
  t.strictSame([forwarded.length, upgraded.length], [1, 1]);
});

t.test('a request for another protocol that has a body means two things', async (t) => {
  const { dial, forwarded, upgraded } = await stand(t);
  for (const field of ['Content-Length: 4', 'Transfer-Encoding: chunked'])
    hasText(t, await dial(...UPGRADE, field, '', 'body').all(), 'HTTP/1.1 400 Bad Request\r\n', field);
  hasText(t, await dial(...UPGRADE, 'Content-Length: 0', '', '').all(), 'upgraded');
  t.strictSame([forwarded.length, upgraded.length], [0, 1]);
});

t.test('when the connection is cut, so is the answer to the wish for another protocol', async (t) => {
  const responses: ServerResponse[] = [];
  const { dial, accepted } = await stand(t, { forward: ({ response }) => void responses.push(response) });
  dial(...GET, 'Connection: Upgrade', 'Upgrade: h2c', '', '');
  await until(() => responses.length === 1, { what: 'the request', intervalMs: 1 });
  accepted[0]?.destroy();
  await until(() => responses[0]?.destroyed, { what: 'the end of the answer', intervalMs: 1 });
});

t.test('who asks for another protocol before all earlier answers are there gets none', async (t) => {
  const open: ServerResponse[] = [];
  const { dial, tunnels, upgraded, forwarded } = await stand(t, {
    forward: ({ response }) => void open.push(response),
  });
  for (const next of [[...UPGRADE, '', ''], CONNECT]) {
    const program = dial(...GET, '', ...next);
    t.equal(await program.all(), '');
  }
  t.strictSame([tunnels.length, upgraded.length, forwarded.length], [0, 0, 2]);
  const patient = dial(...GET, '', '');
  await until(() => open.length === 3, { what: 'the request', intervalMs: 1 });
  patient.socket.write([...GET, '', ''].join('\r\n'));
  open[2]?.end('one');
  await until(() => open.length === 4, { what: 'the second request', intervalMs: 1 });
  open[3]?.end('two');
  await patient.hears('two');
  patient.socket.write(CONNECT.join('\r\n'));
  await patient.hears('a tunnel');
});

t.test('a tunnel to nowhere is refused, and an attempt of its sender', async (t) => {
  const { dial, recorder, tunnels } = await stand(t);
  for (const authority of ['wiki.example', '/', 'wiki.example:0']) {
    const answer = await dial(`CONNECT ${authority} HTTP/1.1`, 'Host: x', '', '').all();
    hasText(t, answer, 'HTTP/1.1 403 ', authority);
    hasText(t, answer, '() bypass text', authority);
  }
  await until(() => recorder.attempts.length === 3, { what: 'the attempts', intervalMs: 1 });
  const attempt = { kind: 'proxy_misuse', host: null, address: null, port: null, count: 1, app: null };
  t.strictSame(recorder.attempts[0], { ...attempt, uid: 1_000 });
  t.strictSame(tunnels, []);
});

t.test('an attempt whose sender cannot be told is recorded all the same', async (t) => {
  const unknown = await stand(t, { sender: () => Promise.resolve(null) });
  hasText(t, await unknown.dial('CONNECT x HTTP/1.1', 'Host: x', '', '').all(), 'bypass');
  await until(() => unknown.recorder.attempts.length === 1, { what: 'the attempt', intervalMs: 1 });
  hasFields(t, unknown.recorder.attempts, [{ kind: 'proxy_misuse', uid: null }]);
  const failing = await stand(t, { sender: () => Promise.reject(new Error('no table')) });
  hasText(t, await failing.dial('CONNECT x HTTP/1.1', 'Host: x', '', '').all(), 'bypass');
  await until(() => failing.told.length === 1, { what: 'the word to the log', intervalMs: 1 });
  t.strictSame(failing.told, ['an attempt was not recorded']);
});

t.test('a tunnel to the port of http is read: each request in it is judged', async (t) => {
  const { dial, forwarded, tunnels, recorder } = await stand(t);
  const early = 'GET /early HTTP/1.1\r\nHost: wiki.example\r\n\r\n';
  const program = dial('CONNECT wiki.example:80 HTTP/1.1', 'Host: x', '', early);
  await program.hears('forwarded');
  t.ok(program.heard().startsWith('HTTP/1.1 200 Connection established\r\n\r\nHTTP/1.1 200 OK\r\n'));
  program.socket.write('GET /late HTTP/1.1\r\nHost: wiki.example\r\n\r\n');
  await until(() => forwarded.length === 2, { what: 'the second request', intervalMs: 1 });
  t.strictSame(
    recorder.decisions.map(({ question }) => question.url),
    ['http://wiki.example/early', 'http://wiki.example/late'],
  );
  t.strictSame(tunnels, []);
  const silent = dial('CONNECT wiki.example:80 HTTP/1.1', 'Host: x', '', '');
  await silent.hears('established');
  silent.socket.write('GET /later HTTP/1.1\r\nHost: wiki.example\r\nConnection: close\r\n\r\n');
  hasText(t, await silent.all(), 'forwarded');
});
