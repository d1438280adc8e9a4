import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type Clock, every } from '../../kit/clock.ts';
import { writeDurably } from '../../kit/durable-file.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import type { DataLayout } from '../data-folder/layout.ts';
import { OperatorError, systemErrorCode } from '../operator-error.ts';

/** Looking costs one read of an index; what was revoked in the last seconds before the database is destroyed can be missing. */
const PERIOD_MS = 2_000;
/** So many lines more than the database has entries are written anew without those that are out of date. */
const SURPLUS_LINES = 10_000;

const Revocation = Type.Object({
  id: Type.String(),
  /** Epoch milliseconds. */
  at: Type.Integer(),
  kind: Type.String(),
  subject: Type.String(),
  value: Type.Union([Type.String(), Type.Null()]),
});
const schema = Compile(Revocation);
/** Something that was taken back, as the database wrote it down (migration 22). */
export type Revocation = Static<typeof Revocation>;

/** The copy of the database's revocations: in the data folder and in no backup, for the day on which the database cannot be read. */
export function journalFile({ root }: Pick<DataLayout, 'root'>): string {
  return join(root, 'revocations.jsonl');
}

/** The revocations of a database, oldest first; null when it has no such table. @throws SqliteError when it cannot be read */
export function revocationsOf(db: Database.Database, after = 0): readonly Revocation[] | null {
  const known = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'revocations'").get();
  if (known === undefined) return null;
  return db
    .prepare<[after: number], Revocation>(
      'SELECT id, at, kind, subject, value FROM revocations WHERE sequence > ? ORDER BY sequence',
    )
    .all(after);
}

/** Blocks of a file that a power cut kept from the disk are read as these. */
const LOST = '\0';

/**
 * The entries of a journal, oldest first; null when there is no such file. What a power cut has torn of the last addition is left out: a last line without its
 * end, and lines of which some blocks did not come to the disk.
 * @throws OperatorError when it is no journal
 */
export async function readJournal(file: string): Promise<readonly Revocation[] | null> {
  const text = await readText(file);
  if (text === null) return null;
  const lines = text.split('\n');
  lines.pop();
  return lines.flatMap((line, at) => {
    if (line.includes(LOST)) return [];
    const value = parse(line);
    if (!schema.Check(value))
      throw new OperatorError(`${file} is no journal of revocations: its line ${at + 1} cannot be read.`);
    return [value];
  });
}

/** Entries of several journals of one school: each once, and of each subject the latest only. */
export function mergeRevocations(...journals: readonly (readonly Revocation[])[]): readonly Revocation[] {
  const latest = new Map<string, Revocation>();
  for (const entry of journals.flat()) {
    const key = entry.kind === 'journal' ? entry.id : `${entry.kind} ${entry.subject}`;
    const known = latest.get(key);
    if (known === undefined || entry.at >= known.at) latest.set(key, entry);
  }
  return [...latest.values()].sort((a, b) => a.at - b.at);
}

/** Copies what the database notes as revoked to a file beside it, soon after it was committed. What the file knows and the database does not is kept. */
export function createRevocationJournal({
  layout,
  clock,
  log,
}: {
  readonly layout: DataLayout;
  readonly clock: Clock;
  readonly log: Log;
}): Service {
  const file = journalFile(layout);
  let db: Database.Database | null = null;
  let loop: { stop(): Promise<void> } | null = null;
  let copied = 0;
  let lines = 0;
  /** Whether the file is whole and ends where we think; else it is written anew. */
  let sound = false;

  const copy = async (): Promise<void> => {
    if (db === null) return;
    const last = db.prepare<[], number | null>('SELECT max(sequence) FROM revocations').pluck().get() ?? 0;
    if (sound && last <= copied) return;
    const fresh = sound ? (revocationsOf(db, copied) ?? []) : [];
    if (!sound || lines + fresh.length > SURPLUS_LINES + count(db)) lines = await writeWhole(db, file);
    else {
      sound = false;
      await append(file, fresh);
      lines += fresh.length;
    }
    sound = true;
    copied = last;
  };
  const complain = (error: unknown): void =>
    log.error({ error: messageOf(error), file }, 'what was revoked could not be copied beside the database');

  return {
    async start() {
      if (loop !== null) return;
      db = new Database(layout.database, { readonly: true, fileMustExist: true });
      await copy().catch(complain);
      loop = every(clock, PERIOD_MS, copy, complain);
    },
    async stop() {
      if (loop === null) return;
      await loop.stop();
      loop = null;
      await copy().catch(complain);
      db?.close();
      db = null;
      sound = false;
    },
  };
}

function count(db: Database.Database): number {
  return db.prepare<[], number>('SELECT count(*) FROM revocations').pluck().get() ?? 0;
}

/** @returns how many lines it has now */
async function writeWhole(db: Database.Database, file: string): Promise<number> {
  // A file that somebody has spoilt is no reason to have none.
  const before = await readJournal(file).catch((error: unknown) => {
    if (error instanceof OperatorError) return null;
    throw error;
  });
  const all = mergeRevocations(before ?? [], revocationsOf(db) ?? []);
  await writeDurably(file, textOf(all));
  return all.length;
}

async function append(file: string, entries: readonly Revocation[]): Promise<void> {
  const handle = await open(file, 'a', 0o600);
  try {
    await handle.writeFile(textOf(entries));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function textOf(entries: readonly Revocation[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
