import { readdir, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ClientOrigins, Programs } from '../connections/client-origin.ts';

/** A program that is being replaced shows its file so. */
const DELETED = ' (deleted)';
/** Processes that are looked at first: nearly all connections come from a few. */
const REMEMBERED_PROCESSES = 16;

/**
 * Finds programs through /proc: the socket's inode among the open files of all processes. Other users' processes are seen only with CAP_SYS_PTRACE and
 * CAP_DAC_READ_SEARCH: without, the answer is null. Costs 5–30 ms for a program not seen before.
 */
export function createLinuxPrograms({
  origins,
  wanted,
  root = '/proc',
}: {
  readonly origins: ClientOrigins;
  readonly wanted: () => boolean;
  readonly root?: string;
}): Programs {
  let recent: readonly string[] = [];

  const holds = async (pid: string, link: string): Promise<boolean> => {
    const folder = join(root, pid, 'fd');
    for (const fd of await namesIn(folder)) if ((await targetOf(join(folder, fd))) === link) return true;
    return false;
  };
  const ownerOf = async (link: string): Promise<string | null> => {
    for (const pid of recent) if (await holds(pid, link)) return pid;
    const others = (await namesIn(root)).filter((name) => /^\d+$/.test(name) && !recent.includes(name));
    // The youngest first: system services, which ask rarely, are old.
    for (const pid of others.reverse()) if (await holds(pid, link)) return pid;
    return null;
  };
  return {
    wanted,
    async programOf(peer) {
      const origin = await origins.originOf(peer);
      if (origin === null || !(origin.inode > 0)) return null;
      const pid = await ownerOf(`socket:[${origin.inode}]`);
      if (pid === null) return null;
      recent = [pid, ...recent.filter((other) => other !== pid)].slice(0, REMEMBERED_PROCESSES);
      const file = await targetOf(join(root, pid, 'exe'));
      if (file === null) return null;
      return basename(file.endsWith(DELETED) ? file.slice(0, -DELETED.length) : file);
    },
  };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch {
    return []; // ended meanwhile, or not ours to see
  }
}

async function targetOf(link: string): Promise<string | null> {
  try {
    return await readlink(link);
  } catch {
    return null; // closed meanwhile, or not ours to see
  }
}
