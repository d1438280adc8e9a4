import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import type { Clock } from '../../kit/clock.ts';
import { syncFolder, writeDurably } from '../../kit/durable-file.ts';
import { messageOf } from '../../kit/fault.ts';
import { OperatorError } from '../../kit/operator-error.ts';
import type { IdSource } from '../../kit/random.ts';
import { type TarEntry, unpackTar } from '../../kit/tar.ts';
import type { StoreAdapter } from '../../store/ports/adapter.ts';
import type { Revocation } from '../../store/ports/revocations.ts';
import { type DataLayout, dataLayout } from '../data-folder/layout.ts';
import { createServerLock } from '../data-folder/server-lock.ts';
import { folderStore } from '../data-folder/store-adapter.ts';
import { finishRestore, restoredFolder } from '../data-folder/unfinished-restore.ts';
import { lastBackupFile } from './last-backup.ts';
import { BACKUP_VERSION, DATABASE_FILE, MANIFEST_FILE, type Manifest, parseManifest } from './manifest.ts';
import { beginNewTimeline, type CarriedOver } from './new-timeline.ts';
import { journalFile, readJournal } from './revocation-journal.ts';

export interface Restored extends CarriedOver {
  readonly root: string;
  /** RFC 3339. */
  readonly backupCreatedAt: string;
  /** Where the former data folder is now; null when there was none. */
  readonly putAside: string | null;
}

/** A manifest lists some dozens of files. */
const MAX_MANIFEST_BYTES = 1_048_576;

/**
 * Replaces the data folder by a backup; the former folder is kept beside it. Everything is unpacked, checked and on the disk before the old folder is touched:
 * after a crash either the old folder or the new one is in place.
 * @throws OperatorError when a server runs on the folder, or the file is no complete backup that this version can read
 */
export async function restoreBackup({
  layout,
  file,
  clock,
  ids,
  revocations = null,
  nothingRevoked = false,
}: {
  readonly layout: DataLayout;
  readonly file: string;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** A journal of revocations from elsewhere, beside that of the data folder. */
  readonly revocations?: string | null;
  /** The operator states that nothing was revoked since the backup. */
  readonly nothingRevoked?: boolean;
}): Promise<Restored> {
  const { root } = layout;
  await finishRestore(root);
  const fresh = restoredFolder(root);
  const unpacking = `${root}.restoring`;
  const lock = existsSync(root) ? createServerLock(layout) : null;
  await lock?.start();
  try {
    // What an earlier try left.
    await rm(unpacking, { recursive: true, force: true });
    await rm(fresh, { recursive: true, force: true });
    const journals = await findJournals(layout, revocations);
    const manifest = await unpack(file, unpacking);
    const restored = folderStore(dataLayout(unpacking));
    await checkDatabase(file, restored, manifest);
    const carriedOver = await beginNewTimeline(
      restored,
      { clock, ids },
      {
        file,
        backupCreatedAt: manifest.createdAt,
        replaced: existsSync(layout.database) ? folderStore(layout) : null,
        journals,
        nothingRevoked,
      },
    );
    const { createdAt: at } = manifest;
    await writeDurably(lastBackupFile(dataLayout(unpacking)), `${JSON.stringify({ at, file })}\n`);
    await syncTree(unpacking, manifest);
    await rename(unpacking, fresh);
    // Windows renames no folder in which a file is open.
    if (process.platform === 'win32') await lock?.stop();
    const putAside = await swap(root, fresh, clock);
    return { root, putAside, backupCreatedAt: manifest.createdAt, ...carriedOver };
  } finally {
    await rm(unpacking, { recursive: true, force: true });
    await lock?.stop();
  }
}

/** @throws OperatorError when a journal that was named is not there, or is none */
async function findJournals(
  layout: DataLayout,
  named: string | null,
): Promise<readonly (readonly Revocation[])[]> {
  const given = named === null ? [] : await readJournal(named);
  if (given === null) throw new OperatorError(`There is no journal of revocations at ${named}.`);
  const beside = await readJournal(journalFile(layout)).catch((error: unknown) => {
    // Spoilt with the database: what is in it is not known then.
    if (error instanceof OperatorError) return null;
    throw error;
  });
  return [given, beside ?? []];
}

async function swap(root: string, fresh: string, clock: Clock): Promise<string | null> {
  const stamp = new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-');
  const aside = existsSync(root) ? `${root}.before-restore-${stamp}` : null;
  try {
    if (aside !== null) await rename(root, aside);
    await rename(fresh, root);
  } catch (error) {
    if (aside !== null && !existsSync(root) && existsSync(aside)) await rename(aside, root);
    await rm(fresh, { recursive: true, force: true });
    throw new OperatorError(
      `The data folder ${root} could not be put aside (${messageOf(error)}); nothing was changed. If it is a mount point, restore into another folder with --data-dir, and copy what is in it.`,
      { cause: error },
    );
  }
  await syncFolder(dirname(root));
  return aside;
}

async function unpack(file: string, folder: string): Promise<Manifest> {
  await mkdir(dirname(folder), { recursive: true });
  for (const path of [folder, dataLayout(folder).certificates, dataLayout(folder).secrets])
    await mkdir(path, { mode: 0o700 });
  const archive = createReadStream(file);
  const gunzip = createGunzip();
  archive.on('error', (error) => gunzip.destroy(error));
  try {
    return await unpackEntries(unpackTar(archive.pipe(gunzip)), folder, file);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(
      `${file} is no whole backup of Schoolgate (${messageOf(error)}); nothing was changed.`,
      {
        cause: error,
      },
    );
  } finally {
    archive.destroy();
    gunzip.destroy();
  }
}

async function unpackEntries(
  entries: AsyncIterable<TarEntry>,
  folder: string,
  file: string,
): Promise<Manifest> {
  let manifest: Manifest | null = null;
  const wanted = new Map<string, Manifest['files'][number]>();
  for await (const entry of entries) {
    if (manifest === null) {
      manifest = await readManifest(entry, file);
      for (const one of manifest.files) wanted.set(one.name, one);
      continue;
    }
    const expected = wanted.get(entry.name);
    if (expected === undefined) throw new Error(`it holds ${entry.name}, which its manifest does not know`);
    wanted.delete(entry.name);
    const sha256 = await write(entry, join(folder, expected.name));
    if (sha256 !== expected.sha256) throw new Error(`${entry.name} is damaged: its checksum is another`);
  }
  const [missing] = wanted.keys();
  if (manifest === null) throw new Error('it is empty');
  if (missing !== undefined) throw new Error(`${missing} is missing`);
  return manifest;
}

async function readManifest(entry: TarEntry, file: string): Promise<Manifest> {
  if (entry.name !== MANIFEST_FILE || entry.size > MAX_MANIFEST_BYTES) throw new Error('it has no manifest');
  const parts: Uint8Array[] = [];
  for await (const chunk of entry.content) parts.push(chunk);
  const manifest = parseManifest(Buffer.concat(parts).toString('utf8'));
  if (manifest.version > BACKUP_VERSION)
    throw new OperatorError(`${file} was made by a newer Schoolgate: restore it with that version.`);
  if (!manifest.files.some(({ name }) => name === DATABASE_FILE)) throw new Error('it holds no database');
  return manifest;
}

/** @returns the SHA-256, hexadecimal */
async function write({ content }: TarEntry, path: string): Promise<string> {
  const hash = createHash('sha256');
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of content) {
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return hash.digest('hex');
}

async function checkDatabase(file: string, restored: StoreAdapter, { migration }: Manifest): Promise<void> {
  if (migration > Math.max(...restored.migrations))
    throw new OperatorError(
      `${file} was made by a newer Schoolgate (its database has run migration ${migration}): restore it with that version.`,
    );
  const [damage] = await restored.inspect((inspection) => inspection.damage(1));
  if (damage !== undefined) throw new OperatorError(`The database in ${file} is damaged: ${damage}.`);
}

/** Everything is on the disk before anything is moved. */
async function syncTree(folder: string, { files }: Manifest): Promise<void> {
  for (const { name } of files) {
    const handle = await open(join(folder, name), 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
  const { certificates, secrets } = dataLayout(folder);
  for (const path of [certificates, secrets, folder, dirname(folder)]) await syncFolder(path);
}
