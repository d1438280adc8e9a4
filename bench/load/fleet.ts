import { SignJWT } from 'jose';
import type { DeviceId } from '../../contracts/ids.ts';
import { MQTT_AUDIENCE, MQTT_PASSWORD_SECONDS } from '../../contracts/mqtt/messages.ts';
import { systemClock } from '../../kit/clock.ts';
import { createIdSource, systemRandom } from '../../kit/random.ts';
import { generateSigningKey, type SigningKey } from '../../kit/signing.ts';
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

/** The MQTT password of a device (architecture, section 3). */
export function passwordOf(device: FleetDevice, epoch: number): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  return new SignJWT({ epoch })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setIssuer(device.id)
    .setSubject(device.id)
    .setAudience(MQTT_AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(now + MQTT_PASSWORD_SECONDS)
    .setJti(Buffer.from(systemRandom.bytes(16)).toString('base64url'))
    .sign(device.key.privateKey);
}

/** The 127.0.0.x address that a device connects from: one address has fewer than 28,000 ports to give. */
export function addressOf(number: number): string {
  return `127.0.0.${2 + (number % 8)}`;
}

/** A heartbeat as the agent sends it. */
export function heartbeatPayload(): Buffer {
  return Buffer.from(
    JSON.stringify({
      at: Date.now(),
      user: 'ana',
      battery: 81,
      charging: false,
      campus: { state: 'unknown', campusId: null },
      policy: { version: 0, hash: null },
      target: { version: 1 },
      lock: { state: 'unlocked', commandId: null, since: null, until: null },
      protection: { state: 'unknown', since: null },
      agentVersion: '0.1.0',
      osVersion: 'Debian GNU/Linux 12',
      uptimeSeconds: 3_600,
      droppedRecords: 0,
      observe: false,
    }),
  );
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
