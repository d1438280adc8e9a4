import { systemRandom } from '../../../kit/random.ts';
import { recordId } from '../../../server/demo/record-id.ts';
import type { Attack } from '../stand.ts';
import { attackAgain, hostileLaptops } from './hostile-laptop.ts';

const LAPTOPS = 4;
const RECORDS = 500;
const EVENTS = 100;
/** Packs to nothing. */
const LONG_TEXT = 'a'.repeat(2_000);

/** Batches that are small on the wire and large on the disk. */
export const RECORD_FLOOD: Attack = {
  what: 'four laptops write records that pack to nothing',
  async prepare(stand) {
    const laptops = await hostileLaptops(stand, LAPTOPS, 'flooder');
    return async (signal) => {
      await Promise.all(
        laptops.map((laptop) =>
          attackAgain(laptop, signal, (connection) =>
            connection.publish('activity', {
              records: Array.from({ length: RECORDS }, () => ({
                id: recordId(systemRandom),
                at: Date.now(),
                kind: 'visit',
                user: 'ana',
                domain: 'example.org',
                url: `https://example.org/${LONG_TEXT}`,
                title: LONG_TEXT.slice(0, 300),
                durationSeconds: 60,
              })),
            }),
          ),
        ),
      );
    };
  },
};

/** The same for events: each may carry a text of 2 kB. */
export const EVENT_FLOOD: Attack = {
  what: 'four laptops send events that pack to nothing',
  async prepare(stand) {
    const laptops = await hostileLaptops(stand, LAPTOPS, 'eventful');
    return async (signal) => {
      await Promise.all(
        laptops.map((laptop) =>
          attackAgain(laptop, signal, (connection) =>
            connection.publish('events', {
              events: Array.from({ length: EVENTS }, () => ({
                id: recordId(systemRandom),
                at: Date.now(),
                kind: 'tamper',
                details: { what: LONG_TEXT, detail: LONG_TEXT },
              })),
            }),
          ),
        ),
      );
    };
  },
};

/** Each distinct host may be an alert of its own: nobody could read them. */
export const ALERT_FLOOD: Attack = {
  what: 'a laptop names ever new hosts, each worth an alert',
  async prepare(stand) {
    const [laptop] = await hostileLaptops(stand, 1, 'alarmist');
    if (laptop === undefined) throw new Error('no laptop');
    let number = 0;
    return (signal) =>
      attackAgain(laptop, signal, (connection) =>
        connection.publish('events', {
          events: Array.from({ length: EVENTS }, () => ({
            id: recordId(systemRandom),
            at: Date.now(),
            kind: 'access_request',
            details: { host: `site-${number++}.example`, user: 'ana', note: 'please' },
          })),
        }),
      );
  },
};
