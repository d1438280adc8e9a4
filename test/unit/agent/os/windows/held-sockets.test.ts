import { EventEmitter, once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import t, { type Test } from 'tap';
import { createDatagramCarrier, receiveHeldSockets } from '../../../../../agent/os/windows/held-sockets.ts';
import type { Handed, HandedSocket } from '../../../../../agent/ports/held-socket.ts';
import { line } from '../../../../support/line.ts';

/** As the host writes it: who asks from 127.0.0.1:49153 by IPv4. */
const HEAD_4 = Buffer.from(`000004c0017f000001${'00'.repeat(12)}`, 'hex');
const HEAD_6 = Buffer.from(`000006c001${'00'.repeat(15)}01`, 'hex');

function frame(head: Buffer, text: string): Buffer {
  const bytes = Buffer.concat([head, Buffer.from(text)]);
  bytes.writeUInt16BE(bytes.length - 2, 0);
  return bytes;
}

t.test('datagrams come to who listens to their family, however the stream cuts them', async (t) => {
  const [ours, host] = line();
  const carry = createDatagramCarrier(ours);
  const came: string[] = [];
  const whole = new Promise<void>((resolve) => {
    for (const family of [4, 6] as const)
      carry(family).onMessage((packet, { address, port }) => {
        came.push(`${packet} from ${address} ${port}`);
        if (came.length === 3) resolve();
      });
  });
  const bytes = Buffer.concat([frame(HEAD_4, 'one'), frame(HEAD_6, 'two'), frame(HEAD_4, '')]);
  for (const [from, to] of [
    [0, 1],
    [1, 20],
    [20, 26],
    [26, bytes.length],
  ])
    host.write(bytes.subarray(from, to));
  await whole;
  t.same(came, ['one from 127.0.0.1 49153', 'two from 0:0:0:0:0:0:0:1 49153', ' from 127.0.0.1 49153']);
});

t.test('an answer goes back as the host reads it', async (t) => {
  const [ours, host] = line();
  const carry = createDatagramCarrier(ours);
  const sent: Buffer[] = [];
  host.on('data', (bytes: Buffer) => sent.push(bytes));
  carry(4).send(Buffer.alloc(5_000), { address: '127.0.0.1', port: 49_153 });
  carry(4).send(Buffer.from('one'), { address: '127.0.0.1', port: 49_153 });
  carry(6).send(Buffer.from('two'), { address: '0:0:0:0:0:0:0:1', port: 49_153 });
  ours.end();
  await once(host, 'end');
  t.same(
    Buffer.concat(sent),
    Buffer.concat([frame(HEAD_4, 'one'), frame(HEAD_6, 'two')]),
    'one that is too long for any host is left out',
  );
});

async function listening(t: Test): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return { server, port: (server.address() as { port: number }).port };
}

t.test('a listening socket is taken over with the connections that came before', async (t) => {
  const { server: first, port } = await listening(t);
  const channel = new EventEmitter();
  let isDisconnected = false;
  const receiving = receiveHeldSockets({
    env: { SCHOOLGATE_HELD: `tcp-4-${port},nonsense,udp-4-99999x` },
    channel: Object.assign(channel, {
      disconnect: () => {
        isDisconnected = true;
      },
    }),
    openDatagrams: () => t.fail('no datagrams are held') as never,
  });
  channel.emit('message', 'tcp-4-1', first);
  channel.emit('message', `tcp-4-${port}`, 'no server');
  channel.emit('message', `tcp-4-${port}`, first);
  const [held, ...others] = await receiving;
  t.same(others, []);
  t.ok(isDisconnected, 'nothing more is to come');

  const early = connect(port, '127.0.0.1');
  await once(first, 'connection');
  const second = createServer((socket) => socket.end('taken'));
  handedOf(held).takeOver(second);
  await once(second, 'listening');
  t.equal((second.address() as { port: number }).port, port);
  for (const socket of [early, connect(port, '127.0.0.1')])
    t.equal(String(await once(socket, 'data')), 'taken');
  await new Promise((resolve) => second.close(resolve));
});

function handedOf(socket: HandedSocket | undefined): Handed {
  if (socket === undefined || !('handed' in socket)) throw new Error('no server was handed over');
  return socket.handed;
}

t.test('a worker for which nothing is held gets nothing, and waits for nothing', async (t) => {
  const channel = new EventEmitter();
  const openDatagrams = (): never => t.fail('no datagrams are held') as never;
  t.same(await receiveHeldSockets({ env: {}, channel, openDatagrams }), []);
});
