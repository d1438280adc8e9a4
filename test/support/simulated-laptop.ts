import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Test } from 'tap';
import type { DeviceId } from '../../contracts/ids.ts';
import { systemClock } from '../../kit/clock.ts';
import { silentLog } from '../../kit/log.ts';
import { systemRandom } from '../../kit/random.ts';
import { createAgentFiles } from '../../server/simulated-laptop/files.ts';
import { createEnroller } from '../../server/simulated-laptop/identity.ts';
import { createSimulatedDevice, type SimulatedDevice } from '../../server/simulated-laptop/laptop.ts';
import type { School } from './school.ts';

/** Enrolls a laptop that is simulated but speaks the real protocol, and waits until it is online. */
export async function startSimulatedLaptop(
  t: Test,
  school: School,
): Promise<{ readonly device: SimulatedDevice; readonly id: DeviceId }> {
  const server = `http://127.0.0.1:${school.httpPort}`;
  const certificateAuthority = await readFile(join(school.dataDir, 'certificates/ca.crt'), 'utf8');
  const enroller = createEnroller({ server, certificateAuthority });
  t.teardown(() => enroller.close());
  const identity = await enroller.enroll(await school.enrollmentToken(), {
    machineId: 'simulated',
    serial: null,
    hostname: 'SIM',
    platform: 'linux',
    osVersion: '1',
    manufacturer: null,
    model: null,
  });
  const tools = { clock: systemClock, random: systemRandom };
  const files = createAgentFiles({ server, certificateAuthority, ...tools });
  t.teardown(() => files.close());
  const device = createSimulatedDevice({
    ...tools,
    identity,
    files,
    log: silentLog,
    facts: () => ({
      user: 'ana',
      battery: 61,
      charging: false,
      campus: { state: 'unknown', campusId: null },
      protection: { state: 'enforcing', since: null },
      osVersion: '1',
      uptimeSeconds: 5,
    }),
  });
  t.teardown(() => device.stop());
  await device.start();
  await device.online();
  return { device, id: identity.deviceId };
}
