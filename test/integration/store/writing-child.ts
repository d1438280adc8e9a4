/**
 * A process of its own that opens a database and appends events without end, or as many as told; it prints the sequence number of each once it is committed.
 * Arguments: path [count]
 */
import { systemClock } from '../../../kit/clock.ts';
import { createIdSource, systemRandom } from '../../../kit/random.ts';
import { createSqliteStore } from '../../../store/sqlite/sqlite-store.ts';

const [path = '', count = 'Infinity'] = process.argv.slice(2);
const ids = createIdSource({ clock: systemClock, random: systemRandom });
const store = createSqliteStore({ path, clock: systemClock, ids });
await store.start();
for (let n = 0; n < Number(count); n++) {
  const event = await store.transaction(async (tx) => {
    await tx.ous.ensurePath(1, `/unit-${ids.next('ou')}`, systemClock.now());
    return tx.events.append({
      type: 'device.online',
      organisationId: 1,
      at: systemClock.now(),
      data: { text: 'x'.repeat(2_000) },
    });
  });
  process.stdout.write(`${event.sequence}\n`);
}
await store.stop();
