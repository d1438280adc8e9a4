import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import t from 'tap';
import { type ConnectionLimits, limitConnections } from '../../../../../api/http/limits/connection-limits.ts';
import { BEGUN } from '../../../../../api/http/limits/one-at-a-time.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

const LIMITS: ConnectionLimits = { total: 4, perNetwork: 2, answerMs: 60_000 };

/** A server whose connections the test opens; a destroyed one closes at once. */
function scene(limits: Partial<ConnectionLimits> = {}, trustProxy: readonly string[] = []) {
  const clock = createFakeClock();
  const server = new EventEmitter();
  const keeper = limitConnections(server as Server, { limits: { ...LIMITS, ...limits }, trustProxy, clock });
  const gone: string[] = [];
  let port = 1_000;
  const connect = (remoteAddress: string | undefined, name = `${remoteAddress} ${port}`, at = port++) => {
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress,
      remotePort: at,
      destroy() {
        gone.push(name);
        socket.emit('close');
      },
    }) as unknown as Socket & EventEmitter;
    server.emit('connection', socket);
    return socket;
  };
  /** A request that is being answered. @returns its end */
  const ask = (socket: Socket, type = 'application/json'): (() => void) => {
    const response = Object.assign(new EventEmitter(), { getHeader: () => type });
    server.emit(BEGUN, { socket }, response);
    return () => void response.emit('close');
  };
  return { clock, keeper, gone, connect, ask };
}

t.test('a connection that is being answered over is not idle', async (t) => {
  const { connect, ask, gone } = scene();
  const used = connect('192.0.2.1', 'used');
  connect('192.0.2.1', 'second');
  const end = ask(used);
  connect('192.0.2.1', 'third');
  t.same(gone, ['second']);
  connect('192.0.2.1', 'fourth');
  t.same(gone, ['second', 'third']);
  end();
  connect('192.0.2.1', 'fifth');
  t.same(gone, ['second', 'third', 'fourth'], 'it was used after the others had come');
  connect('192.0.2.1', 'sixth');
  t.same(gone.at(-1), 'used', 'and may go again');
});

t.test('where all others have just begun the newest goes', async (t) => {
  const { connect, ask, gone } = scene();
  for (const name of ['first', 'second']) ask(connect('192.0.2.1', name));
  connect('192.0.2.1', 'third');
  t.same(gone, ['third']);
});

t.test('a body that drips, or an answer that nobody reads, makes room: the longest first', async (t) => {
  const { clock, connect, ask, gone } = scene();
  for (const name of ['first', 'second']) {
    ask(connect('192.0.2.1', name));
    await clock.advance(1);
  }
  await clock.advance(2_997);
  connect('192.0.2.1', 'third');
  t.same(gone, ['third'], 'each has three seconds');
  await clock.advance(1);
  connect('192.0.2.1', 'fourth');
  t.same(gone, ['third', 'first']);
});

t.test('who has proven who they are takes no stranger’s place, and loses none to strangers', async (t) => {
  const { clock, connect, ask, keeper, gone } = scene({ total: 5 });
  const known = connect('192.0.2.1', 'known');
  const idle = connect('192.0.2.1', 'idle');
  for (const socket of [known, idle]) {
    ask(socket)();
    keeper.prove(socket);
  }
  for (const name of ['a', 'b', 'c']) connect('192.0.2.1', name);
  t.same(gone, ['a'], 'strangers have the places of strangers');
  await clock.advance(60_000);
  connect('198.51.100.1', 'elsewhere');
  t.same(gone, ['a']);
  connect('198.51.100.2', 'too many');
  t.same(gone, ['a', 'b'], 'of the largest network a stranger goes first');
});

t.test('a late close says nothing of the connection that has its port now', async (t) => {
  const { connect, gone, keeper } = scene({ perNetwork: 1 });
  const before = connect('192.0.2.1', 'before', 5_000);
  keeper.release(before);
  connect('192.0.2.1', 'now', 5_000);
  before.emit('close');
  connect('192.0.2.1', 'next', 5_001);
  t.same(gone, ['now'], 'it is still counted');
});

t.test('a stream of events is meant to stay open', async (t) => {
  const { clock, connect, ask, gone } = scene();
  ask(connect('192.0.2.1'), 'text/event-stream');
  await clock.advance(600_000);
  t.same(gone, []);
});

t.test('an answer that takes too long ends its connection; one that came in time does not', async (t) => {
  const { clock, connect, ask, gone } = scene();
  const slow = connect('192.0.2.1', 'slow');
  ask(slow);
  const quick = connect('192.0.2.2', 'quick');
  ask(quick)();
  await clock.advance(59_999);
  t.same(gone, []);
  await clock.advance(1);
  t.same(gone, ['slow']);
  t.equal(clock.pending(), 0);
});

t.test('a request over a connection that is not counted is nobody’s', async (t) => {
  const { clock, connect, ask, keeper } = scene();
  const socket = connect('192.0.2.1');
  keeper.release(socket);
  ask(socket)();
  t.equal(clock.pending(), 0);
});

t.test('an answer that ends after its connection is forgotten does not bring it back', async (t) => {
  const { connect, ask, gone } = scene({ total: 2, perNetwork: 10 });
  const socket = connect('192.0.2.1');
  connect('192.0.2.1');
  const end = ask(socket);
  socket.emit('close');
  end();
  connect('192.0.2.2');
  t.same(gone, []);
});

t.test('a trusted proxy brings everybody’s connections, which only the total limits', async (t) => {
  for (const [proxies, from, isLimited] of [
    [['192.0.2.0/24'], '192.0.2.7', false],
    [['192.0.2.0/24'], '::ffff:192.0.2.7', false],
    [['192.0.2.0/24'], '198.51.100.7', true],
    [['192.0.2.7'], '192.0.2.7', false],
    [['192.0.2.7'], '192.0.2.8', true],
    [['2001:db8::/32'], '2001:db8::1', false],
    [['2001:db8::1'], '2001:db8::1', false],
    [['2001:db8::1'], '2001:db8::2', true],
    [['2001:db8::/32'], '192.0.2.7', true],
    [['loopback', '192.0.2.7'], '192.0.2.7', false],
    [['192.0.2.0/24'], undefined, true],
    [[], '192.0.2.7', true],
  ] as const) {
    const { connect, gone } = scene({ total: 5 }, proxies);
    for (let count = 0; count < 3; count++) connect(from);
    t.equal(gone.length, isLimited ? 1 : 0, `${String(from)} behind ${proxies.join()}`);
  }
  const { connect, gone } = scene({ total: 2 }, ['192.0.2.7']);
  for (let count = 0; count < 3; count++) connect('192.0.2.7');
  t.equal(gone.length, 1);
});

t.test('a household of IPv6 is one network', async (t) => {
  const { connect, gone } = scene();
  for (const end of ['1', '3:4:5', 'ffff']) connect(`2001:db8:1:2::${end}`);
  t.equal(gone.length, 1);
});

t.test('of networks with as many connections the one that came first gives way', async (t) => {
  const { connect, gone } = scene({ total: 2 });
  connect('192.0.2.1', 'first');
  connect('192.0.2.2', 'second');
  connect('192.0.2.3', 'third');
  t.same(gone, ['first']);
});

t.test('where the largest network is busy the newcomer goes', async (t) => {
  const { connect, ask, gone } = scene({ total: 2 });
  for (const name of ['first', 'second']) ask(connect('192.0.2.1', name));
  connect('192.0.2.2', 'third');
  t.same(gone, ['third']);
});

t.test('ports are counted by address: the same one of another is another connection', async (t) => {
  const { connect, keeper, gone } = scene({ perNetwork: 1 });
  const upgraded = connect('192.0.2.1', 'upgraded', 5_000);
  connect('192.0.2.2', 'other', 5_000);
  keeper.release(upgraded);
  connect('192.0.2.2', 'next', 5_001);
  t.same(gone, ['other'], 'it is still counted');
});
