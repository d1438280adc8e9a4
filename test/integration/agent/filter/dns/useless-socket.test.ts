import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import t, { type Test } from 'tap';
import { UdpClient } from '../../../../../agent/filter/dns/udp-client.ts';
import { systemRandom } from '../../../../../kit/random.ts';
import { createFakeClock, type FakeClock } from '../../../../support/fake-clock.ts';

/** A question for `abc.example`, type A. */
const QUESTION = Buffer.from('000001000001000000000000036162630765786d61706c650000010001', 'hex');
/** More than a datagram holds: the system refuses to send it. */
const TOO_LONG = Buffer.concat([QUESTION, Buffer.alloc(70_000)]);
const TIMEOUT_MS = 1_500;

t.test('a socket that reaches nobody any more is not used again', async (t) => {
  const { upstream, client, clock, ask } = await setUp(t, systemRandom);
  let useless: number | null = null;
  let heard: () => void = () => undefined;
  upstream.on('message', (message, from) => {
    if (from.port === useless) heard();
    else answer(upstream, message, from);
  });
  const [first] = await Promise.all([once(upstream, 'message'), ask()]);
  useless = (first[1] as RemoteInfo).port;
  // Eight sockets by chance: asked until the useless one is met.
  const silent = new Promise<void>((resolve) => (heard = resolve));
  const asking = Promise.all(Array.from({ length: 100 }, () => ask()));
  await silent;
  await clock.advance(TIMEOUT_MS);
  t.ok((await asking).includes('timeout'), 'it was met');
  const after = await Promise.all(Array.from({ length: 100 }, () => ask()));
  t.same(new Set(after.map((one) => typeof one)), new Set(['object']), 'and then no more');
  await client.close();
});

t.test('a question whose socket fails goes once more through a fresh one', async (t) => {
  // Slot, port and id of the first; slot and id of the second; slot, port and id of each again.
  const numbers = [0, 0, 1, 0, 2, 1, 1, 3, 2, 2, 4];
  const bytes = (length: number): Buffer => {
    const given = Buffer.alloc(length);
    for (const [index, number] of numbers.entries()) given.writeUInt16BE(number, index * 2);
    return given;
  };
  const { upstream, client, ask } = await setUp(t, { ...systemRandom, bytes });
  const ports: number[] = [];
  upstream.on('message', (message, from) => {
    ports.push(from.port);
    // The first time it is silent.
    if (ports.length > 1) answer(upstream, message, from);
  });
  const honest = Promise.all([once(upstream, 'message'), ask()]);
  const refused = client.ask(Buffer.from(TOO_LONG), QUESTION.length);
  t.equal(await refused, 'unreachable', 'what no socket can send is given up');
  t.ok(Buffer.isBuffer((await honest)[1]), 'the other is answered');
  t.equal(new Set(ports).size, 2, 'through another socket');
  await client.close();
});

async function setUp(
  t: Test,
  random: typeof systemRandom,
): Promise<{
  readonly upstream: Socket;
  readonly client: UdpClient;
  readonly clock: FakeClock;
  readonly ask: () => ReturnType<UdpClient['ask']>;
}> {
  const upstream = createSocket('udp4');
  t.teardown(() => upstream.close());
  upstream.bind({ port: 0, address: '127.0.0.1' });
  await once(upstream, 'listening');
  const clock = createFakeClock();
  const client = new UdpClient({ address: '127.0.0.1', port: upstream.address().port, clock, random });
  return { upstream, client, clock, ask: () => client.ask(Buffer.from(QUESTION), QUESTION.length) };
}

function answer(upstream: Socket, message: Buffer, from: RemoteInfo): void {
  message.writeUInt8(message.readUInt8(2) | 0x80, 2);
  upstream.send(message, from.port, from.address);
}
