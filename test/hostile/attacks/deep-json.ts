import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { topicOf } from '../../../contracts/mqtt/topics.ts';
import type { SimulatedIdentity } from '../../../server/simulated-laptop/identity.ts';
import { until } from '../../support/until.ts';
import { type Attack, countOf } from '../stand.ts';
import { hostileLaptops, openClient, untilAborted } from './hostile-laptop.ts';

/** 2 kB on the wire, 2 MiB of opening brackets unpacked. */
const BOMB = gzipSync(Buffer.alloc(2 * 1_048_576 - 1, '['));
const AT_ONCE = 32;

/** Refused before it is read, and after. */
const UNREAD = 'gateway_refused_total{reason="too_complex"}';
const READ = 'gateway_refused_total{reason="bad_json"}';

/** Payloads that are cheap to send and dear to read: they are refused before anything reads them. */
export const DEEP_JSON: Attack = {
  what: 'a laptop sends JSON that nests two million deep, packed',
  async prepare(stand) {
    const [laptop] = await hostileLaptops(stand, 1, 'nester');
    if (laptop === undefined) throw new Error('no laptop');
    const [unread, read] = [await countOf(stand, UNREAD), await countOf(stand, READ)];
    return async (signal) => {
      while (!signal.aborted) await sendBombs(laptop, signal).catch(() => undefined);
      await until(
        async () => (await countOf(stand, UNREAD)) > unread || (await countOf(stand, READ)) > read,
        { what: 'the first bomb to be refused' },
      );
      assert.equal((await countOf(stand, READ)) - read, 0, 'no bomb is read');
    };
  },
};

async function sendBombs(laptop: SimulatedIdentity, signal: AbortSignal): Promise<void> {
  const { deviceId } = laptop;
  const client = await openClient(laptop);
  const closed = new Promise<void>((resolve) => {
    client.once('close', () => resolve());
  });
  const gone = Promise.race([closed, untilAborted(signal)]);
  client.on('error', () => undefined);
  while (!signal.aborted && client.connected) {
    const sent = Array.from({ length: AT_ONCE }, () =>
      client.publishAsync(topicOf(deviceId, 'activity'), BOMB, { qos: 1 }).catch(() => undefined),
    );
    await Promise.race([Promise.all(sent), gone]);
  }
  client.end(true);
}
