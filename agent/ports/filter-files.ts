import type { FileBefore } from './filter-journal.ts';

/** Reads and replaces settings files of the system. A folder of fixtures can stand in for the root. */
export interface FilterFiles {
  /** Null when there is no such file. @throws when it is there and cannot be read, or is no regular file */
  read(path: string): Promise<FileBefore | null>;
  /** Replaces or makes the file, durably and in one step; its folder must be there. Without an owner it is the agent's own account. */
  write(
    path: string,
    file: Pick<FileBefore, 'bytes' | 'mode'> & Partial<Pick<FileBefore, 'uid' | 'gid'>>,
  ): Promise<void>;
  /** A missing file is no error. */
  remove(path: string): Promise<void>;
  /** Those of its folders that are missing, the outermost first; empty = all are there. */
  missingFolders(path: string): Promise<readonly string[]>;
  makeFolder(path: string): Promise<void>;
  /** @returns whether it is gone; false = something is in it */
  removeFolderIfEmpty(path: string): Promise<boolean>;
}
