import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Test } from 'tap';
import type { DeviceId } from '../../contracts/ids.ts';
import type { CommandMessage } from '../../contracts/mqtt/messages.ts';
import { systemClock } from '../../kit/clock.ts';
import { systemRandom } from '../../kit/random.ts';
import { openSimulatedConnection } from '../../server/simulated-laptop/connection.ts';
import { createEnroller, keyOf, type SimulatedIdentity } from '../../server/simulated-laptop/identity.ts';
import { plainHeartbeat, recordId } from '../../server/simulated-laptop/messages.ts';
import type { School } from './school.ts';

/** What a laptop answers to a command: null = done, else why it failed. */
export type LaptopAnswer = (type: CommandMessage['type']) => string | null;

/** Laptops of a school by name. Each speaks the real protocol, over a real connection. */
export interface SchoolLaptops {
  /** Enrolls laptops that are not connected. @returns their ids by name */
  enroll(ou: string, names: readonly string[]): Promise<ReadonlyMap<string, DeviceId>>;
  /** Connects one, which from then on answers each command. */
  connect(id: DeviceId, answer?: LaptopAnswer): Promise<void>;
}

export async function schoolLaptops(t: Test, school: School): Promise<SchoolLaptops> {
  const server = `http://127.0.0.1:${school.httpPort}`;
  const certificateAuthority = await readFile(join(school.dataDir, 'certificates/ca.crt'), 'utf8');
  const enroller = createEnroller({ server, certificateAuthority });
  t.teardown(() => enroller.close());
  const identities = new Map<DeviceId, SimulatedIdentity>();
  return {
    async enroll(ou, names) {
      const flags = ['--ou', ou, '--uses', String(names.length), '--expires', '1h'];
      const made = await school.command('enrollment-tokens', 'create', ...flags);
      if (made.code !== 0) throw new Error(`no enrollment token: ${made.stderr}`);
      const { token } = JSON.parse(made.stdout) as { readonly token: string };
      const ids = new Map<string, DeviceId>();
      for (const name of names) {
        const identity = await enroller.enroll(token, {
          ...{ machineId: `machine of ${name}`, serial: null, hostname: name, platform: 'linux' },
          ...{ osVersion: '1', manufacturer: null, model: null },
        });
        identities.set(identity.deviceId, identity);
        ids.set(name, identity.deviceId);
      }
      return ids;
    },
    async connect(id, answer = () => null) {
      const identity = identities.get(id);
      if (identity === undefined) throw new Error(`${id} was not enrolled here`);
      await goOnline(t, identity, answer);
    },
  };
}

async function goOnline(t: Test, identity: SimulatedIdentity, answer: LaptopAnswer): Promise<void> {
  const { deviceId, certificateAuthority, mqttUrls } = identity;
  const epoch = 1;
  const connection = await openSimulatedConnection({
    ...{ deviceId, epoch, certificateAuthority, url: mqttUrls[0] ?? '', key: keyOf(identity) },
    ...{ random: systemRandom, now: systemClock.now() },
    onMessage(topic, jws) {
      if (topic === 'commands') void obey(jws);
    },
  });
  t.teardown(() => connection.end());
  const obey = async (jws: string): Promise<void> => {
    const [, body = ''] = jws.split('.');
    const { commandId, type } = JSON.parse(Buffer.from(body, 'base64url').toString()) as CommandMessage;
    const report = (state: string, more: object = {}): Promise<void> =>
      connection.publish('results', {
        id: recordId(systemRandom),
        ...{ commandId, state, at: systemClock.now(), ...more },
      });
    await report('acknowledged');
    const failure = answer(type);
    await (failure === null
      ? report('succeeded')
      : report('failed', { error: { code: 'failed', detail: failure } }));
  };
  await connection.publish('status', { state: 'online', epoch });
  await connection.publish('heartbeat', plainHeartbeat(systemClock.now()));
}
