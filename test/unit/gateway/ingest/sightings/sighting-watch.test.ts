import t from 'tap';
import type { DeviceId } from '../../../../../contracts/ids.ts';
import { createGroupCommit } from '../../../../../gateway/ingest/group-commit.ts';
import { createSightingWatch } from '../../../../../gateway/ingest/sightings/sighting-watch.ts';
import { silentLog } from '../../../../../kit/log.ts';
import type { NewEvent } from '../../../../../store/ports/events.ts';
import type { Transaction } from '../../../../../store/ports/store.ts';
import type { ReceivedDeviceEvent } from '../../../../../store/ports/telemetry.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const DEVICES = ['dev_a', 'dev_b', 'dev_c'] as readonly string[] as readonly DeviceId[];
const BAD = DEVICES[1];

t.test(
  'what was collected of one device and cannot be written is dropped; that of all others is told',
  async (t) => {
    const clock = createFakeClock();
    const told: unknown[] = [];
    const append = async ({ deviceId }: Pick<NewEvent, 'deviceId'>): Promise<void> => {
      if (deviceId === BAD) throw new RangeError('Invalid time value');
      told.push(deviceId);
    };
    const tx = { events: { append } } as unknown as Transaction;
    const dropped: unknown[] = [];
    const log = { ...silentLog, error: (fields: object) => void dropped.push(fields) };
    const commits = createGroupCommit({
      store: {
        transaction: async (work) => {
          const mark = told.length;
          try {
            return await work(tx);
          } catch (error) {
            told.length = mark;
            throw error;
          }
        },
      },
      counters: { batches: 0, jobs: 0, failures: 0 },
    });
    const watch = createSightingWatch({ commits, clock, log });
    watch.start();
    t.teardown(() => watch.stop());
    const game = (deviceId: DeviceId, n: number): ReceivedDeviceEvent => ({
      deviceId,
      organisationId: 1,
      receivedAt: clock.now(),
      event: { id: `event-000${n}`, at: clock.now(), kind: 'game', details: { what: 'a game' } },
    });
    // The first is told with the message that brings it; the second waits for the end of its window.
    for (const n of [1, 2]) watch.events(DEVICES.map((deviceId) => game(deviceId, n))).kept();
    await clock.advance(6 * 60_000);
    t.same(told, ['dev_a', 'dev_c']);
    hasFields(t, dropped, [{ deviceId: BAD }]);
    await clock.advance(6 * 60_000);
    t.equal(dropped.length, 1, 'once');
  },
);
