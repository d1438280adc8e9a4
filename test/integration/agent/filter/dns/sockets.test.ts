import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { decode, encode } from 'dns-packet';
import t from 'tap';
import { listenTcp } from '../../../../../agent/filter/dns/tcp-listener.ts';
import { askUdp, frame, queryFor, sendTcp, startDnsLab } from '../../../../support/dns-lab.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { until } from '../../../../support/until.ts';

function fdOf(handle: unknown): number {
  return typeof handle === 'object' && handle !== null ? Number(Reflect.get(handle, 'fd')) : -1;
}

t.test(
  'a socket that was opened beforehand is taken over by its file descriptor',
  { skip: process.platform === 'win32' },
  async (t) => {
    const holder = createServer();
    holder.listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const address = holder.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const udpHolder = createSocket('udp4');
    udpHolder.bind(0, '127.0.0.1');
    await once(udpHolder, 'listening');
    const udpPort = udpHolder.address().port;
    const state = Object.getOwnPropertySymbols(udpHolder).find(
      ({ description }) => description === 'state symbol',
    );
    const inner: unknown = Reflect.get(udpHolder, state ?? '');
    const fd = fdOf(Reflect.get(holder, '_handle'));
    const udpFd = typeof inner === 'object' && inner !== null ? fdOf(Reflect.get(inner, 'handle')) : -1;
    const script = `
    import { createResolver } from './agent/filter/dns/resolver.ts';
    import { systemClock as clock } from './kit/clock.ts';
    import { silentLog as log } from './kit/log.ts';
    import { systemRandom as random } from './kit/random.ts';
    const judge = { judgeName: () => ({ action: 'block', reason: 'block', categories: [] }), mode: () => 'enforce', isCrisisHelp: () => false };
    const none = [];
    const resolver = createResolver({ judge, recorder: { decided() {} }, upstreams: () => none, port: 0, clock, random, log,
      onNonce() {}, privateNetworks: () => none, inherited: { udp: [{ fd: 4, family: 4 }], tcp: [{ fd: 3, family: 4 }] } });
    await resolver.start();
    console.log('ready');`;
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script],
      {
        stdio: ['ignore', 'pipe', 'inherit', fd, udpFd],
      },
    );
    t.teardown(() => child.kill());
    await once(child.stdout ?? child, 'data');
    // Ours is closed; the child's goes on listening on the same port.
    holder.close();
    udpHolder.close();
    t.equal((await askUdp(udpPort, queryFor('shut.example'))).answers?.length, 1, 'by UDP');
    const [reply] = await sendTcp(port, frame(encode(queryFor('shut.example'))), 1);
    const answers = decode(reply ?? Buffer.alloc(12)).answers ?? [];
    t.same(
      answers.map((answer) => ('data' in answer ? answer.data : null)),
      ['0.0.0.0'],
    );
  },
);

t.test(
  'a TCP connection that says nothing more is closed after ten seconds, even within a message',
  async (t) => {
    const clock = createFakeClock();
    const lab = await startDnsLab({ clock });
    t.teardown(() => lab.resolver.stop());
    const socket = connect({ port: lab.port, host: '127.0.0.1' });
    t.teardown(() => socket.destroy());
    let isClosed = false;
    socket.on('close', () => {
      isClosed = true;
    });
    socket.on('error', () => undefined);
    socket.resume();
    socket.write(Buffer.from('0040', 'hex'));
    await until(() => clock.pending() === 1, { what: 'the connection to be watched' });
    await clock.advance(9_900);
    t.equal(isClosed, false);
    await clock.advance(200);
    await until(() => isClosed, { what: 'the connection to be closed' });
    t.equal(clock.pending(), 0);
  },
);

t.test('who asks and does not read is cut off, before the answers fill the memory', async (t) => {
  let answered = 0;
  const listener = await listenTcp(
    { address: '127.0.0.1', port: 0 },
    {
      clock: createFakeClock(),
      handler: {
        take: (packet, done) => {
          answered += 1;
          done(Buffer.alloc(60_000), { packet } as never);
        },
      },
    },
  );
  t.teardown(() => listener.close());
  const socket = connect({ port: listener.port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  socket.pause();
  const question = frame(encode(queryFor('large.example')));
  const writing = setInterval(
    () => socket.write(Buffer.concat(Array.from({ length: 20 }, () => question))),
    5,
  );
  t.teardown(() => {
    clearInterval(writing);
    socket.destroy();
  });
  await until(() => socket.destroyed || socket.errored !== null, { what: 'the connection to be cut' });
  t.ok(answered > 4 && answered < 2_000, `${answered} answers of 60 kB`);
});
