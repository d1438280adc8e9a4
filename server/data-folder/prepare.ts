import { randomBytes } from 'node:crypto';
import { chmod, lstat, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../kit/fault.ts';
import { makeFolder } from '../../kit/make-folder.ts';
import { OperatorError, systemErrorCode } from '../../kit/operator-error.ts';
import type { DataLayout } from './layout.ts';
import { finishRestore } from './unfinished-restore.ts';

/** Readable by the server's own account alone: keys and personal data lie here. */
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
/** Files beside the folders that are always ours. */
const OWN_FILES = [
  'schoolgate.db',
  'schoolgate.db-wal',
  'schoolgate.db-shm',
  'server.lock',
  'running.json',
  'audit-anchor.json',
  'last-backup.json',
  'revocations.jsonl',
] as const;
/** Group and all others. */
const OTHERS = 0o077;

/**
 * Makes the missing folders of the data folder and proves that it can be written.
 * @throws OperatorError with the reason
 */
export async function prepareDataFolder(layout: DataLayout): Promise<void> {
  try {
    await finishRestore(layout.root);
    for (const folder of [layout.root, layout.certificates, layout.secrets]) {
      await makeFolder(folder, PRIVATE_FOLDER);
    }
    await proveWritable(layout.root);
    await closeToOthers(layout);
  } catch (error) {
    throw new OperatorError(unwritable(layout.root, error), { cause: error });
  }
}

/** Closes files to other accounts that an older version, or a copy by hand, has left open: only our own files. Folders stay as their owner has set them. */
async function closeToOthers({ root, certificates, secrets }: DataLayout): Promise<void> {
  // Windows has no mode bits; there the folder's ACL guards it.
  if (process.platform === 'win32') return;
  const inside = await Promise.all(
    [certificates, secrets].map(async (folder) => (await readdir(folder)).map((name) => join(folder, name))),
  );
  for (const file of [...inside.flat(), ...OWN_FILES.map((name) => join(root, name))])
    await makePrivate(file);
}

async function makePrivate(file: string): Promise<void> {
  try {
    const facts = await lstat(file);
    if (facts.isFile() && (facts.mode & OTHERS) !== 0) await chmod(file, PRIVATE_FILE);
  } catch (error) {
    // Gone meanwhile: a running server replaces and removes files while a command prepares the same folder.
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
}

/** Writes, flushes and removes a small file. @throws the system's error */
export async function proveWritable(folder: string): Promise<void> {
  const probe = join(folder, `.probe-${randomBytes(6).toString('hex')}`);
  try {
    const file = await open(probe, 'wx', 0o600);
    try {
      await file.writeFile('schoolgate');
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(probe, { force: true });
  }
}

/** One sentence about why a data folder cannot be used, and what to do. */
export function unwritable(folder: string, error: unknown): string {
  const choose = 'or choose another with --data-dir';
  switch (systemErrorCode(error)) {
    case 'EACCES':
    case 'EPERM':
      return `The data folder ${folder} may not be written by this account: change its owner, ${choose}.`;
    case 'EROFS':
      return `The data folder ${folder} is on a read-only file system: ${choose.slice(3)}.`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk of the data folder ${folder} is full: make room, ${choose}.`;
    case 'EEXIST':
    case 'ENOTDIR':
      return `The data folder ${folder} cannot be made, because a file stands in its place: move it away, ${choose}.`;
    default:
      return `The data folder ${folder} cannot be used (${messageOf(error)}): put that right, ${choose}.`;
  }
}
