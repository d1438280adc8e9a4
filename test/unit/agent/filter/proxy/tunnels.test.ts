import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { createOpenConnections } from '../../../../../agent/filter/connections/open-connections.ts';
import type { Pages } from '../../../../../agent/filter/pages/create-pages.ts';
import { createTunnels } from '../../../../../agent/filter/proxy/tunnels.ts';
import { silentLog } from '../../../../../kit/log.ts';
import { ECH, hello, serverName } from '../../../../support/client-hello.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { CRISIS_HOST, createStandJudge, createStandRecorder } from '../../../../support/filter-stand.ts';

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
  await Promise.race([once(socket, 'close'), once(socket, 'end')]);
  return Buffer.concat(chunks).toString('latin1');
}

/** A tunnel to a host, whose client sends these first bytes of TLS with its CONNECT. */
async function tunnel(t: Test, host: string, first: Buffer) {
  const clock = createFakeClock();
  const judge = createStandJudge();
  judge.block('play.example');
  const recorder = createStandRecorder();
  const [program, socket] = await pair(t);
  const [server, site] = await pair(t);
  const unexpected = (): never => t.fail('no page is asked for') as never;
  const pages: Pages = { blocked: unexpected, unreachable: unexpected, own: unexpected, ask: unexpected };
  const open = createOpenConnections({ judge, recorder, clock, log: silentLog });
  const egress = {
    async connect() {
      await turn();
      return server;
    },
  };
  const atProgram = heardBy(program);
  const atSite = heardBy(site);
  const request = { socket, head: first, authority: { host, port: 443 }, app: null, uid: null };
  await createTunnels({ judge, recorder, egress, open, pages, clock }).carry(request);
  return {
    attempts: recorder.attempts.map(({ kind, host: shown, port }) => ({ kind, shown, port })),
    decisions: recorder.decisions.map(({ question, judgement }) => `${question.host} ${judgement.action}`),
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

t.test('a blocked name in an open tunnel is cut before the site hears a byte', async (t) => {
  const { decisions, finish } = await tunnel(
    t,
    'wiki.example',
    hello({ extensions: [serverName('play.example')] }),
  );
  t.strictSame(decisions, ['wiki.example allow', 'play.example block']);
  t.equal((await finish()).heard, '');
});

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
