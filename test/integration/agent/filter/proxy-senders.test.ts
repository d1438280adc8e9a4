import { Agent, request as openRequest } from 'node:http';
import t from 'tap';
import type { Connections } from '../../../../agent/filter/connections/client-origin.ts';
import { filterState } from '../../../support/filter-state.ts';
import { bodyOf, createStand, exchange, startProxy } from './stand-servers.ts';

const ANA = 1_001;
const BOB = 1_002;

/** The kernel's table of a laptop at which the user of the test's choice makes all connections. */
function socketTable() {
  let uid = ANA;
  let inode = 7;
  let reads = 0;
  const connections: Connections = {
    clientOf: () => {
      reads += 1;
      return Promise.resolve({ uid, inode, wanted: null });
    },
  };
  return {
    connections,
    reads: () => reads,
    be(next: number) {
      uid = next;
    },
    abandon() {
      uid = 0;
      inode = 0;
    },
  };
}

interface Load {
  readonly port: number;
  readonly url: string;
  readonly agent?: Agent;
  readonly form?: Readonly<Record<string, string>>;
}

function load({ port, url, agent, form }: Load): Promise<{ readonly status: number; readonly body: string }> {
  const host = url.startsWith('http') ? new URL(url).host : `127.0.0.1:${port}`;
  const type = form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  const headers = { host, accept: 'text/html', ...type };
  const method = form === undefined ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const sent = openRequest(
      { host: '127.0.0.1', port, path: url, method, headers, agent: agent ?? false },
      (message) => {
        bodyOf(message).then((body) => resolve({ status: message.statusCode ?? 0, body }), reject);
      },
    );
    sent.on('error', reject);
    sent.end(form === undefined ? undefined : new URLSearchParams(form).toString());
  });
}

const CONNECT = 'CONNECT wiki.example:443 HTTP/1.1\r\nhost: wiki.example:443\r\n\r\n';

t.test('requests and tunnels are judged and recorded by the user of their connection', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  await stand.site('wiki.example', '93.184.216.10', (_request, response) => response.end('wiki'));
  await stand.tlsSite('wiki.example', '93.184.216.10');
  stand.judge.blockUid(BOB);
  const table = socketTable();
  const { port } = await startProxy(stand, t.teardown.bind(t), table);
  const statuses: number[] = [];
  for (const uid of [ANA, BOB, 0]) {
    table.be(uid);
    statuses.push((await load({ port, url: 'http://wiki.example/' })).status);
  }
  t.same(statuses, [200, 403, 200]);
  table.be(BOB);
  t.match(await exchange(port, CONNECT), /^HTTP\/1\.1 403 /);
  await exchange(port, 'CONNECT nowhere HTTP/1.1\r\nhost: nowhere\r\n\r\n');
  await exchange(port, 'CONNECT wiki.example:22 HTTP/1.1\r\nhost: wiki.example:22\r\n\r\n');
  t.same(
    stand.recorder.decisions.map(({ question, judgement }) => [question.uid, judgement.action]),
    [
      [ANA, 'allow'],
      [BOB, 'block'],
      [0, 'allow'],
      [BOB, 'block'],
    ],
  );
  t.same(
    stand.recorder.attempts.map(({ kind, uid }) => [kind, uid]),
    [
      ['proxy_misuse', BOB],
      ['proxy_misuse', BOB],
    ],
  );
});

t.test('a kept connection is looked up once, however many requests come over it', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  await stand.site('wiki.example', '93.184.216.10', (_request, response) => response.end('wiki'));
  const table = socketTable();
  const { port } = await startProxy(stand, t.teardown.bind(t), table);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.teardown(() => agent.destroy());
  for (let times = 0; times < 5; times++) {
    t.equal((await load({ port, url: 'http://wiki.example/', agent })).status, 200);
    // Whoever comes after has a connection of the own.
    table.be(BOB);
  }
  t.equal(table.reads(), 1);
  t.same(
    stand.recorder.decisions.map(({ question }) => question.uid),
    [ANA, ANA, ANA, ANA, ANA],
  );
  t.equal((await load({ port, url: 'http://wiki.example/' })).status, 200);
  t.equal(stand.recorder.decisions.at(-1)?.question.uid, BOB);
});

t.test('what its program has let go of is carried and recorded for nobody', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  await stand.site('wiki.example', '93.184.216.10', (_request, response) => response.end('wiki'));
  const table = socketTable();
  table.abandon();
  const { port } = await startProxy(stand, t.teardown.bind(t), table);
  t.equal(await exchange(port, 'GET http://wiki.example/ HTTP/1.1\r\nhost: wiki.example\r\n\r\n'), '');
  t.equal(await exchange(port, CONNECT), '');
  t.same([stand.recorder.decisions, stand.internet.dialled], [[], []]);
});

t.test('our pages speak of, and ask for, the user of the connection', async (t) => {
  const stand = createStand(t.teardown.bind(t));
  stand.judge.block('play.example');
  const table = socketTable();
  const state = filterState({
    user: 'ana@x.example',
    accounts: [
      { uid: ANA, user: 'ana@x.example', ouPath: '/High' },
      { uid: BOB, user: 'bob@x.example', ouPath: '/High' },
    ],
  });
  const { port, asked } = await startProxy(stand, t.teardown.bind(t), { ...table, state: () => state });
  for (const [uid, name] of [
    [ANA, 'ana@x.example'],
    [BOB, 'bob@x.example'],
    [0, 'nobody known'],
  ] as const) {
    table.be(uid);
    const { body } = await load({ port, url: '/status' });
    t.ok(body.includes(`<dd>${name}</dd>`), name);
  }
  for (const uid of [ANA, BOB]) {
    table.be(uid);
    const blocked = await load({ port, url: 'http://play.example/' });
    t.equal(blocked.status, 403);
    const token = /name="token" value="([^"]*)"/.exec(blocked.body)?.[1] ?? '';
    const action = /action="([^"]*)"/.exec(blocked.body)?.[1] ?? '';
    const form = { host: 'play.example', url: '', token, note: 'please' };
    t.equal((await load({ port, url: `http://play.example${action}`, form })).status, 200);
  }
  t.same(
    asked.map(({ host, user }) => [host, user]),
    [
      ['play.example', `${ANA}@x.example`],
      ['play.example', `${BOB}@x.example`],
    ],
  );
});
