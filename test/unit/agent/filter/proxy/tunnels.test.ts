import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { UnreachableHost } from '../../../../../agent/filter/connections/egress.ts';
import {
  createOpenConnections,
  type OpenConnection,
} from '../../../../../agent/filter/connections/open-connections.ts';
import type { Pages } from '../../../../../agent/filter/pages/create-pages.ts';
import { createTunnels } from '../../../../../agent/filter/proxy/tunnels.ts';
import { silentLog } from '../../../../../kit/log.ts';
import { ECH, hello, serverName } from '../../../../support/client-hello.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import {
  CRISIS_HOST,
  createStandJudge,
  createStandRecorder,
  type StandJudge,
} from '../../../../support/filter-stand.ts';
import { hasText } from '../../../../support/has-fields.ts';
import { until } from '../../../../support/until.ts';

/** Two ends of a TCP connection on this computer. */
async function pair(t: Test): Promise<readonly [near: Socket, far: Socket]> {
  const server = createServer({ allowHalfOpen: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const near = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const [[far]] = (await Promise.all([once(server, 'connection'), once(near, 'connect')])) as [
    [Socket],
    unknown,
  ];
  server.close();
  for (const socket of [near, far]) {
    socket.on('error', () => undefined);
    t.teardown(() => socket.destroy());
  }
  return [near, far];
}

/** Everything that comes to a socket until it is closed or ended. */
async function heardBy(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // An error, too, is followed by its close.
  await new Promise<void>((done) => socket.once('close', () => done()).once('end', () => done()));
  return Buffer.concat(chunks).toString('latin1');
}

/** What differs from a tunnel that stands. */
interface Circumstances {
  readonly port?: number;
  readonly set?: (judge: StandJudge) => void;
  /** Why the site is not reached. */
  readonly obstacle?: Error;
  /** The client goes away while the site is looked for. */
  readonly leaves?: boolean;
  /** What the client said before, to ask for the tunnel. */
  readonly said?: string;
}

/** A page's words, in short. */
function pagesOf(): Pages {
  const unexpected = (): never => t.fail('no such page is asked for') as never;
  const page = (status: number, body: string) => ({ status, headers: { 'x-page': 'ours' }, body });
  return {
    blocked: ({ host }, { format }) => page(403, `${host} is blocked (${format})`),
    unreachable: (host, obstacle, { format }) => page(502, `${host}: ${obstacle} (${format})`),
    own: unexpected,
    ask: unexpected,
  };
}

/** A tunnel to a host, whose client sends these first bytes with its CONNECT. */
async function tunnel(
  t: Test,
  host: string,
  first: Buffer,
  { port = 443, set = () => undefined, obstacle, leaves = false, said = '' }: Circumstances = {},
) {
  const clock = createFakeClock();
  const judge = createStandJudge();
  judge.block('play.example');
  set(judge);
  const recorder = createStandRecorder();
  const [program, socket] = await pair(t);
  const [server, site] = await pair(t);
  const watched: OpenConnection[] = [];
  const connections = createOpenConnections({ judge, recorder, clock, log: silentLog });
  const open = {
    ...connections,
    add(connection: OpenConnection) {
      watched.push(connection);
      return connections.add(connection);
    },
  };
  const egress = {
    async connect() {
      await turn();
      if (leaves) socket.destroy();
      if (obstacle !== undefined) throw obstacle;
      return server;
    },
  };
  if (said !== '') {
    program.write(said);
    await once(socket, 'readable');
    socket.read();
  }
  const atProgram = heardBy(program);
  const atSite = heardBy(site);
  const request = { socket, head: first, authority: { host, port }, app: 'firefox', uid: 1_000 };
  await createTunnels({ judge, recorder, egress, open, pages: pagesOf(), clock }).carry(request);
  return {
    program,
    site,
    socket,
    server,
    judge,
    connections,
    watched,
    recorder,
    attempts: recorder.attempts.map(({ kind, host: shown, port: at }) => ({ kind, shown, port: at })),
    decisions: recorder.decisions.map(({ question, judgement }) => `${question.host} ${judgement.action}`),
    /** What the client has heard when it was let go. */
    answer: () => atProgram,
    /** What the site has heard when the client is done, or was cut. */
    async finish() {
      program.end();
      const heard = await atSite;
      site.end();
      return { heard, answer: await atProgram };
    },
  };
}

const ESTABLISHED = 'HTTP/1.1 200 Connection established\r\n\r\n';
const COVERS = ['cloudflare-ech.com', 'www.cloudflare-ech.com', 'encryptedsni.com', 'public.tls-ech.dev'];

t.test('a tunnel in which an encrypted ClientHello hides behind its provider is cut and told', async (t) => {
  for (const cover of COVERS) {
    const { attempts, decisions, finish } = await tunnel(
      t,
      'wiki.example',
      hello({ extensions: [serverName(cover), ECH] }),
    );
    t.strictSame(attempts, [{ kind: 'ech', shown: cover, port: 443 }], cover);
    t.strictSame(decisions, ['wiki.example allow'], 'the cover itself is not judged');
    t.strictSame((await finish()).heard, '', 'the site hears nothing of it');
  }
  const named = await tunnel(t, 'cloudflare-ech.com', hello({ extensions: [ECH] }));
  t.strictSame(
    named.attempts,
    [{ kind: 'ech', shown: 'cloudflare-ech.com', port: 443 }],
    'without a name inside, the tunnel’s own is meant',
  );
  t.equal((await named.finish()).heard, '');
});

t.test(
  'the same name without that extension, and the extension beside a site’s own name, pass',
  async (t) => {
    const cases = [
      ['wiki.example', hello({ extensions: [serverName('cloudflare-ech.com')] })],
      ['wiki.example', hello({ extensions: [serverName('wiki.example'), ECH] })],
      ['wiki.example', hello({ extensions: [serverName('notcloudflare-ech.com'), ECH] })],
      [CRISIS_HOST, hello({ extensions: [serverName('cloudflare-ech.com'), ECH] })],
    ] as const;
    for (const [host, first] of cases) {
      const { attempts, finish } = await tunnel(t, host, first);
      t.strictSame(attempts, []);
      t.strictSame(await finish(), { heard: first.toString('latin1'), answer: ESTABLISHED });
    }
  },
);

t.test('what is no TLS, or names an address, is an attempt and is cut', async (t) => {
  for (const [kind, first] of [
    ['proxy_misuse', Buffer.from('SSH-2.0-OpenSSH_9.2\r\n')],
    ['unnamed_host', hello({ extensions: [serverName('93.184.216.34')] })],
  ] as const) {
    const { attempts, finish } = await tunnel(t, 'wiki.example', first);
    t.strictSame(attempts, [{ kind, shown: 'wiki.example', port: 443 }]);
    t.equal((await finish()).heard, '');
  }
});

const WIKI = hello({ extensions: [serverName('wiki.example')] });

t.test('a tunnel that is refused is answered with why, and nobody is connected to', async (t) => {
  for (const [host, how, status, words, kind] of [
    ['play.example', {}, 403, 'play.example is blocked (text)', null],
    ['wiki.example', { port: 22 }, 502, 'wiki.example: bypass (text)', 'proxy_misuse'],
    ['93.184.216.34', {}, 502, '93.184.216.34: bypass (text)', 'unnamed_host'],
    ['192.168.1.20', {}, 502, '192.168.1.20: closed (text)', null],
    ['wiki.example', { obstacle: new UnreachableHost('silent') }, 502, 'wiki.example: silent (text)', null],
    ['wiki.example', { obstacle: new UnreachableHost('doh') }, 502, 'wiki.example: doh (text)', 'doh'],
    ['wiki.example', { obstacle: new Error('reset') }, 502, 'wiki.example: failed (text)', null],
  ] as const) {
    const { answer, attempts, recorder, watched } = await tunnel(t, host, WIKI, how);
    const heard = await answer();
    hasText(t, heard, `HTTP/1.1 ${status} `);
    for (const line of ['x-page: ours', `content-length: ${words.length}`, 'connection: close'])
      hasText(t, heard, `\r\n${line}\r\n`);
    t.ok(heard.endsWith(`\r\n\r\n${words}`), words);
    const port = 'port' in how ? how.port : 443;
    t.strictSame(attempts, kind === null ? [] : [{ kind, shown: host, port }], words);
    if (kind !== null)
      t.strictSame(recorder.attempts, [
        { kind, host, address: null, port, count: 1, app: 'firefox', uid: 1_000 },
      ]);
    t.equal(watched.length, 0);
  }
});

t.test('a client that went away while the site was looked for leaves no connection behind', async (t) => {
  const { server, watched } = await tunnel(t, 'wiki.example', WIKI, { leaves: true });
  t.equal(server.destroyed, true);
  t.equal(watched.length, 0);
});

t.test('what passes is counted both ways, without what asked for the tunnel', async (t) => {
  const said = 'CONNECT wiki.example:443 HTTP/1.1\r\n\r\n';
  const { program, site, watched } = await tunnel(t, 'wiki.example', WIKI, { said });
  const [connection] = watched;
  if (connection === undefined) throw new Error('nobody watches it');
  t.equal(connection.bytes(), ESTABLISHED.length);
  program.write(Buffer.alloc(100));
  await until(() => connection.bytes() === ESTABLISHED.length + 100, { what: 'the client to be counted' });
  site.write(Buffer.alloc(1_000));
  await until(() => connection.bytes() === ESTABLISHED.length + 1_100, { what: 'the site to be counted' });
});

t.test('a tunnel is half closed once either side has said all', async (t) => {
  for (const side of ['program', 'site'] as const) {
    const ends = await tunnel(t, 'wiki.example', WIKI);
    const [connection] = ends.watched;
    t.equal(connection?.halfClosed(), false);
    ends[side].end();
    await until(() => connection?.halfClosed() === true, { what: `the end of the ${side}` });
  }
});

t.test('a name that is blocked later cuts a tunnel that shows it, at both ends', async (t) => {
  const first = hello({ extensions: [serverName('other.example')] });
  const { connections, judge, socket, server, answer } = await tunnel(t, 'wiki.example', first);
  judge.block('other.example');
  connections.recheck();
  t.strictSame([socket.destroyed, server.destroyed], [true, true]);
  t.equal(await answer(), ESTABLISHED);
});
