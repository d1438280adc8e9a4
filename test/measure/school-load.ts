import { join } from 'node:path';
import type { DeviceId } from '../../contracts/ids.ts';
import { systemClock } from '../../kit/clock.ts';
import { createIdSource, systemRandom } from '../../kit/random.ts';
import { generateSigningKey, type SigningKey } from '../../kit/signing.ts';
import {
  openSimulatedConnection,
  type SimulatedConnection,
} from '../../server/simulated-laptop/connection.ts';
import { plainHeartbeat } from '../../server/simulated-laptop/messages.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import { createSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import type { School } from '../support/school.ts';

/** A laptop of a school that is full at once. */
export interface LoadedLaptop {
  readonly id: DeviceId;
  readonly key: SigningKey;
}

/** Laptops that report again and again. */
export interface LoadOfLaptops {
  readonly stop: () => Promise<void>;
}

const ids = createIdSource({ clock: systemClock, random: systemRandom });
/** Heartbeats are sent in so many turns a second. */
const TURNS_PER_SECOND = 20;
const CONNECTING_AT_ONCE = 20;
/** A laptop that connects again must count on. */
let lastEpoch = 0;

/** Writes laptops into the school's store, as enrollments would have, while the server stands still. Named by number, from LAB-00000. */
export async function fillSchool(school: School, count: number): Promise<readonly LoadedLaptop[]> {
  await school.stop();
  const store = createSqliteStore({ path: join(school.dataDir, 'schoolgate.db'), clock: systemClock, ids });
  await store.start();
  const laptops = Array.from({ length: count }, () => ({ id: ids.next('dev'), key: generateSigningKey() }));
  await store.transaction(async (tx) => {
    const now = systemClock.now();
    const ou = await tx.ous.ensurePath(DEFAULT_ORGANISATION_ID, '/Springfield/Lab', now);
    for (const [number, { id, key }] of laptops.entries())
      await tx.devices.enroll({
        ...{ id, organisationId: DEFAULT_ORGANISATION_ID, ouId: ou.id, publicKey: key.publicKey, now },
        hardware: {
          machineId: `machine ${number}`,
          serial: null,
          hostname: `LAB-${String(number).padStart(5, '0')}`,
          ...{ platform: 'linux', osVersion: '1', manufacturer: null, model: null },
        },
        agentVersion: '0.2.0',
      });
  });
  await store.stop();
  await school.start();
  return laptops;
}

/** Connects laptops, which report in turn, each time with another battery level. */
export async function sendHeartbeats(
  school: School,
  laptops: readonly LoadedLaptop[],
  { authority, perSecond }: { readonly authority: string; readonly perSecond: number },
): Promise<LoadOfLaptops> {
  const connections: SimulatedConnection[] = [];
  lastEpoch += 1;
  const epoch = lastEpoch;
  for (let from = 0; from < laptops.length; from += CONNECTING_AT_ONCE)
    connections.push(
      ...(await Promise.all(
        laptops.slice(from, from + CONNECTING_AT_ONCE).map(({ id, key }) =>
          openSimulatedConnection({
            ...{ deviceId: id, key, epoch, random: systemRandom, now: systemClock.now() },
            ...{ url: `mqtts://127.0.0.1:${school.mqttPort}`, certificateAuthority: authority },
          }),
        ),
      )),
    );
  for (const connection of connections) await connection.publish('status', { state: 'online', epoch });
  let sent = 0;
  const turn = (): void => {
    for (let count = 0; count < perSecond / TURNS_PER_SECOND; count++, sent++) {
      const battery = 90 - (Math.floor(sent / connections.length) % 60);
      const heartbeat = { ...plainHeartbeat(systemClock.now()), battery };
      void connections[sent % connections.length]?.publish('heartbeat', heartbeat).catch(() => undefined);
    }
  };
  const timer = setInterval(turn, 1_000 / TURNS_PER_SECOND);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(connections.map((connection) => connection.end()));
    },
  };
}
