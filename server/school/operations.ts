import { createMetrics, type Metrics } from '../../api/operations/metrics.ts';
import type { ReadinessCheck } from '../../api/operations/readiness.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { type DiskSpace, systemDiskSpace } from '../../kit/disk-space.ts';
import { Fault } from '../../kit/fault.ts';
import type { Store } from '../../store/ports/store.ts';
import type { Settings } from '../config/settings.ts';
import type { DataLayout } from '../data-folder/layout.ts';
import type { DiskReserve } from '../disk/disk-reserve.ts';

/** Below this the database may stop in the middle of a lesson (bytes). */
const LEAST_FREE_BYTES = 100 * 1_048_576;

/** What the HTTP side needs for metrics and readiness. */
export interface Operations {
  readonly metrics: Metrics;
  readonly metricsAllowCidrs: readonly string[];
  readonly checks: readonly ReadinessCheck[];
}

/** Metrics and readiness of a server of these parts. */
export function createOperations({
  settings,
  layout,
  gateway,
  store,
  reserve,
  disk = systemDiskSpace,
  metrics = createMetrics(),
}: {
  readonly settings: Pick<Settings, 'metricsAllowCidrs'>;
  readonly layout: DataLayout;
  readonly gateway: Pick<Gateway, 'stats' | 'addresses'>;
  readonly store: Pick<Store, 'deliveries'>;
  readonly reserve: Pick<DiskReserve, 'figures'>;
  readonly disk?: DiskSpace;
  readonly metrics?: Metrics;
}): Operations {
  metrics.watchGateway(() => gateway.stats());
  metrics.watchDisk(() => reserve.figures());
  metrics.watchDeliveries(() => store.deliveries.waiting());
  return {
    metrics,
    metricsAllowCidrs: settings.metricsAllowCidrs,
    checks: [
      { name: 'gateway', check: () => requireListening(gateway) },
      {
        name: 'disk',
        check: () => requireSpace(disk, layout.root),
        // Requests are answered all the same.
        notice: () => (reserve.figures().isReached ? 'nearly full: records wait on the devices' : null),
      },
    ],
  };
}

function requireListening(gateway: Pick<Gateway, 'addresses'>): void {
  if (Object.keys(gateway.addresses()).length === 0)
    throw new Fault('unavailable', 'it does not listen for devices');
}

/** Not ready when the disk is full: every write would get 503, so requests should go elsewhere. */
async function requireSpace(disk: DiskSpace, folder: string): Promise<void> {
  const { freeBytes } = await disk.read(folder);
  if (freeBytes < LEAST_FREE_BYTES) throw new Fault('unavailable', 'less than 100 MB are free');
}
