import { statfs } from 'node:fs/promises';

/** Of the volume that a folder is on. */
export interface Volume {
  /** What this account may still write (bytes). */
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Room on disks, as a port: so that a full one can be tested without filling one. */
export interface DiskSpace {
  /** Rejects when the system does not tell. */
  read(folder: string): Promise<Volume>;
}

export const systemDiskSpace: DiskSpace = {
  async read(folder) {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  },
};
