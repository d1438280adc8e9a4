import { statfs } from 'node:fs/promises';

/** Free space of the volume of a folder. */
export interface Volume {
  /** Bytes that this account may still write. */
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Free disk space, as a port, so that a full disk can be tested without filling one. */
export interface DiskSpace {
  /** Rejects when the system cannot tell. */
  read(folder: string): Promise<Volume>;
}

export const systemDiskSpace: DiskSpace = {
  async read(folder) {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  },
};
