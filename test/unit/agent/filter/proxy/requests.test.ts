import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import type { OpenConnection } from '../../../../../agent/filter/connections/open-connections.ts';
import type { Pages } from '../../../../../agent/filter/pages/create-pages.ts';
import type { Exchange } from '../../../../../agent/filter/proxy/http-forwarder.ts';
import type { Authority } from '../../../../../agent/filter/proxy/request-target.ts';
import { answerRequest } from '../../../../../agent/filter/proxy/requests.ts';
import type { Sender } from '../../../../../agent/filter/proxy/senders.ts';
import { createStandJudge, createStandRecorder } from '../../../../support/filter-stand.ts';
import { hasFields, hasText } from '../../../../support/has-fields.ts';
import { until } from '../../../../support/until.ts';

const SENDER: Sender = { uid: 1_000, app: 'firefox' };
const OWN_PORT = 3_128;

interface Circumstances {
  /** The tunnel that the requests come through. */
  readonly tunnel?: Authority | null;
  /** Null = the sender has let go of the connection. */
  readonly sender?: () => Promise<Sender | null>;
  readonly carry?: (exchange: Exchange) => void;
}

/** Pages whose words tell what was asked of them. */
const PAGES: Pages = {
  blocked: ({ host, url }, { format, language }) => page(403, `blocked ${host} ${url} ${format} ${language}`),
  unreachable: (host, obstacle, { format }) => page(502, `${host} ${obstacle} ${format}`),
  own: (path, query, uid, language) => page(200, `own ${path} ${query} ${uid} ${language}`),
  ask: (form, origin, uid, language) => page(200, `ask ${form} ${origin} ${uid} ${language}`),
};
function page(status: number, body: string) {
  return { status, headers: { 'x-page': 'ours' }, body };
}

/** A server whose requests are answered as those to the proxy. */
async function stand(
  t: Test,
  { tunnel = null, sender = () => Promise.resolve(SENDER), carry }: Circumstances = {},
) {
  const judge = createStandJudge();
  judge.block('play.example');
  const recorder = createStandRecorder();
  const open: OpenConnection[] = [];
  const removed: OpenConnection[] = [];
  const carried: Exchange[] = [];
  const deps = {
    judge,
    recorder,
    pages: PAGES,
    port: () => OWN_PORT,
    senderOf: sender,
    open: {
      start: () => Promise.resolve(),
      stop: () => Promise.resolve(),
      recheck: () => undefined,
      count: () => open.length,
      add(connection: OpenConnection) {
        open.push(connection);
        return () => void removed.push(connection);
      },
    },
  };
  const responses: ServerResponse[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    responses.push(response);
    const carrying = (exchange: Exchange): void => {
      carried.push(exchange);
      if (carry === undefined) exchange.response.end('carried');
      else carry(exchange);
    };
    answerRequest({ request, response, tunnel, carry: carrying }, deps).catch(t.error);
  };
  const server = createServer({ requireHostHeader: false }, answer);
  server.on('checkContinue', answer);
  server.on('checkExpectation', answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const dial = (): Socket => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    t.teardown(() => socket.destroy());
    return socket;
  };
  /** All that comes back to these lines, as text; the connection is closed behind the answer. */
  const say = async (...lines: readonly string[]): Promise<string> => {
    const socket = dial();
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const [start = '', ...fields] = lines.slice(0, -1);
    socket.write([start, 'Connection: close', ...fields, '', lines.at(-1) ?? ''].join('\r\n'));
    await closed;
    return Buffer.concat(chunks).toString();
  };
  /** The same for a GET with these fields. */
  const get = (url: string, ...fields: readonly string[]): Promise<string> =>
    say(`GET ${url} HTTP/1.1`, 'Host: wiki.example', ...fields, '');
  return { judge, recorder, open, removed, carried, responses, dial, say, get };
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0);
const bodyOf = (answer: string): string => answer.slice(answer.indexOf('\r\n\r\n') + 4);

t.test('an allowed request is recorded and carried on, with what was judged', async (t) => {
  const { get, recorder, carried, open } = await stand(t);
  t.equal(bodyOf(await get('http://WIKI.example:8080/a/../b?c=d')), 'carried');
  hasFields(t, recorder.decisions, [
    {
      question: {
        host: 'wiki.example',
        url: 'http://wiki.example:8080/b?c=d',
        app: 'firefox',
        via: 'proxy',
        uid: 1_000,
      },
      judgement: { action: 'allow' },
    },
  ]);
  hasFields(t, carried, [{ target: { host: 'wiki.example', port: 8_080, path: '/b?c=d' } }]);
  t.strictSame(open[0]?.question, recorder.decisions[0]?.question);
  t.strictSame(recorder.attempts, []);
});

t.test('a blocked one is recorded and answered with its page, in the form that is asked for', async (t) => {
  const { get, recorder, carried, open } = await stand(t);
  const answer = await get('http://play.example/x', 'Accept: text/html', 'Accept-Language: es');
  t.equal(statusOf(answer), 403);
  t.equal(bodyOf(answer), 'blocked play.example http://play.example/x html es');
  hasText(t, answer, 'x-page: ours\r\n');
  hasText(t, answer, 'content-length: 50\r\n');
  t.notOk(/^date:/im.test(answer), 'a laptop’s clock is nobody’s business');
  t.equal(bodyOf(await get('http://play.example/')), 'blocked play.example http://play.example/ text en');
  hasFields(t, recorder.decisions, [{ judgement: { action: 'block' } }, { judgement: { action: 'block' } }]);
  t.strictSame([carried, open], [[], []]);
});

t.test('the length of a page is that of its bytes', async (t) => {
  const { get } = await stand(t, { carry: ({ onFailure }) => onFailure('„…“' as 'failed') });
  hasText(t, await get('http://wiki.example/'), `content-length: ${'wiki.example  text'.length + 9}\r\n`);
});

t.test('a request through a tunnel is judged by the tunnel’s host', async (t) => {
  const { get, recorder, carried } = await stand(t, { tunnel: { host: 'wiki.example', port: 80 } });
  t.equal(bodyOf(await get('/page?q')), 'carried');
  hasFields(t, carried, [{ target: { host: 'wiki.example', port: 80, path: '/page?q' } }]);
  t.equal(statusOf(await get('http://play.example/')), 400, 'and by no other');
  t.equal(recorder.decisions.length, 1);
});

t.test('what is no address is refused', async (t) => {
  const { get, recorder } = await stand(t);
  for (const url of ['https://wiki.example/', 'ftp://wiki.example/', 'http://%20/']) {
    const answer = await get(url);
    t.equal(statusOf(answer), 400, url);
    t.equal(bodyOf(answer), 'This is no address that the filter can open.\n');
    hasText(t, answer, 'content-type: text/plain; charset=utf-8\r\n');
    hasText(t, answer, 'cache-control: no-store\r\n');
  }
  t.strictSame([recorder.decisions, recorder.attempts], [[], []]);
});

t.test('a request has one host, and expects nothing but to go on', async (t) => {
  const { say, carried } = await stand(t);
  const GET = 'GET http://wiki.example/ HTTP/1.1';
  const answer = await say(GET, '');
  t.equal(statusOf(answer), 400);
  t.equal(bodyOf(answer), 'This request cannot be carried out.\n');
  t.equal(statusOf(await say(GET, 'Host: wiki.example', 'Host: wiki.example', '')), 400);
  t.equal(statusOf(await say('GET http://wiki.example/ HTTP/1.0', '')), 200, 'HTTP/1.0 had none');
  t.equal(statusOf(await say('GET http://wiki.example/ HTTP/1.0', 'Host: a', 'Host: b', '')), 400);
  t.equal(statusOf(await say(GET, 'Host: wiki.example', 'Expect: 200-ok', '')), 417);
  t.equal(statusOf(await say(GET, 'Host: wiki.example', 'Expect: 100-continued', '')), 417);
  t.equal(statusOf(await say(GET, 'Host: wiki.example', 'Expect: x100-continue', '')), 417);
  t.equal(carried.length, 1);
  t.equal(statusOf(await say(GET, 'Host: wiki.example', 'Expect: 100-Continue', '')), 200);
});

t.test('who goes away while his user is looked up is answered no more', async (t) => {
  let found = (): void => undefined;
  let asked = 0;
  const { dial, recorder, carried, responses } = await stand(t, {
    sender: () => {
      asked += 1;
      return new Promise((resolve) => {
        found = () => resolve(SENDER);
      });
    },
  });
  const socket = dial();
  socket.write('GET http://wiki.example/ HTTP/1.1\r\nHost: wiki.example\r\n\r\n');
  await until(() => asked === 1, { what: 'the look-up', intervalMs: 1 });
  socket.destroy();
  await until(() => responses[0]?.destroyed, { what: 'the end of the connection', intervalMs: 1 });
  found();
  for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve));
  t.strictSame([recorder.decisions, carried], [[], []]);
});

t.test('our own pages are asked for by our own names alone', async (t) => {
  const { say, recorder } = await stand(t);
  const own = (line: string, host: string, ...fields: readonly string[]) =>
    say(`${line} HTTP/1.1`, `Host: ${host}`, ...fields, '');
  const HOST = `127.0.0.1:${OWN_PORT}`;
  t.equal(
    bodyOf(await own('GET /why?host=play.example&x=%20', HOST)),
    'own /why host=play.example&x=+ 1000 en',
  );
  t.equal(bodyOf(await own('GET /', `localhost:${OWN_PORT}`)), 'own /  1000 en');
  t.equal(bodyOf(await own('GET /?a?b', HOST)), 'own / a%3Fb= 1000 en');
  t.equal(statusOf(await own('HEAD /status', HOST)), 200);
  const misdirected = await own('GET /status', 'wiki.example');
  t.equal(statusOf(misdirected), 421);
  t.equal(bodyOf(misdirected), 'Misdirected request\n');
  t.equal(statusOf(await own('GET /status', '127.0.0.1:80')), 421);
  t.equal(statusOf(await say('GET /status HTTP/1.0', '')), 421, 'no name at all');
  const foreign = await own('GET /status', HOST, 'Origin: http://play.example');
  t.equal(statusOf(foreign), 403);
  t.equal(bodyOf(foreign), 'Forbidden\n');
  const link = ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document'];
  t.equal(statusOf(await own('GET /status?x', HOST, ...link)), 200, 'a link leads to what only shows');
  t.equal(statusOf(await own('GET /request?x', HOST, ...link)), 403);
  const other = await own('DELETE /status', HOST);
  t.equal(statusOf(other), 405);
  t.equal(bodyOf(other), 'Method not allowed\n');
  t.equal(statusOf(await own('OPTIONS *', HOST)), 405);
  t.equal(statusOf(await own('POST /status', HOST)), 405);
  t.strictSame(recorder.decisions, []);
});

const FORM = ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 11'];

t.test('a form comes in at our own page', async (t) => {
  const { say } = await stand(t);
  const post = (path: string, type = FORM[0] as string) =>
    say(`POST ${path} HTTP/1.1`, `Host: localhost:${OWN_PORT}`, type, 'Content-Length: 11', 'note=please');
  t.equal(bodyOf(await post('/ask')), 'ask note=please null 1000 en');
  t.equal(bodyOf(await post('/ask?x')), 'ask note=please null 1000 en');
  const none = await post('/ask', 'Content-Type: text/plain');
  t.equal(statusOf(none), 400);
  t.equal(bodyOf(none), 'This is no form of the filter.\n');
  t.equal(statusOf(await post('/asked')), 405);
  const shown = await say('GET /ask HTTP/1.1', `Host: localhost:${OWN_PORT}`, '');
  t.equal(bodyOf(shown), 'own /ask  1000 en');
});

t.test('our pages have a name of their own, at the port of http and outside of tunnels', async (t) => {
  const { get, say, recorder } = await stand(t);
  t.equal(bodyOf(await get('http://schoolgate.internal/status?a=b')), 'own /status a=b 1000 en');
  t.equal(statusOf(await get('http://schoolgate.internal/status', 'Origin: http://play.example')), 403);
  const link = ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document'];
  t.equal(statusOf(await get('http://schoolgate.internal/status?a', ...link)), 200);
  const same = await get('http://schoolgate.internal/request', 'Origin: http://schoolgate.internal');
  t.equal(statusOf(same), 200);
  const lines = ['POST http://schoolgate.internal/ask HTTP/1.1', 'Host: schoolgate.internal', ...FORM];
  t.equal(bodyOf(await say(...lines, 'note=please')), 'ask note=please null 1000 en');
  t.strictSame(recorder.attempts, []);
  t.equal(bodyOf(await get('http://schoolgate.internal:8080/')), 'schoolgate.internal bypass text');
  const tunnel = await stand(t, { tunnel: { host: 'schoolgate.internal', port: 80 } });
  t.equal(bodyOf(await tunnel.get('/status')), 'schoolgate.internal bypass text');
  for (const { attempts } of [recorder, tunnel.recorder])
    hasFields(t, attempts, [{ kind: 'proxy_misuse', host: 'schoolgate.internal' }]);
});

const ASK = '/.well-known/schoolgate/ask';

t.test('the form of a blocked page comes back to its own host, and nobody but us sees it', async (t) => {
  const { say, get, recorder, carried } = await stand(t);
  const post = (host: string, ...fields: readonly string[]) =>
    say(`POST http://${host}${ASK} HTTP/1.1`, `Host: ${host}`, ...fields, 'note=please');
  t.equal(bodyOf(await post('play.example', ...FORM)), 'ask note=please play.example 1000 en');
  const origin = 'Origin: http://wiki.example:8080';
  t.equal(bodyOf(await post('wiki.example:8080', ...FORM, origin)), 'ask note=please wiki.example 1000 en');
  const foreign = await post('play.example', ...FORM, 'Origin: http://wiki.example');
  t.equal(statusOf(foreign), 403);
  t.equal(bodyOf(foreign), 'Forbidden\n');
  const link = ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document'];
  t.equal(statusOf(await post('play.example', ...FORM, ...link)), 403);
  const none = await post('play.example', 'Content-Length: 11');
  t.equal(statusOf(none), 400);
  t.equal(bodyOf(none), 'This is no form of the filter.\n');
  t.strictSame([recorder.decisions, carried], [[], []]);
  t.equal(bodyOf(await get(`http://wiki.example${ASK}`)), 'carried', 'only what is sent in');
  t.equal(statusOf(await post('play.example/x', ...FORM)), 403, 'only there');
  t.equal(recorder.decisions.length, 2);
});

t.test('what is no request to a site is an attempt, and a device beside us is none', async (t) => {
  const { get, recorder, carried } = await stand(t);
  t.equal(
    bodyOf(await get('http://wiki.example:25/', 'Accept: application/json')),
    'wiki.example bypass json',
  );
  t.equal(bodyOf(await get('http://93.184.216.10/')), '93.184.216.10 bypass text');
  t.equal(bodyOf(await get('http://192.168.1.1/', 'Accept: text/html')), '192.168.1.1 closed html');
  const common = { address: null, count: 1, app: 'firefox', uid: 1_000 };
  t.strictSame(recorder.attempts, [
    { kind: 'proxy_misuse', host: 'wiki.example', port: 25, ...common },
    { kind: 'unnamed_host', host: '93.184.216.10', port: 80, ...common },
  ]);
  t.strictSame([recorder.decisions, carried], [[], []]);
});

t.test('why a site was not reached is said, and a resolver behind its name is an attempt', async (t) => {
  let obstacle: 'doh' | 'silent' = 'silent';
  const { get, recorder } = await stand(t, { carry: ({ onFailure }) => onFailure(obstacle) });
  t.equal(bodyOf(await get('http://wiki.example/', 'Accept: text/html')), 'wiki.example silent html');
  t.strictSame(recorder.attempts, []);
  obstacle = 'doh';
  t.equal(bodyOf(await get('http://wiki.example:8080/')), 'wiki.example doh text');
  const kind = { kind: 'doh', host: 'wiki.example', address: null, port: 8_080 };
  t.strictSame(recorder.attempts, [{ ...kind, count: 1, app: 'firefox', uid: 1_000 }]);
});

t.test('an answer that has begun is not begun again', async (t) => {
  const { get } = await stand(t, {
    carry({ response, onFailure }) {
      response.write('begun');
      onFailure('silent');
      response.end();
    },
  });
  t.notOk((await get('http://wiki.example/')).includes('silent'));
});

t.test('what is carried is open until its answer is out, by the bytes of its own', async (t) => {
  const exchanges: Exchange[] = [];
  const { dial, open, removed } = await stand(t, { carry: (exchange) => void exchanges.push(exchange) });
  const socket = dial();
  let heard = 0;
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.length;
  });
  const ask = async (count: number): Promise<void> => {
    socket.write('GET http://wiki.example/ HTTP/1.1\r\nHost: wiki.example\r\n\r\n');
    await until(() => exchanges.length === count, { what: `exchange ${count}`, intervalMs: 1 });
  };
  await ask(1);
  const [first] = open;
  t.strictSame([first?.bytes(), first?.halfClosed()], [0, false]);
  const at = exchanges[0]?.request.socket;
  const listeners = at?.listenerCount('close');
  exchanges[0]?.response.end('an answer');
  await until(() => removed.length === 1, { what: 'the first to be over', intervalMs: 1 });
  await until(() => heard > 0 && first?.bytes() === heard, {
    what: 'its bytes to be counted',
    intervalMs: 1,
  });
  await ask(2);
  t.equal(open[1]?.bytes(), 0, 'those before were the first one’s');
  t.equal(at?.listenerCount('close'), listeners, 'each takes its listener with it');
  t.strictSame(removed, [first]);
  socket.destroy();
  await until(() => removed.length === 2, { what: 'the second to be over', intervalMs: 1 });
  t.equal(removed[1], open[1]);
});

t.test('what is cut is torn, so that nobody takes it for whole', async (t) => {
  const exchanges: Exchange[] = [];
  const { dial, open, removed } = await stand(t, { carry: (exchange) => void exchanges.push(exchange) });
  const socket = dial();
  const torn = new Promise<string>((resolve) => {
    socket.once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    socket.once('close', () => resolve('ended'));
  });
  socket.write('GET http://wiki.example/ HTTP/1.1\r\nHost: wiki.example\r\n\r\n');
  await until(() => exchanges.length === 1, { what: 'the exchange', intervalMs: 1 });
  const begun = once(socket, 'data');
  exchanges[0]?.response.write('the beginning');
  await begun;
  open[0]?.cut();
  open[0]?.cut();
  t.equal(await torn, 'ECONNRESET');
  t.equal(exchanges[0]?.response.destroyed, true);
  await until(() => removed.length > 0, { what: 'it to be over', intervalMs: 1 });
});
