import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createDice } from '../../server/demo/dice.ts';
import type { DiskRecord } from './disk-journal.ts';

/**
 * What a power cut leaves of what was not synced. POSIX promises no more than `nothing`; file systems keep some of it.
 * - `nothing`: no bytes that were not synced, and no names that their folder was not synced for
 * - `names`: all names, but no bytes: a file that was renamed before it was synced is empty (XFS, ext4 with delayed allocation)
 * - `pieces`: the first few names, and any of the bytes, in sectors of 512
 * - `all`: as after the end of the process alone
 */
export const LEFTOVERS = ['nothing', 'names', 'pieces', 'all'] as const;
export type Leftover = (typeof LEFTOVERS)[number];

/** The disk as a power cut leaves it. */
export interface Cut {
  /** After so many records of the journal. */
  readonly at: number;
  readonly leftover: Leftover;
  /** What was promised before. */
  readonly promises: readonly string[];
  /** By path. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly folders: ReadonlySet<string>;
}

const SECTOR = 512;

/** SQLite makes it anew: no lock outlives a power cut. */
const isScratch = (path: string): boolean => path.endsWith('-shm');

type Change =
  | { readonly kind: 'write'; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: 'size'; readonly size: number };

/** A file, by whatever name. */
class Inode {
  synced: Buffer = Buffer.alloc(0);
  unsynced: Change[] = [];
  /** Counts what was synced. */
  version = 0;

  readonly number: number;

  constructor(number: number) {
    this.number = number;
  }

  sync(): void {
    if (this.unsynced.length === 0) return;
    this.synced = applied(this.synced, this.unsynced);
    this.unsynced = [];
    this.version += 1;
  }
}

function applied(before: Buffer, changes: readonly Change[]): Buffer {
  const size = changes.reduce(
    (most, change) =>
      Math.max(most, change.kind === 'write' ? change.offset + change.bytes.length : change.size),
    before.length,
  );
  const after = Buffer.alloc(size);
  before.copy(after);
  let length = before.length;
  for (const change of changes) {
    if (change.kind === 'write') {
      change.bytes.copy(after, change.offset);
      length = Math.max(length, change.offset + change.bytes.length);
    } else {
      if (change.size < length) after.fill(0, change.size, length);
      length = change.size;
    }
  }
  return after.subarray(0, length);
}

type Entry = Inode | 'folder';
/** A change of names. It lasts once its folder is synced. */
interface Naming {
  readonly folder: string;
  /** Null = the name is gone. */
  readonly names: readonly { readonly path: string; readonly entry: Entry | null }[];
}

function rename(names: Map<string, Entry>, naming: Naming): void {
  for (const { path, entry } of naming.names) {
    if (entry === null) names.delete(path);
    else names.set(path, entry);
  }
}

/** Plays the journal of one folder back, which was empty at first, and keeps apart what was synced and what was not. */
class Disk {
  readonly now = new Map<string, Entry>();
  readonly synced = new Map<string, Entry>();
  unsynced: Naming[] = [];
  /** Counts what became of the names. */
  version = 0;
  readonly #open = new Map<string, Inode>();
  #made = 0;

  #name(folder: string, names: Naming['names']): void {
    const naming = { folder, names };
    rename(this.now, naming);
    this.unsynced.push(naming);
    this.version += 1;
  }

  #file(id: string): Inode {
    const inode = this.#open.get(id);
    if (inode === undefined) throw new Error(`the journal of the disk has no opening ${id}`);
    return inode;
  }

  play({ what, id, number, bytes }: DiskRecord): void {
    if (what === 'write') {
      this.#file(id).unsynced.push({ kind: 'write', offset: number, bytes });
      return;
    }
    const path = bytes.toString();
    if (what === 'open') this.#opened(id, path, number === 1);
    else if (what === 'truncate') this.#file(id).unsynced.push({ kind: 'size', size: number });
    else if (what === 'sync') this.#file(id).sync();
    else if (what === 'syncdir') this.#syncFolder(path);
    else if (what === 'mkdir') this.#name(dirname(path), [{ path, entry: 'folder' }]);
    else if (what === 'unlink') this.#name(dirname(path), [{ path, entry: null }]);
    else if (what === 'rename')
      this.#renamed(bytes.toString('utf8', 0, number), bytes.toString('utf8', number));
    else throw new Error(`the tests cannot play back: ${what} ${path}`);
  }

  #opened(id: string, path: string, made: boolean): void {
    const known = this.now.get(path);
    if (known === 'folder' || (known === undefined && !made))
      throw new Error(`${path} was made unseen by the journal`);
    const inode = known !== undefined && !made ? known : new Inode(++this.#made);
    this.#open.set(id, inode);
    if (inode !== known) this.#name(dirname(path), [{ path, entry: inode }]);
  }

  #renamed(from: string, to: string): void {
    const entry = this.now.get(from);
    if (entry === undefined || entry === 'folder' || dirname(from) !== dirname(to))
      throw new Error(`the tests cannot play back: rename of ${from} to ${to}`);
    this.#name(dirname(to), [
      { path: from, entry: null },
      { path: to, entry },
    ]);
  }

  #syncFolder(folder: string): void {
    const lasting = this.unsynced.filter((naming) => naming.folder === folder);
    if (lasting.length === 0) return;
    for (const naming of lasting) rename(this.synced, naming);
    this.unsynced = this.unsynced.filter((naming) => naming.folder !== folder);
    this.version += 1;
  }

  /** Two disks of one journal with the same fingerprint hold the same, all but what was not synced. */
  fingerprint(): string {
    const inodes = new Set([...this.now.values(), ...this.synced.values()]);
    const versions = [...inodes].map((entry) =>
      entry === 'folder' ? '' : `${entry.number}:${entry.version}`,
    );
    return [this.version, ...versions].join(' ');
  }

  left(leftover: Leftover, random: () => number): Pick<Cut, 'files' | 'folders'> {
    const names = new Map(this.synced);
    const kept = { nothing: 0, names: 1, pieces: random(), all: 1 }[leftover];
    for (const naming of this.unsynced.slice(0, Math.ceil(kept * this.unsynced.length)))
      rename(names, naming);
    const files = new Map<string, Buffer>();
    const folders = new Set<string>();
    for (const [path, entry] of names) {
      if (!isReachable(path, names) || isScratch(path)) continue;
      if (entry === 'folder') folders.add(path);
      else files.set(path, contentOf(entry, leftover, random));
    }
    return { files, folders };
  }
}

/** A file is lost with the name of its folder. */
function isReachable(path: string, names: ReadonlyMap<string, Entry>): boolean {
  const folder = dirname(path);
  return folder === '.' || (names.get(folder) === 'folder' && isReachable(folder, names));
}

function contentOf({ synced, unsynced }: Inode, leftover: Leftover, random: () => number): Buffer {
  switch (leftover) {
    case 'nothing':
    case 'names':
      return synced;
    case 'all':
      return applied(synced, unsynced);
    case 'pieces':
      return applied(
        synced,
        unsynced.flatMap(sectorsOf).filter(() => random() < 0.5),
      );
  }
}

function sectorsOf(change: Change): readonly Change[] {
  if (change.kind === 'size') return [change];
  const pieces: Change[] = [];
  for (let at = 0; at < change.bytes.length; ) {
    const length = SECTOR - ((change.offset + at) % SECTOR);
    pieces.push({ kind: 'write', offset: change.offset + at, bytes: change.bytes.subarray(at, at + length) });
    at += length;
  }
  return pieces;
}

/**
 * The power cuts that tell something: before and after whatever is synced, and after each promise. One that leaves what the one before it left, with
 * nothing more promised, is passed over.
 */
export function* powerCuts(
  records: readonly DiskRecord[],
  {
    leftovers = LEFTOVERS,
    seed = 1,
  }: {
    readonly leftovers?: readonly Leftover[];
    /** Of the pieces that are left. */
    readonly seed?: number;
  } = {},
): Generator<Cut> {
  const disk = new Disk();
  const { roll } = createDice(seed);
  const promises: string[] = [];
  const seen = new Map<Leftover, string>();
  for (const [index, record] of records.entries()) {
    if (record.what === 'promise') promises.push(record.bytes.toString());
    else disk.play(record);
    const next = records[index + 1];
    if (!isTelling(record, next)) continue;
    for (const leftover of leftovers) {
      // What was not synced is most before a sync.
      const isWhole = leftover === 'nothing' || leftover === 'names';
      if (!isWhole && next !== undefined && !isSync(next)) continue;
      const known = `${promises.length} ${isWhole ? disk.fingerprint() : index}`;
      if (seen.get(leftover) === known) continue;
      seen.set(leftover, known);
      yield { at: index + 1, leftover, promises: [...promises], ...disk.left(leftover, roll) };
    }
  }
}

const isSync = ({ what }: DiskRecord): boolean => what === 'sync' || what === 'syncdir';

/** A promise is noted at once after what it rests on: with the cut after it, the one before it says nothing more. */
function isTelling(record: DiskRecord, next: DiskRecord | undefined): boolean {
  if (next === undefined || record.what === 'promise') return next?.what !== 'promise';
  return next.what !== 'promise' && (isSync(record) || isSync(next));
}

/** What was promised of a thing before a cut, in order: of `command 7` the `7`. */
export function promised({ promises }: Pick<Cut, 'promises'>, what: string): readonly string[] {
  return promises.filter((line) => line.startsWith(`${what} `)).map((line) => line.slice(what.length + 1));
}

/** Lays a cut disk out in an empty folder. */
export function layOut({ files, folders }: Pick<Cut, 'files' | 'folders'>, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const path of [...folders].sort()) mkdirSync(join(folder, path), { mode: 0o700 });
  for (const [path, content] of files) writeFileSync(join(folder, path), content, { mode: 0o600 });
}
