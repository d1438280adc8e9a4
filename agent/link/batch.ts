import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { GZIP_OVER_BYTES, MAX_UNPACKED_BYTES } from '../../contracts/mqtt/messages.ts';
import { TOPICS } from '../../contracts/mqtt/topics.ts';
import type { OutboxRow, OutboxTopic } from '../state/outbox.ts';
import type { LinkOutbox } from './link-outbox.ts';

const pack = promisify(gzip);

/** Records a message: the schemas' limits; a result is a message of its own. */
const RECORDS: Readonly<Record<OutboxTopic, number>> = { activity: 500, events: 100, results: 1 };

/** Half of what a receiver unpacks at most: room for commas and the envelope. */
const UNPACKED_BYTES = MAX_UNPACKED_BYTES / 2;

export interface Batch {
  readonly rows: readonly OutboxRow[];
  readonly payload: Uint8Array;
}

/**
 * The next message of a topic: as many of the oldest records as its limits take, gzipped when that is worth it. Null when none waits. A
 * record that fits into no message is discarded, so that it does not stop the others for ever.
 */
export async function nextBatch(
  outbox: Pick<LinkOutbox, 'peek' | 'discard'>,
  topic: OutboxTopic,
): Promise<Batch | null> {
  let limit = RECORDS[topic];
  for (;;) {
    const rows = await outbox.peek(topic, { rows: limit, bytes: UNPACKED_BYTES });
    const [first] = rows;
    if (first === undefined) return null;
    const payload = await encode(topic, rows);
    if (payload.length <= TOPICS[topic].maxBytes) return { rows, payload };
    if (rows.length === 1) await outbox.discard(first);
    else limit = Math.ceil(rows.length / 2);
  }
}

async function encode(topic: OutboxTopic, rows: readonly OutboxRow[]): Promise<Uint8Array> {
  const bytes = Buffer.from(envelope(topic, rows.map(({ body }) => body).join(',')));
  return bytes.length > GZIP_OVER_BYTES ? await pack(bytes) : bytes;
}

function envelope(topic: OutboxTopic, bodies: string): string {
  switch (topic) {
    case 'activity':
      return `{"records":[${bodies}]}`;
    case 'events':
      return `{"events":[${bodies}]}`;
    case 'results':
      return bodies;
  }
}
