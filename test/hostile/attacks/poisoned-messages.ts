import { systemRandom } from '../../../kit/random.ts';
import { recordId } from '../../../server/demo/record-id.ts';
import type { SimulatedConnection } from '../../../server/demo/simulated-connection.ts';
import { plainHeartbeat } from '../../support/test-device.ts';
import type { Attack } from '../stand.ts';
import { attackAgain, hostileLaptops } from './hostile-laptop.ts';

/** Numbers that JSON can say and a database cannot hold, or not for long. */
const NUMBERS = [1e300, Number.MAX_VALUE, 2 ** 63, Number.MAX_SAFE_INTEGER, 2 ** 53, -1, 0.5];
const PAUSE_MS = 5;

/**
 * Heartbeats and records with numbers without measure, among those of honest laptops, which are written in the same batch, and in the same lesson: its beginning and end
 * are told to all of them.
 */
export const POISONED_MESSAGES: Attack = {
  what: 'a laptop sends numbers that no database holds',
  async prepare(stand) {
    const [laptop] = await hostileLaptops(stand, 1, 'poisoner');
    if (laptop === undefined) throw new Error('no laptop');
    const lesson = await stand.school.request('POST', '/v1/classroom/sessions', {
      name: 'Maths 9B',
      teacher: 'tea@x.example',
      durationMinutes: 5,
      deviceIds: [laptop.deviceId, ...stand.fleet.deviceIds],
      mode: 'open',
    });
    if (lesson.status !== 201) throw new Error(JSON.stringify(lesson.body));
    let turn = 0;
    return (signal) =>
      attackAgain(laptop, signal, async (connection) => {
        turn += 1;
        await sendPoison(connection, NUMBERS[turn % NUMBERS.length] ?? 0, lesson.body.id);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      });
  },
};

async function sendPoison(connection: SimulatedConnection, number: number, sessionId: string): Promise<void> {
  const heartbeat = plainHeartbeat(Date.now());
  await connection.publish('heartbeat', { ...heartbeat, policy: { version: number, hash: null } });
  await connection.publish('heartbeat', { ...heartbeat, target: { version: number } });
  await connection.publish('heartbeat', {
    ...heartbeat,
    uptimeSeconds: number,
    droppedRecords: number,
    protection: { state: 'enforcing', since: number },
    classroom: { sessionId, locked: false, since: number, until: number },
    categories: { version: number, hash: 'a' },
  });
  // Its acknowledgement may never come: that is the attacker's own loss.
  connection
    .publish('activity', {
      records: [
        {
          id: recordId(systemRandom),
          at: Date.now(),
          kind: 'request',
          user: null,
          domain: 'example.org',
          action: 'allow',
          policyVersion: number,
          count: number,
          durationSeconds: number,
        },
      ],
    })
    .catch(() => undefined);
}
