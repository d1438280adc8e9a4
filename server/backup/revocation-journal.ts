import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type Clock, every } from '../../kit/clock.ts';
import { writeDurably } from '../../kit/durable-file.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import { OperatorError, systemErrorCode } from '../../kit/operator-error.ts';
import type { Revocation, RevocationStore } from '../../store/ports/revocations.ts';
import { mergeRevocations } from '../../store/rules/revocations.ts';
import type { DataLayout } from '../data-folder/layout.ts';

/** How often new revocations are copied: a look costs one read of an index. Those of the last seconds before the database is destroyed can be missing. */
const PERIOD_MS = 2_000;
/** When the journal has this many more lines than the database has entries, it is written anew without the outdated ones. */
const SURPLUS_LINES = 10_000;

const Entry = Type.Object({
  id: Type.String(),
  /** Epoch milliseconds. */
  at: Type.Integer(),
  kind: Type.String(),
  subject: Type.String(),
  value: Type.Union([Type.String(), Type.Null()]),
});
const schema = Compile(Entry);

/** Keeps a copy of the database's revocations in the data folder, outside of every backup, for the case that the database cannot be read. */
export function journalFile({ root }: Pick<DataLayout, 'root'>): string {
  return join(root, 'revocations.jsonl');
}

/** Blocks of a file that did not reach the disk before a power cut are read as zeros. */
const LOST = '\0';

/**
 * The entries of a journal, oldest first; null when there is no such file. Parts of the last addition that a power cut has damaged are left out: a last line
 * without its end, and lines with zeros.
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

/** Copies what the database notes as revoked to a file beside it, soon after it was committed. What the file knows and the database does not is kept. */
export function createRevocationJournal({
  layout,
  revocations,
  clock,
  log,
}: {
  readonly layout: DataLayout;
  /** Of a store that is started before and stopped after. */
  readonly revocations: RevocationStore;
  readonly clock: Clock;
  readonly log: Log;
}): Service {
  const file = journalFile(layout);
  let loop: { stop(): Promise<void> } | null = null;
  let copied = 0;
  let lines = 0;
  /** Whether the file is whole and ends where we think; else it is written anew. */
  let sound = false;

  const copy = async (): Promise<void> => {
    const last = await revocations.lastSequence();
    if (sound && last <= copied) return;
    const fresh = sound ? await revocations.after(copied) : [];
    if (!sound || lines + fresh.length > SURPLUS_LINES + (await revocations.count()))
      lines = await writeWhole(revocations, file);
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
      await copy().catch(complain);
      loop = every(clock, PERIOD_MS, copy, complain);
    },
    async stop() {
      if (loop === null) return;
      await loop.stop();
      loop = null;
      await copy().catch(complain);
      sound = false;
    },
  };
}

/** @returns how many lines it has now */
async function writeWhole(revocations: RevocationStore, file: string): Promise<number> {
  // A file that somebody has spoilt is no reason to have none.
  const before = await readJournal(file).catch((error: unknown) => {
    if (error instanceof OperatorError) return null;
    throw error;
  });
  const all = mergeRevocations(before ?? [], await revocations.after(0));
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
