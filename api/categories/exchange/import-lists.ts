import { randomBytes } from 'node:crypto';
import { copyFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../kit/clock.ts';
import { Fault, messageOf } from '../../../kit/fault.ts';
import {
  type CategorySourceDefinition,
  type CategorySourceRecord,
  UNREAD,
} from '../../../store/ports/category-sources.ts';
import type { Transaction } from '../../../store/ports/store.ts';
import { endHeldAlert } from '../held-alert.ts';
import type { CategoryFolders } from '../index-files.ts';
import type { ReadResult } from '../read-source.ts';
import { importedLocation, isImported, SOURCE_LIMITS, type SourceLimits } from '../source-bytes.ts';
import { SourceFault } from '../source-fault.ts';
import type { CategoryUpdater, IncomingLists, UpdateReport, UpdateRequest } from '../update.ts';
import { type ExchangedSource, type ExchangeHead, hashOfFile } from './exchange-file.ts';
import { type ExchangedList, readExchange } from './read-exchange.ts';

export interface ImportRequest extends Pick<UpdateRequest, 'organisationId' | 'signal' | 'progress'> {
  readonly file: string;
  /** SHA-256 of the file, hexadecimal. A person has compared it with the exporter's. */
  readonly hash: string;
  /** Whether the file may be older than the last imported one. */
  readonly older: boolean;
}

export interface ImportReport extends UpdateReport {
  readonly head: ExchangeHead;
  /** Ids of lists that were skipped because a source of this school has the same id and a list. */
  readonly passedOver: readonly string[];
}

interface ImportTools {
  readonly updater: Pick<CategoryUpdater, 'update'>;
  readonly folders: CategoryFolders;
  readonly clock: Clock;
  readonly limits?: SourceLimits;
}

/**
 * Puts the lists of another school's file into use. They replace all lists that were imported before. An entry of the audit is written. A
 * crash at any point leaves the old state or the new one. The names are checked like those of any list. The imported sources are never
 * fetched. A source of this school that has the same id keeps its list; one that was never read is replaced.
 * @throws Fault unprocessable for a file that is another than was compared, or none that can be read; conflict for an older one, or while an update runs
 */
export async function importLists(tools: ImportTools, request: ImportRequest): Promise<ImportReport> {
  const { organisationId, signal, progress } = request;
  const told: Pick<ImportReport, 'head' | 'passedOver'>[] = [];
  const report = await tools.updater.update({
    organisationId,
    sources: [],
    signal,
    ...(progress === undefined ? {} : { progress }),
    async incoming(known) {
      const { head, lists } = await readWhole(tools, request, known);
      const keeps = new Set(known.filter(isOwn).map(({ id }) => id));
      const passedOver = lists.map(({ source }) => source.id).filter((id) => keeps.has(id));
      told.push({ head, passedOver });
      const taken = lists.filter(({ source }) => !keeps.has(source.id));
      return incomingLists({ request, head, known, lists: taken, at: tools.clock.now() });
    },
  });
  const [what] = told;
  if (what === undefined) throw new Error('an update with incoming lists did not ask for them');
  return { ...report, ...what };
}

/** Whether a source is the school's own and has a list. */
function isOwn(source: CategorySourceRecord): boolean {
  return !isImported(source) && source.listHash !== null;
}

/** Reads a private copy that nobody else can change, once its hash is the compared one. */
async function readWhole(
  { folders, limits = SOURCE_LIMITS }: ImportTools,
  { file, hash, older }: ImportRequest,
  known: readonly CategorySourceRecord[],
): Promise<{ readonly head: ExchangeHead; readonly lists: readonly ExchangedList[] }> {
  // After a crash, the next update removes this copy.
  const copy = join(folders.lists, `${randomBytes(8).toString('hex')}.new`);
  const heads: ExchangeHead[] = [];
  try {
    const facts = await stat(file);
    if (!facts.isFile()) throw new SourceFault('It is no file.');
    if (facts.size > limits.maxBytes)
      throw new SourceFault(`It is larger than ${Math.floor(limits.maxBytes / 1_048_576)} MB.`);
    await copyFile(file, copy);
    const found = await hashOfFile(copy);
    if (found !== hash) throw new SourceFault(`It is another file: its SHA-256 is ${found}, not ${hash}.`);
    const check = (head: ExchangeHead): void => {
      if (!older) refuseOlder(head, known);
      heads.push(head);
    };
    const lists = await readExchange(copy, { folder: folders.lists, limits, check });
    const [head] = heads;
    if (head === undefined) throw new Error('a file was read without its head');
    return { head, lists };
  } catch (error) {
    throw error instanceof Fault ? error : unreadable(file, copy, error);
  } finally {
    await rm(copy, { force: true });
  }
}

function unreadable(file: string, copy: string, cause: unknown): Fault {
  const why = messageOf(cause).replaceAll(copy, 'It');
  return new Fault('unprocessable', `${file}: ${why} Nothing was changed.`, { cause });
}

/** The date of the file is kept as the date of its lists. */
function refuseOlder(head: ExchangeHead, known: readonly CategorySourceRecord[]): void {
  const dates = known.filter(isImported).flatMap(({ lastModified }) => lastModified ?? []);
  const inUse = dates.sort().at(-1);
  if (inUse !== undefined && head.createdAt < inUse)
    throw new Fault(
      'conflict',
      `The file is of ${head.createdAt}, older than that in use, of ${inUse}. Nothing was changed; to import it all the same, add --older.`,
    );
}

function incomingLists({
  request: { organisationId, hash },
  head,
  known,
  lists,
  at,
}: {
  readonly request: ImportRequest;
  readonly head: ExchangeHead;
  readonly known: readonly CategorySourceRecord[];
  readonly lists: readonly ExchangedList[];
  readonly at: number;
}): IncomingLists {
  const ids = new Set(lists.map(({ source }) => source.id));
  const isKept = (source: CategorySourceRecord): boolean =>
    isImported(source) ? ids.has(source.id) : !ids.has(source.id);
  const kept = known.filter(isKept);
  const removed = known.filter((source) => !isKept(source));
  const made = lists
    .filter(({ source }) => !kept.some(({ id }) => id === source.id))
    .map(({ source }) => definitionOf(organisationId, source));
  const marks = { etag: hash, lastModified: head.createdAt };
  return {
    sources: [
      ...kept,
      ...made.map((definition) => ({ ...definition, ...UNREAD, createdAt: at, updatedAt: at })),
    ],
    readings: new Map(
      lists.map(({ source, hash, facts }): [string, ReadResult] => [
        source.id,
        { state: 'read', hash, facts, ...marks },
      ]),
    ),
    async settle(tx, now) {
      for (const source of removed) await removeSource(tx, source, now);
      for (const definition of made) await tx.categorySources.create(definition, at);
      await tx.audit.append({
        organisationId,
        at: now,
        actor: 'cli',
        action: 'category_lists.imported',
        target: null,
        after: { hash, ...head, sources: [...ids].sort(), removed: removed.map(({ id }) => id) },
      });
    },
  };
}

async function removeSource(tx: Transaction, source: CategorySourceRecord, at: number): Promise<void> {
  await tx.categorySources.delete(source.organisationId, source.id);
  await endHeldAlert(tx, source, at);
}

function definitionOf(
  organisationId: number,
  { id, format, category, place }: ExchangedSource,
): CategorySourceDefinition {
  return { organisationId, id, format, category, location: importedLocation(place), mapping: {} };
}
