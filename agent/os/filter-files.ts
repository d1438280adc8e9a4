import type { Stats } from 'node:fs';
import { chmod, lstat, mkdir, open, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { removeDurably, syncFolder } from '../../kit/durable-file.ts';
import type { FilterFiles } from '../ports/filter-files.ts';

/** Folders of policies must be readable: the browsers of every user read them. */
const FOLDER_MODE = 0o755;

/** Beside the file while it is written. Always the same name, so that the next attempt replaces what a power cut has left. */
const BESIDE = '.schoolgate-new';

/**
 * Files below a root: `/` for this computer, a folder of fixtures in tests. A symbolic link in place of a file is refused, because its target is not
 * ours to replace.
 */
export function createFilterFiles({ root }: { readonly root: string }): FilterFiles {
  const at = (path: string): string => join(root, path);
  return {
    async read(path) {
      const kind = await existing(at(path));
      if (kind === null) return null;
      if (!kind.isFile()) throw new Error(`${path} is no regular file`);
      const bytes = await readFile(at(path));
      return { bytes, mode: kind.mode & 0o7777, uid: kind.uid, gid: kind.gid };
    },
    async write(path, { bytes, mode, uid, gid }) {
      const beside = `${at(path)}${BESIDE}`;
      await rm(beside, { force: true });
      try {
        const file = await open(beside, 'wx', 0o600);
        try {
          await file.writeFile(bytes);
          // Windows knows neither; there the folder's access list holds.
          if (uid !== undefined && gid !== undefined && process.platform !== 'win32')
            await file.chown(uid, gid);
          await file.chmod(mode);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(beside, at(path));
      } catch (error) {
        await rm(beside, { force: true });
        throw error;
      }
      await syncFolder(dirname(at(path)));
    },
    async remove(path) {
      await rm(`${at(path)}${BESIDE}`, { force: true });
      if ((await existing(at(path))) !== null) await removeDurably(at(path));
    },
    async missingFolders(path) {
      const missing: string[] = [];
      for (let folder = dirname(path); (await existing(at(folder))) === null; folder = dirname(folder))
        missing.unshift(folder);
      return missing;
    },
    async makeFolder(path) {
      await mkdir(at(path), { mode: FOLDER_MODE });
      // The service's umask takes others' rights away.
      if (process.platform !== 'win32') await chmod(at(path), FOLDER_MODE);
      await syncFolder(dirname(at(path)));
    },
    async removeFolderIfEmpty(path) {
      try {
        await rmdir(at(path));
        return true;
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return true;
        if (codeOf(error) === 'ENOTEMPTY' || codeOf(error) === 'EEXIST') return false;
        throw error;
      }
    },
  };
}

async function existing(path: string): Promise<Stats | null> {
  try {
    return await lstat(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}
