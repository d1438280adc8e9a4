import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GatewayOptions } from '../../gateway/gateway.ts';
import { createAddressMatcher } from '../../kit/addresses.ts';
import { systemClock } from '../../kit/clock.ts';
import { createLog } from '../../kit/log.ts';
import { createIdSource, systemRandom } from '../../kit/random.ts';
import { generateSigningKey } from '../../kit/signing.ts';
import type { Store } from '../../store/ports/store.ts';
import { createSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { createFleet, type FleetDevice, storeFleet } from '../load/fleet.ts';

/** A started SQLite store (WAL, synchronous=FULL) in a folder of its own, with a fleet enrolled. */
export interface BenchStore {
  readonly store: Store;
  readonly fleet: readonly FleetDevice[];
  /** Of the database file. */
  readonly path: string;
  remove(): Promise<void>;
}

export const ids = createIdSource({ clock: systemClock, random: systemRandom });
export const log = createLog('error');

export async function openBenchStore(devices: number): Promise<BenchStore> {
  const folder = await mkdtemp(join(tmpdir(), 'schoolgate-bench-'));
  const path = join(folder, 'schoolgate.db');
  const store = createSqliteStore({ path, clock: systemClock, ids });
  await store.start();
  const fleet = createFleet(devices);
  await storeFleet(store, fleet);
  return {
    store,
    fleet,
    path,
    async remove() {
      await store.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The product’s gateway; only the rates a device are lifted: a benchmark sends in a minute what a device sends in a week. */
export function benchGatewayOptions(store: Store): GatewayOptions {
  return {
    store,
    clock: systemClock,
    random: systemRandom,
    log,
    serverKey: generateSigningKey(),
    matches: createAddressMatcher(),
    listen: { tcp: { host: '127.0.0.1', port: 0 } },
    limits: {
      messagesPerSecond: 1e9,
      messageBurst: 1e9,
      bytesPerSecond: 1e12,
      byteBurst: 1e12,
      packetsPerSecond: 1e9,
      packetBurst: 1e9,
    },
  };
}

/** A fleet as it goes to the load generator’s process. */
export function fleetForIpc(
  fleet: readonly FleetDevice[],
): readonly { readonly id: string; readonly key: string }[] {
  return fleet.map(({ id, key }) => ({
    id,
    key: String(key.privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }));
}
