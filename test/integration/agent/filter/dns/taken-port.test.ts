import { createSocket, type Socket } from 'node:dgram';
import t from 'tap';
import { UdpClient } from '../../../../../agent/filter/dns/udp-client.ts';
import { systemClock } from '../../../../../kit/clock.ts';
import { systemRandom } from '../../../../../kit/random.ts';

/** A question for `abc.example`, type A. */
const QUESTION = Buffer.from('000001000001000000000000036162630765786d61706c650000010001', 'hex');
const ANY_PORT = { port: 0, address: '127.0.0.1' };

const bound = (at: { readonly port: number; readonly address?: string }): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = createSocket('udp4');
    socket.once('error', reject);
    socket.bind({ ...at, exclusive: true }, () => resolve(socket));
  });

t.test('a local port that somebody else holds costs no question', async (t) => {
  const upstream = await bound(ANY_PORT);
  upstream.on('message', (message, from) => {
    message.writeUInt8(message.readUInt8(2) | 0x80, 2);
    upstream.send(message, from.port, from.address);
  });
  // Chance names the first of the private ports each time.
  const holder = await bound({ port: 49_152 }).catch(() => null);
  const random = { ...systemRandom, bytes: (length: number) => Buffer.alloc(length) };
  const client = new UdpClient({
    address: '127.0.0.1',
    port: upstream.address().port,
    clock: systemClock,
    random,
  });
  t.teardown(async () => {
    await client.close();
    upstream.close();
    holder?.close();
  });
  for (const _ of [1, 2, 3])
    t.ok(Buffer.isBuffer(await client.ask(Buffer.from(QUESTION), QUESTION.length)), 'answered');
});
