import { createServer, Socket } from 'node:net';
import t from 'tap';
import { ConnectTimeout, connectFirst, connectToHost } from '../../../../agent/dial/connect-first.ts';
import { systemClock } from '../../../../kit/clock.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

/** Sockets that a test answers for. */
function setUp(addresses: readonly string[], options: { readonly signal?: AbortSignal } = {}) {
  const clock = createFakeClock();
  const opened: { readonly address: string; readonly at: number; readonly socket: Socket }[] = [];
  const result = connectFirst({
    addresses,
    clock,
    ...options,
    open: (address) => {
      const socket = new Socket();
      opened.push({ address, at: clock.monotonic(), socket });
      return socket;
    },
  });
  result.catch(() => undefined);
  const socketOf = (address: string): Socket => {
    const found = opened.find((one) => one.address === address);
    if (found === undefined) throw new Error(`${address} was not tried`);
    return found.socket;
  };
  const accept = (address: string): void => void socketOf(address).emit('connect');
  const refuse = (address: string): void =>
    void socketOf(address).emit('error', new Error(`${address} refused`));
  const tried = (): readonly (readonly [string, number])[] => opened.map(({ address, at }) => [address, at]);
  return { clock, result, socketOf, accept, refuse, tried, opened };
}

t.test(
  'an address that takes three seconds is not given up for a later one that is a black hole',
  async (t) => {
    const { clock, result, accept, socketOf, tried } = setUp(['192.0.2.1', '2001:db8::1', '192.0.2.2']);
    await clock.advance(3_000);
    t.same(tried(), [
      ['192.0.2.1', 0],
      ['2001:db8::1', 250],
      ['192.0.2.2', 500],
    ]);
    t.equal(socketOf('192.0.2.1').destroyed, false, 'it still has its time');
    accept('192.0.2.1');
    t.equal(await result, socketOf('192.0.2.1'));
    t.same(
      [socketOf('2001:db8::1').destroyed, socketOf('192.0.2.2').destroyed],
      [true, true],
      'the others are closed',
    );
    t.equal(clock.pending(), 0);
  },
);

t.test('an address that refuses makes way for the next at once', async (t) => {
  const { clock, result, accept, refuse, socketOf, tried } = setUp(['192.0.2.1', '192.0.2.2', '192.0.2.3']);
  refuse('192.0.2.1');
  t.same(tried(), [
    ['192.0.2.1', 0],
    ['192.0.2.2', 0],
  ]);
  await clock.advance(100);
  accept('192.0.2.2');
  t.equal(await result, socketOf('192.0.2.2'));
  await clock.advance(1_000);
  t.equal(tried().length, 2, 'nobody else is tried after that');
});

t.test(
  'families take turns, the preferred one’s first, and no more than twelve addresses are tried',
  async (t) => {
    const six = Array.from({ length: 3 }, (_, at) => `2001:db8::${at + 1}`);
    const four = Array.from({ length: 100 }, (_, at) => `192.0.2.${at + 1}`);
    const { clock, tried } = setUp([...six, ...four]);
    await clock.advance(10_000);
    t.same(
      tried().map(([address]) => address),
      [...six.flatMap((address, at) => [address, four[at]]), ...four.slice(3, 9)],
    );
  },
);

t.test('when all refuse, the error is the first one’s; without an address it says so', async (t) => {
  const { result, refuse } = setUp(['192.0.2.1', '192.0.2.2']);
  refuse('192.0.2.1');
  refuse('192.0.2.2');
  await t.rejects(result, new Error('192.0.2.1 refused'));
  await t.rejects(setUp([]).result, new Error('the host has no address'));
});

t.test('when nobody answers, all ends after fifteen seconds, and nothing is left open', async (t) => {
  const { clock, result, opened } = setUp(['192.0.2.1', '2001:db8::1']);
  await clock.advance(14_999);
  t.same(
    opened.map(({ socket }) => socket.destroyed),
    [false, false],
  );
  await clock.advance(1);
  await t.rejects(result, ConnectTimeout);
  t.same(
    opened.map(({ socket }) => socket.destroyed),
    [true, true],
  );
});

t.test('an attempt that is given up ends at once', async (t) => {
  const aborter = new AbortController();
  const { result, opened, clock } = setUp(['192.0.2.1'], { signal: aborter.signal });
  aborter.abort();
  await t.rejects(result, { name: 'AbortError' });
  t.same([opened[0]?.socket.destroyed, clock.pending()], [true, 0]);
  await t.rejects(setUp(['192.0.2.1'], { signal: AbortSignal.abort() }).result, { name: 'AbortError' });
});

t.test('a host whose first addresses refuse is reached at the one that listens', async (t) => {
  const server = createServer((socket) => void socket.on('error', () => undefined).resume());
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  t.teardown(() => void server.close());
  const found = ['::1', '127.0.0.7', '127.0.0.1'].map((address) => ({
    address,
    family: address.includes(':') ? 6 : 4,
  }));
  const socket = await connectToHost({
    host: 'school.example',
    port,
    lookup: (_host, _options, done) => done(null, found),
    clock: systemClock,
  });
  t.equal(socket.remoteAddress, '127.0.0.1');
  socket.destroy();
  await t.rejects(
    connectToHost({
      host: 'nowhere.example',
      port,
      lookup: (_host, _options, done) => done(new Error('no such name'), ''),
      clock: systemClock,
    }),
    new Error('no such name'),
  );
});
