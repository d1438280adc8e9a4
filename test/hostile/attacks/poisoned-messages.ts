import assert from 'node:assert/strict';
import { systemRandom } from '../../../kit/random.ts';
import type { SimulatedConnection } from '../../../server/simulated-laptop/connection.ts';
import { plainHeartbeat, recordId } from '../../../server/simulated-laptop/messages.ts';
import { until } from '../../support/until.ts';
import { type Attack, countOf } from '../stand.ts';
import { attackAgain, hostileLaptops } from './hostile-laptop.ts';

/** Numbers that JSON can say and a database cannot hold, or not for long. */
const NUMBERS = [1e300, Number.MAX_VALUE, 2 ** 63, Number.MAX_SAFE_INTEGER, 2 ** 53, -1, 0.5];
const PAUSE_MS = 5;

const REFUSED = 'gateway_refused_total{reason="bad_shape"}';
const FAILED = 'gateway_commits_total{outcome="failed"}';

/**
 * Heartbeats and records with numbers without measure, among those of honest laptops, which are written in the same batch, and in the same lesson: its beginning and end
 * are told to all of them. They are refused for their shape and never meet the database; where they did, the honest ones of the batch would still be written one by one.
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
    const [refused, failed] = [await countOf(stand, REFUSED), await countOf(stand, FAILED)];
    let turn = 0;
    return async (signal) => {
      await attackAgain(laptop, signal, async (connection) => {
        turn += 1;
        await sendPoison(connection, NUMBERS[turn % NUMBERS.length] ?? 0, lesson.body.id);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      });
      assert.equal((await countOf(stand, FAILED)) - failed, 0, 'no number fails in the database');
      await until(async () => (await countOf(stand, REFUSED)) > refused, { what: 'a refusal' });
    };
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
