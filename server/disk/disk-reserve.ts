import { type Clock, every } from '../../kit/clock.ts';
import { type DiskSpace, systemDiskSpace } from '../../kit/disk-space.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import type { StorageReserve } from '../../kit/storage-reserve.ts';
import type { Store } from '../../store/ports/store.ts';
import { endReserveAlert, raiseReserveAlert } from './reserve-alert.ts';

/** The share of the volume that is reserved. */
const RESERVED_SHARE = 0.1;

/** The largest reserve (bytes): on a big volume a tenth is more than a school's commands and audit take in years. */
const MAX_RESERVE_BYTES = 10 * 1_073_741_824;

/** How much more than the reserve must be free before records are stored again; without it each batch would toggle the state. */
const RECOVERED_SHARE = 1.1;

/** How often free space is measured (milliseconds). All devices of a school together, each with its whole quota, write less than the reserve in this time. */
const LOOK_MS = 5_000;

/** The reserve of a volume (bytes). */
export function reserveOf(totalBytes: number): number {
  return Math.min(totalBytes * RESERVED_SHARE, MAX_RESERVE_BYTES);
}

/** Measures now, for work that is about to begin. When the system does not say, there is room. */
export async function readReserve(
  folder: string,
  disk: DiskSpace = systemDiskSpace,
): Promise<StorageReserve> {
  const volume = await disk.read(folder).catch(() => null);
  const isReached = volume !== null && volume.freeBytes < reserveOf(volume.totalBytes);
  return { isReached: () => isReached };
}

export interface DiskFigures {
  /** Free space, with what the database can reuse of its own file. */
  readonly freeBytes: number;
  readonly reserveBytes: number;
  readonly isReached: boolean;
}

/** Reserves the last of the disk for locks, commands and the audit, and reports when it is reached. */
export interface DiskReserve extends Service, StorageReserve {
  figures(): DiskFigures;
}

/**
 * Measures the free space of the data folder's volume, once before its start and then outside of any request. While the reserve is reached there is one alert,
 * which ends by itself. When the system does not say, the last measurement stays.
 */
export function createDiskReserve({
  folder,
  disk,
  store,
  clock,
  log,
}: {
  readonly folder: string;
  readonly disk: DiskSpace;
  readonly store: Pick<Store, 'transaction' | 'reusableBytes'>;
  readonly clock: Clock;
  readonly log: Log;
}): DiskReserve {
  let figures: DiskFigures = { freeBytes: 0, reserveBytes: 0, isReached: false };
  /** What the alert says; null = not known yet: an earlier server may have left an alert. */
  let told: boolean | null = null;
  let rhythm: { stop(): Promise<void> } | null = null;

  const measure = async (): Promise<void> => {
    const { freeBytes: onDisk, totalBytes } = await disk.read(folder);
    const freeBytes = onDisk + (await store.reusableBytes());
    const reserveBytes = reserveOf(totalBytes);
    const needed = figures.isReached ? reserveBytes * RECOVERED_SHARE : reserveBytes;
    const isReached = freeBytes < needed;
    if (isReached && !figures.isReached)
      log.error({ freeBytes, reserveBytes }, 'the disk is nearly full: records wait on the devices');
    if (!isReached && figures.isReached) log.info({ freeBytes }, 'there is room on the disk again');
    figures = { freeBytes, reserveBytes, isReached };
  };

  const tell = async (): Promise<void> => {
    const { isReached } = figures;
    if (told === isReached) return;
    await store.transaction((tx) =>
      isReached ? raiseReserveAlert(tx, figures, clock.now()) : endReserveAlert(tx, clock.now()),
    );
    told = isReached;
  };

  const look = async (): Promise<void> => {
    await measure();
    await tell();
  };
  const report = (error: unknown): void =>
    log.error({ err: error }, 'could not look at the room on the disk, or tell of it');

  return {
    async start() {
      if (rhythm !== null) return;
      await look().catch(report);
      rhythm = every(clock, LOOK_MS, look, report);
    },
    async stop() {
      await rhythm?.stop();
      rhythm = null;
    },
    isReached: () => figures.isReached,
    figures: () => figures,
  };
}
