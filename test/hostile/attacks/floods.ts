import assert from 'node:assert/strict';
import type { UpTopic } from '../../../contracts/mqtt/topics.ts';
import { DEFAULT_LIMITS } from '../../../gateway/limits/limits.ts';
import { systemRandom } from '../../../kit/random.ts';
import type { SimulatedIdentity } from '../../../server/simulated-laptop/identity.ts';
import { recordId } from '../../../server/simulated-laptop/messages.ts';
import { until } from '../../support/until.ts';
import { type Attack, countOf, type Stand } from '../stand.ts';
import { attackAgain, hostileLaptops, untilAborted } from './hostile-laptop.ts';

const LAPTOPS = 4;
const RECORDS = 500;
const EVENTS = 100;
/** Packs to nothing. */
const LONG_TEXT = 'a'.repeat(2_000);
const HOUR_SECONDS = 3_600;
const HELD_BACK = 'gateway_refused_total{reason="over_quota"}';

/** Batches that are small on the wire and large on the disk: what they come to is taken at a pace. */
export const RECORD_FLOOD: Attack = {
  what: 'four laptops write records that pack to nothing',
  async prepare(stand) {
    const laptops = await hostileLaptops(stand, LAPTOPS, 'flooder');
    return (signal) => floodRecords(laptops, signal);
  },
};

/** @throws where a laptop gets in more than its pace allows */
export async function floodRecords(
  laptops: readonly SimulatedIdentity[],
  signal: AbortSignal,
): Promise<void> {
  const begunAt = performance.now();
  const taken = await Promise.all(
    laptops.map((laptop) => flood(laptop, signal, { topic: 'activity', next: longRecords })),
  );
  const { unpackedByteBurst, unpackedBytesPerSecond } = DEFAULT_LIMITS;
  // The last one is taken whole.
  const most = unpackedByteBurst + unpackedBytesPerSecond * secondsSince(begunAt) + bytesOf(longRecords());
  for (const { bytes } of taken) assert.ok(bytes <= most, `a laptop wrote ${bytes} of ${most} bytes`);
}

/** Records as short as they may be, which the pace does not hold for long: only so many of a laptop are taken. */
export const RECORD_QUOTA: Attack = {
  what: 'a laptop writes more records than a whole outbox holds',
  async prepare(stand) {
    const laptops = await hostileLaptops(stand, 1, 'diligent');
    const { recordsPerHour } = DEFAULT_LIMITS.activity;
    let number = 10_000_000;
    const shortest = () => ({ id: String(number++), at: 1, kind: 'visit', user: null, domain: null });
    const next = (): object => ({ records: Array.from({ length: RECORDS }, shortest) });
    return (signal) =>
      untilHeldBack({ stand, laptops, signal, topic: 'activity', next, batches: recordsPerHour / RECORDS });
  },
};

/** The same for events: each may carry a text of 2 kB. */
export const EVENT_FLOOD: Attack = {
  what: 'four laptops send events that pack to nothing',
  async prepare(stand) {
    const laptops = await hostileLaptops(stand, LAPTOPS, 'eventful');
    const next = (): object => ({
      events: recordIds(EVENTS).map((id) => ({
        id,
        at: Date.now(),
        kind: 'tamper',
        details: { what: LONG_TEXT, detail: LONG_TEXT },
      })),
    });
    const batches = DEFAULT_LIMITS.events.bytesPerHour / bytesOf(next());
    return (signal) => untilHeldBack({ stand, laptops, signal, topic: 'events', next, batches });
  },
};

/** Each distinct host may be an alert of its own: nobody could read them. */
export const ALERT_FLOOD: Attack = {
  what: 'a laptop names ever new hosts, each worth an alert',
  async prepare(stand) {
    const [laptop] = await hostileLaptops(stand, 1, 'alarmist');
    if (laptop === undefined) throw new Error('no laptop');
    let number = 0;
    const next = (): object => ({
      events: recordIds(EVENTS).map((id) => ({
        id,
        at: Date.now(),
        kind: 'access_request',
        details: { host: `site-${number++}.example`, user: 'ana', note: 'please' },
      })),
    });
    return async (signal) => void (await flood(laptop, signal, { topic: 'events', next }));
  },
};

function longRecords(): object {
  return {
    records: recordIds(RECORDS).map((id) => ({
      id,
      at: Date.now(),
      kind: 'visit',
      user: 'ana',
      domain: 'example.org',
      url: `https://example.org/${LONG_TEXT}`,
      title: LONG_TEXT.slice(0, 300),
      durationSeconds: 60,
    })),
  };
}

function recordIds(count: number): readonly string[] {
  return Array.from({ length: count }, () => recordId(systemRandom));
}

function bytesOf(message: object): number {
  return Buffer.byteLength(JSON.stringify(message));
}

function secondsSince(begunAt: number): number {
  return (performance.now() - begunAt) / 1_000;
}

/** What one laptop sends without end. */
interface Flood {
  readonly topic: UpTopic;
  readonly next: () => object;
}

/** What of it was acknowledged, which says that it is stored. */
interface Taken {
  batches: number;
  bytes: number;
}

async function flood(
  laptop: SimulatedIdentity,
  signal: AbortSignal,
  { topic, next }: Flood,
  taken: Taken = { batches: 0, bytes: 0 },
): Promise<Taken> {
  await attackAgain(laptop, signal, async (connection) => {
    const message = next();
    await connection.publish(topic, message);
    taken.batches += 1;
    taken.bytes += bytesOf(message);
  });
  return taken;
}

/** Floods until the signal, and until the server has held back a batch of each laptop. @throws where a laptop gets in more than its quota and what of it has come back */
async function untilHeldBack({
  stand,
  laptops,
  signal,
  batches,
  ...sent
}: Flood & {
  readonly stand: Stand;
  readonly laptops: readonly SimulatedIdentity[];
  readonly signal: AbortSignal;
  /** What the quota of an hour comes to. */
  readonly batches: number;
}): Promise<void> {
  const before = await countOf(stand, HELD_BACK);
  const over = new AbortController();
  const taken = laptops.map(() => ({ batches: 0, bytes: 0 }));
  const begunAt = performance.now();
  const most = (): number => batches * (1 + secondsSince(begunAt) / HOUR_SECONDS);
  const isTooMuch = (): boolean => taken.some((one) => one.batches > most());
  const isHeldBack = async (): Promise<boolean> =>
    (await countOf(stand, HELD_BACK)) - before >= laptops.length;
  const flooding = laptops.map((laptop, number) => flood(laptop, over.signal, sent, taken[number]));
  try {
    await until(async () => isTooMuch() || (await isHeldBack()), { what: 'each to be held back' });
    await untilAborted(signal);
  } finally {
    over.abort();
    await Promise.all(flooding);
  }
  assert.ok(!isTooMuch(), `${taken.map((one) => one.batches)} batches were taken, of ${most()}`);
}
