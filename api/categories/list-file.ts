import { createHash, type Hash, randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { NameRefusal } from './clean-name.ts';
import type { LineProblem } from './list-formats.ts';

/** Facts about a cleaned list, beside its names. */
export interface ListFacts {
  readonly names: number;
  /** Names by category. */
  readonly counts: Readonly<Record<string, number>>;
  /** Lines and names that were left out, by reason. */
  readonly refused: Readonly<Partial<Record<LineProblem | NameRefusal, number>>>;
  /** Public suffixes that it names, at most some hundreds. */
  readonly suffixes: readonly string[];
  /** Protected names in the list, with the category. Each needs a second source or a person. */
  readonly claims: readonly (readonly [name: string, category: string])[];
  /** Names that it wants to stay open. */
  readonly exceptions: readonly string[];
}

/** Most protected names or suffixes that are noted of one list. A list with more is not worth looking at further. */
export const MAX_CLAIMS = 20_000;
export const MAX_SUFFIXES = 500;
export const MAX_EXCEPTIONS = 1_000_000;

const PIECE_BYTES = 1_048_576;
const LINE_FEED = 10;
const HASH = 35;

/** Writes a cleaned list: a line `#category`, then its names, one a line. Another `#category` may follow at any time. */
export interface ListWriter {
  add(name: string, category: string): void;
  /** Puts the list and its facts into place, durably. @returns the SHA-256 of both, base64url: the list's name from now on */
  finish(facts: ListFacts): string;
  /** Discards the list; harmless after `finish`. */
  abandon(): void;
}

/** The file of a list. Its facts lie beside it in `<hash>.json`. */
export function listFile(folder: string, hash: string): string {
  return join(folder, `${hash}.list`);
}

function factsFile(folder: string, hash: string): string {
  return join(folder, `${hash}.json`);
}

/** It writes synchronously, so it runs on a thread. */
export function createListWriter(folder: string): ListWriter {
  const beside = join(folder, `${randomBytes(8).toString('hex')}.new`);
  const file = openSync(beside, 'wx', 0o600);
  const digest: Hash = createHash('sha256');
  let isOpen = true;
  let pending = '';
  let current: string | null = null;

  const flush = (): void => {
    const bytes = Buffer.from(pending, 'latin1');
    pending = '';
    digest.update(bytes);
    writeWhole(file, bytes);
  };
  const close = (): void => {
    if (isOpen) closeSync(file);
    isOpen = false;
  };
  return {
    add(name, category) {
      if (category !== current) pending += `#${category}\n`;
      current = category;
      pending += `${name}\n`;
      if (pending.length >= PIECE_BYTES) flush();
    },
    finish(facts) {
      flush();
      const text = JSON.stringify(facts);
      const hash = digest.update('\0').update(text).digest('base64url');
      fsyncSync(file);
      close();
      writeFactsFile(`${beside}.json`, text);
      renameSync(`${beside}.json`, factsFile(folder, hash));
      // The list is renamed last, so that a list always has its facts.
      renameSync(beside, listFile(folder, hash));
      return hash;
    },
    abandon() {
      close();
      rmSync(beside, { force: true });
      rmSync(`${beside}.json`, { force: true });
    },
  };
}

function writeWhole(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.byteLength; ) at += writeSync(file, bytes, at);
}

function writeFactsFile(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeWhole(file, Buffer.from(text));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** @throws the system's error when there is no such list */
export function readListFacts(folder: string, hash: string): ListFacts {
  return JSON.parse(readFileSync(factsFile(folder, hash), 'utf8'));
}

/** Gives every name of a list, with its category, in pieces of a megabyte. @throws the system's error when there is no such list */
export function eachName(folder: string, hash: string, take: (name: string, category: string) => void): void {
  const file = openSync(listFile(folder, hash), 'r');
  try {
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    let kept = 0;
    let category = '';
    for (let read = readSync(file, piece, 0, piece.length, null); read > 0; ) {
      const end = kept + read;
      let start = 0;
      for (
        let stop = piece.indexOf(LINE_FEED);
        stop >= 0 && stop < end;
        stop = piece.indexOf(LINE_FEED, start)
      ) {
        if (piece[start] === HASH) category = piece.toString('latin1', start + 1, stop);
        else take(piece.toString('latin1', start, stop), category);
        start = stop + 1;
      }
      piece.copy(piece, 0, start, end);
      kept = end - start;
      read = readSync(file, piece, kept, piece.length - kept, null);
    }
  } finally {
    closeSync(file);
  }
}
