import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../kit/fault.ts';
import { OperatorError, systemErrorCode } from '../../kit/operator-error.ts';
import { MAX_FILE_BYTES, type RosterFile, type RosterFiles, rosterFileOf, tooLarge } from './roster-file.ts';
import { readZip } from './zip.ts';

/** Reads the files of a folder or a ZIP. @throws OperatorError that says what is wrong with it */
export async function readRosterFiles(path: string): Promise<RosterFiles> {
  const facts = await stat(path).catch((error: unknown) => {
    throw new OperatorError(
      systemErrorCode(error) === 'ENOENT'
        ? `There is no folder or ZIP ${path}.`
        : `${path} cannot be read: ${messageOf(error)}.`,
      { cause: error },
    );
  });
  return facts.isDirectory() ? await readFolder(path) : await readZip(path);
}

async function readFolder(path: string): Promise<RosterFiles> {
  const files = new Map<RosterFile, Uint8Array>();
  for (const name of await readdir(path)) {
    const known = rosterFileOf(name);
    if (known === null) continue;
    if (files.has(known)) throw new OperatorError(`${path} holds ${known} twice.`);
    files.set(known, await readWhole(join(path, name)));
  }
  return files;
}

async function readWhole(path: string): Promise<Uint8Array> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      if (size > MAX_FILE_BYTES) throw tooLarge(path);
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`${path} cannot be read: ${messageOf(error)}.`, { cause: error });
  }
}
