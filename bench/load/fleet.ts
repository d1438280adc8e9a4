import type { DeviceId } from '../../contracts/ids.ts';
import { systemClock } from '../../kit/clock.ts';
import { createIdSource, systemRandom } from '../../kit/random.ts';
import { generateSigningKey, type SigningKey } from '../../kit/signing.ts';
import { makePassword } from '../../server/simulated-laptop/connection.ts';
import { plainHeartbeat } from '../../server/simulated-laptop/messages.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import type { Store } from '../../store/ports/store.ts';

/** A device as the load generator knows it. */
export interface FleetDevice {
  readonly id: DeviceId;
  readonly key: SigningKey;
}

/** Makes so many devices with keys of their own. */
export function createFleet(count: number): readonly FleetDevice[] {
  const ids = createIdSource({ clock: systemClock, random: systemRandom });
  return Array.from({ length: count }, () => ({ id: ids.next('dev'), key: generateSigningKey() }));
}

/** Writes the fleet into a store, as enrollment would have. */
export async function storeFleet(store: Store, fleet: readonly FleetDevice[]): Promise<void> {
  await store.transaction(async (tx) => {
    const now = Date.now();
    const ou = await tx.ous.ensurePath(DEFAULT_ORGANISATION_ID, '/Bench', now);
    for (const [number, device] of fleet.entries()) {
      await tx.devices.enroll({
        id: device.id,
        organisationId: DEFAULT_ORGANISATION_ID,
        ouId: ou.id,
        publicKey: device.key.publicKey,
        hardware: {
          machineId: `bench-${number}`,
          serial: null,
          hostname: `BENCH-${number}`,
          platform: 'linux',
          osVersion: 'bench',
          manufacturer: null,
          model: null,
        },
        agentVersion: '0.0.0',
        now,
      });
    }
  });
}

/** The MQTT password of a device. */
export function passwordOf({ id, key }: FleetDevice, epoch: number): Promise<string> {
  return makePassword({ deviceId: id, key, epoch, now: Date.now(), random: systemRandom });
}

/** The 127.0.0.x address that a device connects from: one address has fewer than 28,000 ports to give. */
export function addressOf(number: number): string {
  return `127.0.0.${2 + (number % 8)}`;
}

/** A heartbeat as the agent sends it. */
export function heartbeatPayload(): Buffer {
  return Buffer.from(JSON.stringify(plainHeartbeat(Date.now())));
}

/** A batch with one decided request. */
export function activityPayload(id: string): Buffer {
  return Buffer.from(
    JSON.stringify({
      records: [
        {
          id,
          at: Date.now(),
          kind: 'request',
          user: 'ana',
          domain: 'geogebra.org',
          url: null,
          category: 'education',
          action: 'allow',
          reason: 'default',
          policyId: null,
          policyVersion: 1,
          ruleId: null,
          campus: 'on-campus',
        },
      ],
    }),
  );
}
