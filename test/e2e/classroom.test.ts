import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { stateFolderAt } from '../../agent/state/state-folder.ts';
import type { RunningStatus } from '../../agent/state/status-file.ts';
import { hasFields } from '../support/has-fields.ts';
import { createSchool } from '../support/school.ts';
import { startStopwatch } from '../support/stopwatch.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';

/** Two seconds to the device, and one until its housekeeping has written the status that is read here. */
const PROMISED_MS = 3_000;

t.test(
  'a class is locked on a real agent, also across a restart without the server, and opened again',
  async (t) => {
    const folder = testFolder(t);
    const school = await createSchool(folder, (end) => t.teardown(end));
    const stateDir = join(folder, 'agent');
    const { deviceId } = await school.enroll(stateDir);
    const first = school.runAgent(stateDir);
    await school.device(deviceId, ({ status }) => status === 'online', 'the agent to be online');

    const status = async (): Promise<RunningStatus> =>
      JSON.parse(await readFile(stateFolderAt(stateDir).status, 'utf8'));
    const shows = async (fits: (status: RunningStatus) => boolean, what: string): Promise<void> => {
      await until(async () => fits(await status()), { what, timeoutMs: 60_000 });
    };

    const made = await school.request('POST', '/v1/classroom/sessions', {
      name: 'Maths 9B',
      teacher: 'tea@x.example',
      durationMinutes: 5,
      deviceIds: [deviceId],
      mode: 'locked',
    });
    t.equal(made.status, 201, JSON.stringify(made.body));
    const { id, endsAt } = made.body;
    const begun = startStopwatch();
    await shows(({ lock }) => lock.lesson?.locked === true, 'the lesson’s lock');
    begun.within(t, PROMISED_MS, 'the lock');
    const now = await status();
    hasFields(t, now.classroom.session, { id, name: 'Maths 9B', mode: 'locked', until: Date.parse(endsAt) });
    t.same([now.lock.state, now.lock.commandId], ['unlocked', null], 'no lock was commanded');

    await school.kill();
    await first.end('SIGKILL');
    school.runAgent(stateDir);
    await shows(
      ({ pid, lock }) => pid !== now.pid && lock.lesson?.locked === true,
      'the lock after a restart without the server',
    );

    await school.start();
    await school.device(deviceId, ({ status: state }) => state === 'online', 'the agent to be back');
    await shows(({ link }) => link.state === 'online', 'the agent to be connected');
    t.equal((await school.request('POST', `/v1/classroom/sessions/${id}/end`)).status, 200);
    const ended = startStopwatch();
    await shows(({ lock }) => lock.lesson === null, 'the end of the lesson');
    ended.within(t, PROMISED_MS, 'the end of the lesson');
    t.equal((await status()).classroom.session, null);
  },
);
