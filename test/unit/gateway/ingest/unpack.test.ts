import { gzipSync } from 'node:zlib';
import t from 'tap';
import { MAX_UNPACKED_BYTES } from '../../../../contracts/mqtt/messages.ts';
import { isPacked, unpack } from '../../../../gateway/ingest/ingest.ts';

t.test('gzip is told by its first two bytes', async (t) => {
  t.equal(isPacked(gzipSync('{}')), true);
  for (const bytes of [[], [0x1f], [0x1f, 0x8b], [0x1f, 0x8a, 0], [0x1e, 0x8b, 0], [0x7b, 0x7d, 0x20]])
    t.equal(isPacked(Buffer.from(bytes)), false, `${bytes}`);
  t.equal(isPacked(Buffer.from([0x1f, 0x8b, 0])), true);
});

t.test('what fits is unpacked, to the last byte', async (t) => {
  t.strictSame(await unpack(gzipSync('{"a":1}')), { payload: Buffer.from('{"a":1}'), bytes: 7 });
  const most = await unpack(gzipSync(Buffer.alloc(MAX_UNPACKED_BYTES)));
  t.equal(most.bytes, MAX_UNPACKED_BYTES);
  t.ok('payload' in most && most.payload.length === MAX_UNPACKED_BYTES);
});

t.test('a bomb and a damage are told apart, and both count as the most', async (t) => {
  const bytes = MAX_UNPACKED_BYTES;
  t.strictSame(await unpack(gzipSync(Buffer.alloc(bytes + 1))), { refusal: 'unpacked_too_large', bytes });
  t.strictSame(await unpack(Buffer.from([0x1f, 0x8b, 1, 2, 3])), { refusal: 'bad_gzip', bytes });
  t.strictSame(await unpack(gzipSync('{"a":1}').subarray(0, -3)), { refusal: 'bad_gzip', bytes });
});
