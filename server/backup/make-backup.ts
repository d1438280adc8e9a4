import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Clock } from '../../kit/clock.ts';
import { syncFolder, writeDurably } from '../../kit/durable-file.ts';
import { messageOf } from '../../kit/fault.ts';
import { OperatorError, systemErrorCode } from '../../kit/operator-error.ts';
import { packTar, type TarEntry } from '../../kit/tar.ts';
import type { StoreAdapter } from '../../store/ports/adapter.ts';
import { anchorFile } from '../audit/anchor.ts';
import type { DataLayout } from '../data-folder/layout.ts';
import { folderStore } from '../data-folder/store-adapter.ts';
import { lastBackupFile } from './last-backup.ts';
import { BACKUP_VERSION, DATABASE_FILE, isBackedUp, MANIFEST_FILE, type Manifest } from './manifest.ts';

/** The fastest level: it halves a database and takes little processor time from the server. */
const COMPRESSION = 1;

export interface MadeBackup {
  readonly file: string;
  /** Bytes. */
  readonly size: number;
  readonly files: number;
}

interface Source {
  readonly name: string;
  readonly path: string;
  /** Its content when it was listed; null: the file does not change, and is too large for memory. */
  readonly content: Buffer | null;
}

/**
 * Writes the database as it is at one moment, the secrets and the certificates into one file (tar, gzip; private to its owner), also while a server runs and
 * writes. The file is on the disk completely, or not at all.
 * @param request.force replaces an existing file
 * @param request.noted whether `doctor` counts it: only a backup that an operator asked for can be on another disk
 * @throws OperatorError
 */
export async function makeBackup({
  layout,
  file,
  force,
  noted,
  clock,
}: {
  readonly layout: DataLayout;
  readonly file: string;
  readonly force: boolean;
  readonly noted: boolean;
  readonly clock: Clock;
}): Promise<MadeBackup> {
  const beside = `${file}.${randomBytes(6).toString('hex')}`;
  const copy = `${beside}.db`;
  const reserved = await reserve(file, force);
  try {
    // SQLite fills a file that is there and empty; one that it made could be read by others.
    await makePrivate(copy);
    // Before the database: an anchor of later would name entries that the copy does not have.
    const small = await smallFiles(layout);
    const migration = await copyDatabase(folderStore(layout), folderStore({ database: copy }));
    const sources = [{ name: DATABASE_FILE, path: copy, content: null }, ...small];
    const manifest: Manifest = {
      format: 'schoolgate-backup',
      version: BACKUP_VERSION,
      createdAt: new Date(clock.now()).toISOString(),
      migration,
      files: await Promise.all(sources.map(describe)),
    };
    await writeArchive(`${beside}.new`, manifest, sources);
    await rename(`${beside}.new`, file);
    await syncFolder(dirname(file));
    const { size } = await stat(file);
    const note = `${JSON.stringify({ at: manifest.createdAt, file, size })}\n`;
    if (noted) await writeDurably(lastBackupFile(layout), note);
    return { file, size, files: sources.length };
  } catch (error) {
    if (reserved) await rm(file, { force: true });
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`The backup ${file} could not be made (${messageOf(error)}).`, { cause: error });
  } finally {
    await rm(copy, { force: true });
    await rm(`${beside}.new`, { force: true });
  }
}

/** Takes the name, so that two backups at once do not overwrite one another. @returns whether the empty file is ours to remove */
async function reserve(file: string, force: boolean): Promise<boolean> {
  try {
    await makePrivate(file);
    return true;
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST')
      throw new OperatorError(`The backup ${file} cannot be written (${messageOf(error)}).`, {
        cause: error,
      });
    if (!force)
      throw new OperatorError(`${file} exists already: choose another name, or replace it with --force.`, {
        cause: error,
      });
    return false;
  }
}

async function makePrivate(file: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  await handle.close();
}

/** Copies the database and proves that the copy is whole. @returns the number of its last migration */
async function copyDatabase(from: StoreAdapter, to: StoreAdapter): Promise<number> {
  const { path } = from.location;
  if (!existsSync(path)) throw new OperatorError(`There is no database to back up at ${path}.`);
  await from.copyTo(to.location.path);
  return await to.inspect(async (inspection) => {
    const [damage] = await inspection.damage(1);
    if (damage !== undefined) throw new OperatorError(`The database ${path} is damaged: ${damage}.`);
    return (await inspection.appliedMigrations())?.at(-1)?.number ?? 0;
  });
}

/** Keys, certificates, and the note of where the audit stood, read at once: a running server replaces some of them while a large database is packed. */
async function smallFiles(layout: DataLayout): Promise<readonly Source[]> {
  const folders = [
    { prefix: 'certificates', folder: layout.certificates },
    { prefix: 'secrets', folder: layout.secrets },
  ];
  const found = await Promise.all(
    folders.map(async ({ prefix, folder }) =>
      (await readdir(folder)).sort().map((name) => ({ name: `${prefix}/${name}`, path: join(folder, name) })),
    ),
  );
  const anchor = { name: 'audit-anchor.json', path: anchorFile(layout) };
  const wanted = [...found.flat(), anchor].filter(({ name }) => isBackedUp(name));
  const read = await Promise.all(
    wanted.map(async (file) => ({ ...file, content: await readOrNull(file.path) })),
  );
  return read.filter(({ content }) => content !== null);
}

/** Null when it is no file, or gone meanwhile. */
async function readOrNull(path: string): Promise<Buffer | null> {
  try {
    return (await stat(path)).isFile() ? await readFile(path) : null;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

const streamOf = ({ path, content }: Source): AsyncIterable<Uint8Array> =>
  content === null ? (createReadStream(path) as AsyncIterable<Buffer>) : Readable.from([content]);

async function describe(source: Source): Promise<Manifest['files'][number]> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of streamOf(source)) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { name: source.name, size, sha256: hash.digest('hex') };
}

async function writeArchive(path: string, manifest: Manifest, sources: readonly Source[]): Promise<void> {
  await pipeline(
    Readable.from(packTar(entriesOf(manifest, sources)), { objectMode: false }),
    createGzip({ level: COMPRESSION }),
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  );
}

function* entriesOf(manifest: Manifest, sources: readonly Source[]): Generator<TarEntry> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  yield { name: MANIFEST_FILE, size: text.length, content: Readable.from([text]) };
  for (const source of sources) {
    const size = manifest.files.find(({ name }) => name === source.name)?.size ?? 0;
    yield { name: source.name, size, content: streamOf(source) };
  }
}
