import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { nextBatch } from '../../../../agent/link/batch.ts';
import type { OutboxRow } from '../../../../agent/state/outbox.ts';

function outboxOf(bodies: readonly string[]) {
  const rows = bodies.map((body, seq): OutboxRow => ({ seq, body, bytes: Buffer.byteLength(body) }));
  const discarded: number[] = [];
  return {
    discarded,
    peek: (_topic: string, limits: { readonly rows: number }) => rows.slice(0, limits.rows),
    discard(row: OutboxRow) {
      discarded.push(row.seq);
      rows.splice(rows.indexOf(row), 1);
    },
  };
}

t.test('nothing waits: no message', async (t) => {
  t.equal(await nextBatch(outboxOf([]), 'events'), null);
});

t.test('a result is a message of its own, as it is', async (t) => {
  const batch = await nextBatch(outboxOf(['{"id":"a"}', '{"id":"b"}']), 'results');
  t.equal(Buffer.from(batch?.payload ?? []).toString(), '{"id":"a"}');
});

t.test('over a kilobyte is gzipped, under it is not', async (t) => {
  const small = await nextBatch(outboxOf(['{"id":"a"}']), 'events');
  t.equal(Buffer.from(small?.payload ?? []).toString(), '{"events":[{"id":"a"}]}');
  const large = await nextBatch(outboxOf(Array(300).fill('{"id":"abcdefgh"}')), 'activity');
  t.equal(large?.payload[0], 0x1f);
  t.equal(JSON.parse(gunzipSync(large?.payload ?? Buffer.alloc(0)).toString()).records.length, 300);
});

t.test('at most 500 activity records and 100 events a message', async (t) => {
  t.equal((await nextBatch(outboxOf(Array(900).fill('{}')), 'activity'))?.rows.length, 500);
  t.equal((await nextBatch(outboxOf(Array(900).fill('{}')), 'events'))?.rows.length, 100);
});

t.test(
  'what does not compress under the limit goes in smaller messages; one that never fits is discarded',
  async (t) => {
    const noise = (bytes: number): string => JSON.stringify({ x: randomBytes(bytes).toString('base64') });
    const batch = await nextBatch(outboxOf(Array.from({ length: 8 }, () => noise(20_000))), 'events');
    t.ok(batch !== null && batch.rows.length < 8 && batch.payload.length <= 65_536);
    const outbox = outboxOf([noise(90_000), '{"id":"a"}']);
    t.equal((await nextBatch(outbox, 'events'))?.rows[0]?.body, '{"id":"a"}');
    t.same(outbox.discarded, [0]);
  },
);
