import { type Clock, every } from '../../kit/clock.ts';
import { type DiskSpace, systemDiskSpace } from '../../kit/disk-space.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import type { StorageReserve } from '../../kit/storage-reserve.ts';
import type { Store } from '../../store/ports/store.ts';
import { endReserveAlert, raiseReserveAlert } from './reserve-alert.ts';

/** The share of the volume that is kept. */
const RESERVED_SHARE = 0.1;

/** On a big volume a tenth is more than commands and audit of a school take in years: no more is kept (bytes). */
const MAX_RESERVE_BYTES = 10 * 1_073_741_824;

/** So much more than the reserve must be free before records are taken again: or each batch would change it back. */
const RECOVERED_SHARE = 1.1;

/** The room is looked at this often (milliseconds). All devices of a school together, each with its whole quota, write less in it than the reserve. */
const LOOK_MS = 5_000;

/** What is kept free of a volume (bytes). */
export function reserveOf(totalBytes: number): number {
  return Math.min(totalBytes * RESERVED_SHARE, MAX_RESERVE_BYTES);
}

/** As the disk stands now, for what is done in a moment. Where the system does not tell, there is room. */
export async function readReserve(
  folder: string,
  disk: DiskSpace = systemDiskSpace,
): Promise<StorageReserve> {
  const volume = await disk.read(folder).catch(() => null);
  const isReached = volume !== null && volume.freeBytes < reserveOf(volume.totalBytes);
  return { isReached: () => isReached };
}

export interface DiskFigures {
  /** With what the database could use again of its own file. */
  readonly freeBytes: number;
  readonly reserveBytes: number;
  readonly isReached: boolean;
}

/** Keeps the last of the disk for locks, commands and the audit trail, and says so. */
export interface DiskReserve extends Service, StorageReserve {
  figures(): DiskFigures;
}

/**
 * Looks at the room on the volume of the data folder, once before it has started and then off the way of any request. While the reserve is
 * reached there is one alert, which ends by itself. When the system does not tell, what was known last stays.
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
  /** What the alert says; null = not known yet: a server before this one may have left one. */
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
