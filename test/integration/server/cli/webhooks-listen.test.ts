import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';
import t, { type Test } from 'tap';
import { newWebhookSecret } from '../../../../api/webhooks/sending/signature.ts';
import type { EventType } from '../../../../contracts/events/catalogue.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { DEFAULT_ORGANISATION_ID } from '../../../../store/ports/organisations.ts';
import { SERVER_MAIN, startNode, type TestProcess } from '../../../support/child-process.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { until } from '../../../support/until.ts';
import { type RestServer, startRestServer } from '../../api/rest-server.ts';
import { type Answerer, ok, startReceiver } from '../../api/webhooks/delivery-lab.ts';

const COMMAND = [SERVER_MAIN, 'webhooks', 'listen'];
const SECRET = newWebhookSecret(systemRandom);

function fire(
  rest: RestServer,
  type: EventType,
  data: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return rest.store.transaction(async (tx) => {
    const event = { type, organisationId: DEFAULT_ORGANISATION_ID, at: Date.now(), data };
    return (await tx.events.append(event)).id;
  });
}

function listen(t: Test, args: readonly string[], key: string): TestProcess {
  const program = startNode([...COMMAND, ...args], { SCHOOLGATE_API_KEY: key, SCHOOLGATE_BASE_URL: '' });
  t.teardown(() => program.end('SIGKILL'));
  return program;
}

async function setUp(t: Test, answer: Answerer = ok) {
  const rest = await startRestServer(t);
  const receiver = await startReceiver(t, answer);
  const server = `http://127.0.0.1:${rest.port}`;
  return { rest, receiver, server };
}

t.test(
  'what happens is sent to the receiver, in order, signed as by a webhook, and told line by line',
  async (t) => {
    const { rest, receiver, server } = await setUp(t);
    await fire(rest, 'device.online');
    const args = ['--forward', receiver.url, '--server', server, '--secret', SECRET];
    const program = listen(t, args, rest.key);
    await program.line(/Ctrl-C ends/);
    const ids: string[] = [];
    for (const name of ['A', 'B', 'Ünï “C”'])
      ids.push(await fire(rest, 'device.offline', { device: { name } }));
    await until(() => receiver.requests.length === 3, { what: 'three requests', timeoutMs: 30_000 });
    for (const [at, { body, headers }] of receiver.requests.entries()) {
      const event = new Webhook(SECRET).verify(body, headers as Record<string, string>);
      hasFields(t, event, { id: ids[at], type: 'device.offline', sequence: at + 2 });
      t.equal(headers['webhook-id'], ids[at]);
      t.equal(headers['content-type'], 'application/json');
      t.equal(
        body,
        JSON.stringify(await rest.store.events.get(DEFAULT_ORGANISATION_ID, ids[at] as `evt_${string}`)),
      );
    }
    t.match(await program.line(new RegExp(ids[2] ?? '')), /device\.offline .* 204 \(\d+ ms\)$/);
    t.same(await program.end('SIGINT'), { code: 0, signal: null });
    t.equal(program.stderr(), '');
  },
);

t.test('a secret is made and printed when none is given, and --after brings what was before', async (t) => {
  const { rest, receiver, server } = await setUp(t);
  await fire(rest, 'policy.created');
  const wanted = await fire(rest, 'device.offline');
  await fire(rest, 'policy.deleted');
  const args = [
    '--forward',
    receiver.url,
    '--server',
    server,
    '--events',
    'device.*',
    '--after',
    '0',
    '--json',
  ];
  const program = listen(t, args, rest.key);
  const { secret, after } = JSON.parse(await program.line(/secret/));
  t.equal(after, 0);
  hasFields(t, JSON.parse(await program.line(/"event"/)), {
    id: wanted,
    sequence: 2,
    status: 204,
    error: null,
  });
  t.equal(receiver.requests.length, 1, 'only what the filter names');
  const [request] = receiver.requests;
  new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>);
  t.same(await program.end('SIGTERM'), { code: 0, signal: null });
});

t.test(
  'a receiver that fails or is not there is told of, and the next event comes all the same',
  async (t) => {
    const { rest, receiver, server } = await setUp(t, (response, _request, number) => {
      if (number === 1) response.writeHead(500).end();
      else if (number === 2) response.destroy();
      else response.writeHead(204).end();
    });
    for (let count = 0; count < 3; count++) await fire(rest, 'device.offline');
    const program = listen(
      t,
      ['--forward', receiver.url, '--server', server, '--after', '0', '--json'],
      rest.key,
    );
    await program.line(/"sequence":3/);
    const results = program.lines.slice(1).map((line) => JSON.parse(line));
    t.same(
      results.map(({ sequence, status }) => [sequence, status]),
      [
        [1, 500],
        [2, null],
        [3, 204],
      ],
    );
    t.ok(results[1].error);
  },
);

t.test('when the server goes away it waits, and goes on where it was', async (t) => {
  const { rest, receiver } = await setUp(t);
  const front = await startFront(t, rest.port);
  const program = listen(t, ['--forward', receiver.url, '--server', front.url], rest.key);
  await program.line(/Ctrl-C ends/);
  await fire(rest, 'device.online');
  await until(() => receiver.requests.length === 1, { what: 'the first event', timeoutMs: 30_000 });
  await front.close();
  await until(() => program.stderr().includes('does not answer'), {
    what: 'a word about it',
    timeoutMs: 30_000,
  });
  await fire(rest, 'device.offline');
  await fire(rest, 'device.online');
  await front.open();
  await until(() => receiver.requests.length === 3, { what: 'the events meanwhile', timeoutMs: 30_000 });
  t.same(
    receiver.requests.map(({ body }) => JSON.parse(body).sequence),
    [1, 2, 3],
  );
  await until(() => program.stderr().includes('answers again'), { what: 'a word about that' });
  t.same(await program.end('SIGINT'), { code: 0, signal: null });
});

t.test('what cannot work is refused in one sentence', async (t) => {
  const { rest, server } = await setUp(t);
  const forward = ['--forward', 'http://127.0.0.1:9/x'];
  const { key: weak } = await rest.makeKey({ scopes: ['devices:read'] });
  const cases: readonly (readonly [string, readonly string[], string, RegExp])[] = [
    ['another machine', ['--forward', 'http://10.0.0.5/x'], rest.key, /--allow-remote/],
    ['a name of another machine', ['--forward', 'https://hooks.example/x'], rest.key, /--allow-remote/],
    ['no address', ['--forward', 'localhost:3000'], rest.key, /http:\/\//],
    ['no key', forward, '', /SCHOOLGATE_API_KEY/],
    ['an unknown event', [...forward, '--events', 'device.stolen'], rest.key, /device\.stolen/],
    ['no sequence', [...forward, '--after', '-1'], rest.key, /--after/],
    ['no secret', [...forward, '--secret', 'hunter2'], rest.key, /--secret/],
    ['a file that is not there', [...forward, '--ca', '/nowhere/ca.crt'], rest.key, /ca\.crt/],
    ['a key without the scope', [...forward, '--server', server], weak, /webhooks:manage/],
    ['a key that is none', [...forward, '--server', server], 'sgk_live_none', /does not give its events/],
  ];
  for (const [what, args, key, sentence] of cases) {
    const program = listen(t, args, key);
    t.equal((await program.ended).code, 1, what);
    hasFields(t, program.stderr(), sentence, what);
    t.equal(program.stderr().trim().split('\n').length, 1, `${what}: ${program.stderr()}`);
    t.same(program.lines, [], what);
  }
});

/** A way to the server that can be cut and mended, on one port. */
async function startFront(t: Test, port: number) {
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  let own = 0;
  const open = async (): Promise<void> => {
    server = createServer((socket) => {
      const behind = connect(port, '127.0.0.1');
      for (const each of [socket, behind]) {
        sockets.add(each);
        each.on('error', () => each.destroy());
      }
      socket.pipe(behind).pipe(socket);
    });
    server.listen(own, '127.0.0.1');
    await once(server, 'listening');
    own = (server.address() as AddressInfo).port;
  };
  const close = async (): Promise<void> => {
    const closing = server;
    if (closing === null) return;
    server = null;
    const closed = once(closing, 'close');
    closing.close();
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    await closed;
  };
  await open();
  t.teardown(close);
  return { url: `http://127.0.0.1:${own}`, open, close };
}
