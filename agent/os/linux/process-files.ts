import { type Dir, opendirSync, readlinkSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A program that is being replaced shows its file so. */
const DELETED = ' (deleted)';

/** A process's open files, read piece by piece: it may have half a million. */
export interface FileReading {
  readonly pid: string;
  /** Reads at most so many and hands over what each link says. @returns whether there are more; after false it is closed */
  read(most: number, onLink: (link: string) => void): boolean;
  close(): void;
}

/**
 * Null = the process has ended, or may not be read. The files are read synchronously, because a change of threads for each file would take ten times
 * as long.
 */
export function openFilesOf(root: string, pid: string): FileReading | null {
  const folder = join(root, pid, 'fd');
  const open = opened(folder);
  if (open === null) return null;
  return {
    pid,
    read(most, onLink) {
      for (let count = 0; count < most; count += 1) {
        const name = nextName(open);
        if (name === null) {
          open.closeSync();
          return false;
        }
        const link = targetOf(join(folder, name));
        if (link !== null) onLink(link);
      }
      return true;
    },
    close: () => open.closeSync(),
  };
}

export function processesIn(root: string): readonly string[] {
  const open = opened(root);
  if (open === null) return [];
  const names: string[] = [];
  for (let name = nextName(open); name !== null; name = nextName(open)) names.push(name);
  open.closeSync();
  return names.filter((name) => /^\d+$/.test(name));
}

/** Null = it has ended. A program that hides its memory is shown as root's. */
export function accountOf(root: string, pid: string): number | null {
  try {
    return statSync(join(root, pid)).uid;
  } catch {
    return null; // ended meanwhile
  }
}

/** File name of a process's program, without its folder; null = it has ended, or may not be read. */
export function programFileOf(root: string, pid: string): string | null {
  const file = targetOf(join(root, pid, 'exe'));
  if (file === null) return null;
  return basename(file.endsWith(DELETED) ? file.slice(0, -DELETED.length) : file);
}

function opened(folder: string): Dir | null {
  try {
    return opendirSync(folder, { bufferSize: 256 });
  } catch {
    return null; // ended meanwhile, or may not be read
  }
}

function nextName(open: Dir): string | null {
  try {
    return open.readSync()?.name ?? null;
  } catch {
    return null; // ended meanwhile
  }
}

function targetOf(link: string): string | null {
  try {
    return readlinkSync(link);
  } catch {
    return null; // closed meanwhile, or may not be read
  }
}
