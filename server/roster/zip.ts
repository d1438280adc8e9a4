import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { messageOf } from '../../kit/fault.ts';
import { OperatorError } from '../../kit/operator-error.ts';
import { MAX_FILE_BYTES, type RosterFile, type RosterFiles, rosterFileOf, tooLarge } from './roster-file.ts';

/** A OneRoster set has some twenty files. */
const MAX_ENTRIES = 1_000;

/**
 * Reads the roster files of a ZIP, at its top or together in one folder. It writes nothing to the disk and unpacks no other file.
 * @throws OperatorError, also for a file that unpacks to more than the archive says or than a roster can have
 */
export async function readZip(path: string): Promise<RosterFiles> {
  let zip: ZipFile;
  try {
    zip = await openPromise(path, { lazyEntries: true, validateEntrySizes: true });
  } catch (error) {
    throw new OperatorError(`${path} is no ZIP that can be read: ${messageOf(error)}.`, { cause: error });
  }
  try {
    if (zip.entryCount > MAX_ENTRIES)
      throw new OperatorError(`${path} holds ${zip.entryCount} files: this is no roster.`);
    return await readEntries(zip, path);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`${path} is damaged, or no roster: ${messageOf(error)}.`, { cause: error });
  } finally {
    zip.close();
  }
}

async function readEntries(zip: ZipFile, path: string): Promise<RosterFiles> {
  const files = new Map<RosterFile, Uint8Array>();
  const folders = new Set<string>();
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName;
    const known = rosterFileOf(name.slice(name.lastIndexOf('/') + 1));
    if (known === null || name.startsWith('__MACOSX/')) continue;
    if (files.has(known)) throw new OperatorError(`${path} holds ${known} twice.`);
    folders.add(name.slice(0, name.lastIndexOf('/') + 1));
    if (folders.size > 1)
      throw new OperatorError(
        `The files of ${path} lie in more than one folder; a roster lies at the top, or in one.`,
      );
    files.set(known, await unpack(zip, entry));
  }
  return files;
}

async function unpack(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  if (entry.isEncrypted()) throw new OperatorError(`${entry.fileName} is encrypted; unpack the ZIP first.`);
  if (entry.uncompressedSize > MAX_FILE_BYTES) throw tooLarge(entry.fileName);
  const stream: Readable = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_FILE_BYTES) throw tooLarge(entry.fileName);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
