import t from 'tap';
import { PacketGuard } from '../../../../gateway/broker/packet-guard.ts';
import { TokenBucket } from '../../../../kit/token-bucket.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const plenty = () => new TokenBucket(createFakeClock(), { perSecond: 1_000, burst: 1_000 });
/** CONNECT of client "x", clean, keep-alive 30 s (MQTT 3.1.1, 3.1). */
const CONNECT = Buffer.from([0x10, 13, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 2, 0, 30, 0, 1, 0x78]);
const PING = Buffer.from([0xc0, 0]);

/** A QoS 0 publish to `a/b` with a payload of so many bytes. */
function publish(bytes: number): Buffer {
  const body = Buffer.concat([Buffer.from([0, 3]), Buffer.from('a/b'), Buffer.alloc(bytes, 0xff)]);
  const length: number[] = [];
  for (let left = body.length; left > 0 || length.length === 0; left >>= 7)
    length.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
  return Buffer.concat([Buffer.from([0x30, ...length]), body]);
}

t.test('a conversation passes, however it is cut into pieces', async (t) => {
  const bytes = Buffer.concat([CONNECT, publish(0), publish(122), publish(123), publish(20_000), PING]);
  for (const size of [1, 2, 3, 7, 1_000, bytes.length]) {
    const guard = new PacketGuard(plenty());
    const refusals: (string | null)[] = [];
    for (let at = 0; at < bytes.length; at += size)
      refusals.push(guard.inspect(bytes.subarray(at, at + size)));
    t.ok(
      refusals.every((refusal) => refusal === null),
      `pieces of ${size}`,
    );
  }
});

t.test('what announces too much is refused before its content comes', async (t) => {
  const guard = new PacketGuard(plenty());
  t.equal(guard.inspect(CONNECT), null);
  t.equal(guard.inspect(Buffer.from([0x30, 0xff, 0xff])), null);
  t.equal(guard.inspect(Buffer.from([0x7f])), 'packet_too_large');
});

t.test('nothing but CONNECT comes first, and it comes once', async (t) => {
  t.equal(new PacketGuard(plenty()).inspect(publish(3)), 'protocol_error');
  const guard = new PacketGuard(plenty());
  t.equal(guard.inspect(Buffer.concat([CONNECT, CONNECT])), 'protocol_error');
});

t.test('packets are counted, not bytes', async (t) => {
  const guard = new PacketGuard(new TokenBucket(createFakeClock(), { perSecond: 1, burst: 3 }));
  t.equal(guard.inspect(Buffer.concat([CONNECT, PING, PING])), null);
  t.equal(guard.inspect(PING), 'flood');
});

t.test('packet ids are never 0, and nothing is shorter than it can be, however it is cut', async (t) => {
  const cases: readonly [string, readonly number[], 'protocol_error' | null][] = [
    ['SUBSCRIBE', [0x82, 6, 0, 1, 0, 1, 0x61, 1], null],
    ['SUBSCRIBE of id 256', [0x82, 6, 1, 0, 0, 1, 0x61, 1], null],
    ['SUBSCRIBE of id 0', [0x82, 6, 0, 0, 0, 1, 0x61, 1], 'protocol_error'],
    ['SUBSCRIBE to nothing', [0x82, 2, 0, 1], 'protocol_error'],
    ['UNSUBSCRIBE', [0xa2, 5, 0, 1, 0, 1, 0x61], null],
    ['UNSUBSCRIBE of id 0', [0xa2, 5, 0, 0, 0, 1, 0x61], 'protocol_error'],
    ['UNSUBSCRIBE from nothing', [0xa2, 2, 0, 1], 'protocol_error'],
    ['PUBACK', [0x40, 2, 0xff, 0xff], null],
    ['PUBACK of id 0', [0x40, 2, 0, 0], 'protocol_error'],
    ['PUBACK without an id', [0x40, 0], 'protocol_error'],
  ];
  for (const [what, packet, expected] of cases) {
    const whole = new PacketGuard(plenty());
    t.equal(whole.inspect(Buffer.from([...CONNECT, ...packet, ...PING])), expected, what);
    const pieces = new PacketGuard(plenty());
    const refusals = [...CONNECT, ...packet, ...PING].map((byte) => pieces.inspect(Buffer.from([byte])));
    t.equal(refusals.find((refusal) => refusal !== null) ?? null, expected, `${what}, byte by byte`);
  }
});
