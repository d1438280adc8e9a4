import { hash } from 'node:crypto';
import type { DeviceId } from '../../../contracts/ids.ts';
import type { Attack } from '../stand.ts';
import { attackAgain, hostileLaptops } from './hostile-laptop.ts';

/** The place of a record within its millisecond as a laptop that has read our source may reckon it: by a hash without a key, of an id that the laptop makes. */
const SLOT_BITS = 26;
/** Chosen ids fall into so few neighbouring places. */
const TARGET_SLOTS = 16_384;
const IDS = 8_000;
const BATCH = 500;

/** Records of one millisecond whose ids the laptop chose so that all want the same few places in the table. */
export const CHOSEN_SLOTS: Attack = {
  what: 'a laptop chooses record ids that fall upon one another',
  async prepare(stand) {
    const [laptop] = await hostileLaptops(stand, 1, 'chooser');
    if (laptop === undefined) throw new Error('no laptop');
    const ids = chosenIds(laptop.deviceId);
    const at = Date.now();
    let sent = 0;
    return (signal) =>
      attackAgain(laptop, signal, async (connection) => {
        const records = Array.from({ length: BATCH }, () => ({
          id: ids[sent++ % ids.length],
          at,
          kind: 'request',
          user: null,
          domain: 'example.org',
          action: 'allow',
        }));
        await connection.publish('activity', { records });
      });
  },
};

function chosenIds(deviceId: DeviceId): readonly string[] {
  const ids: string[] = [];
  for (let number = 0; ids.length < IDS; number++) {
    const id = `chosen-${number.toString(36)}`;
    const bytes = hash('sha1', `${deviceId}\n${id}`, 'buffer');
    if (bytes.readUInt32BE(6) >>> (32 - SLOT_BITS) < TARGET_SLOTS * 64) ids.push(id);
  }
  return ids;
}
