import { connect, type Socket } from 'node:net';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import t, { type Test } from 'tap';
import {
  createHttpServer,
  createListener,
  type HttpServerOptions,
} from '../../../../api/http/http-server.ts';
import { createRateLimiter } from '../../../../api/http/limits/rate-limiter.ts';
import { faultOf } from '../../../../api/http/problem.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields, hasText } from '../../../support/has-fields.ts';
import { until } from '../../../support/until.ts';

/** A server with `/things`, which gives back what it got, and a listener that teardown stops. */
function scene(
  over: Partial<Pick<HttpServerOptions, 'trustProxy'>> & Partial<HttpServerOptions['listen']> = {},
) {
  const { trustProxy, ...listen } = over;
  const clock = createFakeClock();
  const limiter = createRateLimiter({ clock });
  let made = 0;
  const ids = { next: (prefix: string) => `${prefix}_${++made}` } as never;
  const options: HttpServerOptions = {
    listen: { host: '127.0.0.1', port: 0, ...listen },
    clock,
    limiter,
    ids,
    ...(trustProxy === undefined ? {} : { trustProxy }),
  };
  const app = createHttpServer(options);
  app.setErrorHandler((error, _request, reply) => {
    const { status, code, detail } = faultOf(error);
    return reply.code(status).send({ code, detail });
  });
  app.route({
    method: ['GET', 'POST', 'PATCH'],
    url: '/things',
    handler: async ({ body, id, ip }) => ({ body: body ?? null, none: body === undefined, id, ip }),
  });
  const ask = (given: InjectOptions): Promise<LightMyRequestResponse> =>
    app.inject({ url: '/things', ...given });
  const post = (payload: string | Buffer, type = 'application/json', headers: object = {}) =>
    ask({ method: 'POST', payload, headers: { 'content-type': type, ...headers } });
  return { app, ask, post, clock, limiter, listener: createListener(app, options) };
}

const unmatchedLeft = ({ limiter }: ReturnType<typeof scene>) =>
  limiter.peek('unmatched 127.0.0.1', 60).remaining;

t.test('an empty body is no body', async (t) => {
  const { post } = scene();
  for (const text of ['', ' ', '\n\t ']) t.equal((await post(text)).json().none, true, JSON.stringify(text));
  t.equal((await post('null')).json().none, false);
});

t.test('a body that is no JSON, or more than JSON, is refused with the reason', async (t) => {
  const { post } = scene();
  for (const [text, detail] of [
    ['{"a":', /^The body is not valid JSON: .+\.$/],
    ['{"__proto__": {"a": 1}}', /^The body is not valid JSON: /],
    ['{"constructor": {"prototype": {"a": 1}}}', /^The body is not valid JSON: /],
    ['"\\ud800"', 'The body has half of a surrogate pair, which is no character.'],
    [`${'['.repeat(33)}${']'.repeat(33)}`, 'The body nests deeper than 32 levels.'],
  ] as const)
    hasFields(t, (await post(text)).json(), { code: 'invalid_json', detail }, text);
  t.equal((await post(`${'['.repeat(32)}${']'.repeat(32)}`)).statusCode, 200);
});

t.test('the id that a caller gives is kept when it is harmless, else it gets one of ours', async (t) => {
  const { ask } = scene();
  const idOf = async (given: string) => (await ask({ headers: { 'x-request-id': given } })).json().id;
  for (const id of ['a', 'A.b_c-9', 'x'.repeat(128)]) t.equal(await idOf(id), id);
  for (const id of ['', 'a b', 'a/b', 'x'.repeat(129), 'ä']) t.match(await idOf(id), /^req_\d+$/);
  t.match((await ask({})).json().id, /^req_\d+$/);
});

async function listening(t: Test, lab: ReturnType<typeof scene>): Promise<(text?: string) => Talk> {
  await lab.listener.start();
  const open: Socket[] = [];
  t.teardown(() => {
    for (const socket of open) socket.destroy();
    lab.app.server.close();
  });
  const { port } = lab.listener.address();
  return (text) => {
    const socket = connect(port, '127.0.0.1');
    open.push(socket);
    if (text !== undefined) socket.write(text);
    const talk = { socket, text: '', isOver: false };
    socket.on('data', (chunk) => {
      talk.text += chunk.toString('utf8');
    });
    socket.on('error', () => undefined);
    for (const event of ['end', 'close'])
      socket.on(event, () => {
        talk.isOver = true;
      });
    return talk;
  };
}

interface Talk {
  readonly socket: Socket;
  text: string;
  isOver: boolean;
}

const untilOver = (talk: Talk) => until(() => talk.isOver, { what: 'the end of the connection' });
const untilTold = (talk: Talk, text: string) => until(() => talk.text.includes(text), { what: text });
const GET = 'GET /things HTTP/1.1\r\nhost: a\r\n\r\n';

t.test('what never becomes a request is answered on its connection, which ends', async (t) => {
  const lab = scene();
  const say = await listening(t, lab);
  for (const [bytes, line, code] of [
    ['NONSENSE\r\n\r\n', 'HTTP/1.1 400 Bad Request', 'validation_failed'],
    [
      `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
      'HTTP/1.1 431 Request Header Fields Too Large',
      'headers_too_large',
    ],
  ] as const) {
    const before = unmatchedLeft(lab);
    const talk = say(bytes);
    await untilOver(talk);
    const [head = '', body = ''] = talk.text.split('\r\n\r\n');
    const [status, ...fields] = head.split('\r\n');
    t.equal(status, line);
    hasFields(t, Object.fromEntries(fields.map((field) => field.split(': '))), {
      'content-type': 'application/problem+json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
      'cache-control': 'no-store',
      'x-request-id': JSON.parse(body).requestId,
      'referrer-policy': 'no-referrer',
      'x-ratelimit-remaining': String(before - 1),
    });
    hasFields(t, JSON.parse(body), { code, instance: '/' });
  }
});

t.test('a client that does not hang up after its last answer is cut off', async (t) => {
  const lab = scene({ limits: { lingerMs: 1_000 } });
  const say = await listening(t, lab);
  const talk = say();
  talk.socket.allowHalfOpen = true;
  talk.socket.write('NONSENSE\r\n\r\n');
  await untilTold(talk, '400 Bad Request');
  const sockets = () =>
    new Promise((resolve) => lab.app.server.getConnections((_error, count) => resolve(count)));
  t.equal(await sockets(), 1);
  await lab.clock.advance(1_000);
  await until(async () => (await sockets()) === 0, { what: 'the connection to be cut' });
});

t.test('a second request that cannot be read is answered on a connection that served one', async (t) => {
  const lab = scene();
  const say = await listening(t, lab);
  const talk = say(GET);
  await untilTold(talk, '"none":true');
  talk.socket.write('NONSENSE\r\n\r\n');
  await untilOver(talk);
  hasText(t, talk.text, '400 Bad Request');
});

/** A route whose answers wait until they are let go. */
function holding(app: FastifyInstance) {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const state = { asked: 0, letGo };
  app.get('/held', async () => {
    state.asked += 1;
    await held;
    return 'done';
  });
  return state;
}

t.test('a server listens once however often it is started', async (t) => {
  const lab = scene();
  t.throws(() => lab.listener.address(), /does not listen/);
  const say = await listening(t, lab);
  const { port } = lab.listener.address();
  await lab.listener.start();
  t.equal(lab.listener.address().port, port);
  t.equal(lab.listener.state(), 'serving');
  await untilTold(say(GET), '"none":true');
});

t.test('a stop goes on answering first, then takes nothing new', async (t) => {
  const lab = scene({ drainMs: 3_000 });
  const say = await listening(t, lab);
  const states: string[] = [];
  const stopping = lab.listener.stop(() => {
    states.push(lab.listener.state());
  });
  await lab.clock.advance(2_999);
  t.same([lab.listener.state(), states], ['draining', []]);
  await untilTold(say(GET), '"none":true');
  await lab.clock.advance(1);
  await stopping;
  t.same([lab.listener.state(), states], ['closing', ['closing']]);
  t.equal(lab.app.server.listening, false);
});

t.test('a stop without a wait takes nothing new at once', async (t) => {
  for (const listen of [{}, { drainMs: 0 }]) {
    const lab = scene(listen);
    await listening(t, lab);
    await lab.listener.stop();
    t.same([lab.listener.state(), lab.clock.pending()], ['closing', 0]);
  }
});

t.test('a stop waits for what is being answered', async (t) => {
  const lab = scene();
  const held = holding(lab.app);
  const say = await listening(t, lab);
  const talk = say(GET.replace('/things', '/held'));
  await until(() => held.asked === 1, { what: 'the request' });
  let stopped = false;
  const stopping = lab.listener.stop().then(() => {
    stopped = true;
  });
  await lab.clock.advance(9_999);
  t.equal(stopped, false);
  held.letGo();
  await stopping;
  await untilTold(talk, 'done');
  await untilOver(talk);
});
