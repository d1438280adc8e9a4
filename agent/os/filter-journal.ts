import { chmod, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { removeDurably, syncFolder, writeDurably } from '../../kit/durable-file.ts';
import { makeFolder } from '../../kit/make-folder.ts';
import type { FilterJournal, JournalEntry } from '../ports/filter-journal.ts';

/** How many lines may be out of date before the file is written anew. */
const SPENT_LINES_KEPT = 64;

const Key = Type.String({ minLength: 1 });
const schema = Compile(
  Type.Union([
    Type.Object({ kind: Type.Literal('commands'), key: Key, undo: Type.Array(Type.Array(Type.String())) }),
    Type.Object({
      kind: Type.Literal('file'),
      key: Key,
      file: Type.String(),
      before: Type.Union([
        Type.Null(),
        Type.Object({
          /** base64 */
          bytes: Type.String(),
          mode: Type.Integer(),
          uid: Type.Integer(),
          gid: Type.Integer(),
        }),
      ]),
    }),
    Type.Object({ kind: Type.Literal('folder'), key: Key, folder: Type.String() }),
    Type.Object({ kind: Type.Literal('undone'), key: Key }),
  ]),
);

interface Loaded {
  /** By key, in the order of their first writing. */
  readonly entries: Map<string, JournalEntry>;
  /** Lines that no longer count. */
  spent: number;
}

/**
 * The journal as a file of lines, each with a CRC-32 before it: `xxxxxxxx {json}`. Lines are appended and fsynced; a last line without its end is cut off at
 * the next start, a damaged one between others is passed over. For one process at a time.
 */
export function createFilterJournal({ path }: { readonly path: string }): FilterJournal {
  let loaded: Promise<Loaded> | null = null;
  let last: Promise<unknown> = Promise.resolve();

  /** One at a time: two appends at once could mix. */
  const inTurn = <T>(work: (journal: Loaded) => Promise<T>): Promise<T> => {
    const next = last.then(async () => {
      loaded ??= load(path);
      try {
        return await work(await loaded);
      } catch (error) {
        // After an error only the file says what is on the disk, so that it is read again.
        loaded = null;
        throw error;
      }
    });
    last = next.catch(() => undefined);
    return next;
  };

  return {
    record: (entry) =>
      inTurn(async ({ entries }) => {
        if (entries.has(entry.key)) return;
        await append(path, toLine(entry));
        entries.set(entry.key, entry);
      }),
    entries: () => inTurn(async ({ entries }) => [...entries.values()].reverse()),
    forget: (key) =>
      inTurn(async (journal) => {
        if (!journal.entries.has(key)) return;
        const spent = journal.spent + 2;
        const left = [...journal.entries.values()].filter((entry) => entry.key !== key);
        if (left.length === 0) await removeDurably(path);
        else if (spent > SPENT_LINES_KEPT) await writeDurably(path, left.map(toLine).join(''));
        else await append(path, lineOf({ kind: 'undone', key }));
        journal.entries.delete(key);
        journal.spent = left.length === 0 || spent > SPENT_LINES_KEPT ? 0 : spent;
      }),
  };
}

async function append(path: string, line: string): Promise<void> {
  await makeFolder(dirname(path), 0o700);
  const file = await open(path, 'a', 0o600);
  try {
    await file.writeFile(line);
    await file.sync();
  } finally {
    await file.close();
  }
  await syncFolder(dirname(path));
}

function toLine(entry: JournalEntry): string {
  if (entry.kind !== 'file' || entry.before === null) return lineOf(entry);
  const { bytes, mode, uid, gid } = entry.before;
  return lineOf({ ...entry, before: { bytes: Buffer.from(bytes).toString('base64'), mode, uid, gid } });
}

function lineOf(value: unknown): string {
  const json = JSON.stringify(value);
  return `${checksum(json)} ${json}\n`;
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}

async function load(path: string): Promise<Loaded> {
  const bytes = await readOrEmpty(path);
  const whole = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1);
  const loaded: Loaded = { entries: new Map(), spent: 0 };
  for (const line of whole.toString().split('\n')) if (line !== '') take(line, loaded);
  if (whole.length < bytes.length) await truncate(path, whole.length);
  if (bytes.length > 0 && process.platform !== 'win32') await chmod(path, 0o600);
  return loaded;
}

function take(line: string, loaded: Loaded): void {
  const entry = fromLine(line);
  if (entry === null) loaded.spent += 1;
  else if (entry.kind === 'undone') {
    loaded.entries.delete(entry.key);
    loaded.spent += 2;
  } else if (!loaded.entries.has(entry.key)) loaded.entries.set(entry.key, entry);
}

/** Null = damaged. */
function fromLine(line: string): JournalEntry | { readonly kind: 'undone'; readonly key: string } | null {
  const json = line.slice(9);
  if (line.slice(0, 8) !== checksum(json)) return null;
  const value: unknown = JSON.parse(json);
  if (!schema.Check(value)) return null;
  if (value.kind !== 'file') return value;
  if (value.before === null) return { ...value, before: null };
  return { ...value, before: { ...value.before, bytes: Buffer.from(value.before.bytes, 'base64') } };
}

async function readOrEmpty(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

async function truncate(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.truncate(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
