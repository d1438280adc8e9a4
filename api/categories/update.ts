import { existsSync } from 'node:fs';
import { SHIPPED_CATEGORIES } from '../../contracts/categories/shipped/shipped-categories.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import type { Random } from '../../kit/random.ts';
import { NO_RESERVE, type StorageReserve } from '../../kit/storage-reserve.ts';
import type { CategoryIndexRecord } from '../../store/ports/category-indexes.ts';
import type { CategorySourceRecord } from '../../store/ports/category-sources.ts';
import type { Store, Transaction } from '../../store/ports/store.ts';
import { type Agreement, createAgreement } from './agreement.ts';
import type { CategoryWork } from './category-work.ts';
import { someOf } from './clean-name.ts';
import { type CompiledIndex, compileIndex } from './compile-index.ts';
import { type Correction, correctionsOf } from './corrections.ts';
import { raiseHeldAlert } from './held-alert.ts';
import {
  type CategoryFolders,
  indexFile,
  makeCategoryFolders,
  readIndexFile,
  sweepCategoryFiles,
  writeIndexFile,
} from './index-files.ts';
import { listFile } from './list-file.ts';
import type { ReadResult } from './read-source.ts';
import { isImported } from './source-bytes.ts';
import {
  factsInUse,
  noteAccepted,
  noteReading,
  readOneSource,
  type SourceOutcome,
  type SourceStepTools,
} from './source-step.ts';
import { withUpdateRight } from './update-right.ts';

/** Devices with one of this many last indexes get a delta. The files of older indexes are removed. */
export const KEPT_INDEXES = 3;
/** Well-known names whose categories may change in one update without a person's consent. */
const MAX_CHANGED_POPULAR = 10;

const NO_ROOM =
  'The server’s disk is nearly full: no list of categories is read until there is room. The index in use stays.';

export interface UpdateRequest {
  readonly organisationId: number;
  /** The sources to read; null = all. The index is made from the lists of all sources. */
  readonly sources: readonly string[] | null;
  readonly signal: AbortSignal;
  /** The holder name under which the caller has taken the update right with `takeUpdateRight`. Default: the update takes the right itself. */
  readonly holder?: string;
  readonly progress?: (progress: UpdateProgress) => void;
  /** Supplies lists from elsewhere than their sources. Only those lists are read then. It is called while nobody else updates, with the present sources. */
  readonly incoming?: (known: readonly CategorySourceRecord[]) => Promise<IncomingLists>;
}

/** Lists that come into use in the same transaction as the index that holds them. */
export interface IncomingLists {
  /** All sources after the update. */
  readonly sources: readonly CategorySourceRecord[];
  /** The readings by source id. The lists lie in the folder. */
  readonly readings: ReadonlyMap<string, ReadResult>;
  /** Makes and removes sources, in the transaction that puts the index into use. */
  settle(tx: Transaction, at: number): Promise<void>;
}

/** The progress of an update. */
export type UpdateProgress =
  | {
      readonly step: 'read';
      readonly source: string;
      readonly number: number;
      readonly of: number;
      readonly bytes: number;
    }
  | { readonly step: 'compile' };

export interface UpdateReport {
  /** The index in use now. */
  readonly index: CategoryIndexRecord;
  /** Whether the index differs from the one before. */
  readonly changed: boolean;
  readonly sources: readonly CategorySourceRecord[];
}

export interface CategoryUpdater {
  /**
   * Reads sources, makes an index of the shipped names and all lists in use, and puts it into use. Files are written first, then one
   * transaction follows: a crash at any point leaves the old index or the new one. A source that fails or is held keeps its previous list.
   * An update that reads no source frees room or needs little, so it may use the disk's reserve.
   * @throws Fault conflict while another update runs, in whichever process; not_found for a source that there is not; unavailable where the disk
   * has only its reserve left: all stays as it was
   */
  update(request: UpdateRequest): Promise<UpdateReport>;
  /**
   * Makes an index where there is none, or where its file is missing, without reading any source. It may run beside an update. When a list
   * of the index is missing too (after a restore), it makes none: devices keep their index until an update has read the sources.
   * @returns whether such an update is needed
   */
  ensure(organisationId: number): Promise<boolean>;
}

export interface UpdaterTools extends Omit<SourceStepTools, 'store'> {
  readonly store: Pick<Store, 'transaction' | 'categorySources' | 'categorySuggestions' | 'categoryIndexes'>;
  readonly work: CategoryWork;
  readonly folders: CategoryFolders;
  /** The file of the names that ship. */
  readonly shippedFile: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Default: no reserve. */
  readonly reserve?: StorageReserve;
}

export function createCategoryUpdater(tools: UpdaterTools): CategoryUpdater {
  const { store, folders, work, log, reserve = NO_RESERVE } = tools;
  // Compiles in this thread. It runs at the start of a server, which serves nobody yet, and a thread would take longer to start.
  const compileHere: CategoryWork['compile'] = (order, signal) =>
    order.lists.length === 0 ? Promise.resolve(compileIndex(order)) : work.compile(order, signal);

  async function run(request: UpdateRequest, compile: CategoryWork['compile']): Promise<UpdateReport> {
    const { organisationId, sources: wanted, signal, progress } = request;
    await makeCategoryFolders(folders);
    await sweep(tools, organisationId);
    const stored = await store.categorySources.list(organisationId);
    const incoming = (await request.incoming?.(stored)) ?? null;
    const known = incoming?.sources ?? stored;
    const isRead =
      incoming === null
        ? isReadBy(wanted, known)
        : ({ id }: CategorySourceRecord) => incoming.readings.has(id);
    const toRead = known.filter(isRead);
    const requireRoom = async (): Promise<void> => {
      if (toRead.length === 0 || !reserve.isReached()) return;
      await sweep(tools, organisationId);
      throw new Fault('unavailable', NO_ROOM);
    };
    const outcomes = known.filter((source) => !isRead(source)).map((source) => untouched(source, folders));
    for (const [at, source] of toRead.entries()) {
      await requireRoom();
      const told = (bytes: number): void =>
        progress?.({ step: 'read', source: source.id, number: at + 1, of: toRead.length, bytes });
      told(0);
      const agreement = agreementOf(outcomes, toRead.slice(at), folders);
      const reading = incoming?.readings.get(source.id);
      const read = reading === undefined ? work.read : () => Promise.resolve(reading);
      const step = { ...tools, work: { ...work, read } };
      outcomes.push(await readOneSource(source, step, { agreement, progress: told, signal }));
    }
    await requireRoom();
    progress?.({ step: 'compile' });
    const report = await publish(
      { ...tools, work: { ...work, compile } },
      { organisationId, outcomes, signal, settle: incoming?.settle ?? null },
    );
    await sweep(tools, organisationId);
    return report;
  }

  const update = (request: UpdateRequest, compile = work.compile): Promise<UpdateReport> =>
    withUpdateRight(tools, request, (signal) => run({ ...request, signal }, compile));

  return {
    update: (request) => update(request),
    async ensure(organisationId) {
      const current = await store.categoryIndexes.current(organisationId);
      if (current !== null && (await readIndexFile(folders, current.hash)) !== null) return false;
      const sources = await store.categorySources.list(organisationId);
      if (sources.some(({ listHash }) => listHash !== null && !existsSync(listFile(folders.lists, listHash))))
        return true;
      try {
        await update({ organisationId, sources: [], signal: new AbortController().signal }, compileHere);
      } catch (error) {
        if (!(error instanceof Fault && error.code === 'conflict')) throw error;
        log.info({}, 'another process is making the index of the categories');
      }
      return false;
    },
  };
}

/** Whether an update reads a source. @throws Fault not_found, unprocessable for one that cannot be read */
function isReadBy(
  wanted: readonly string[] | null,
  known: readonly CategorySourceRecord[],
): (source: CategorySourceRecord) => boolean {
  for (const id of wanted ?? []) {
    const source = known.find((one) => one.id === id);
    if (source === undefined) throw new Fault('not_found', `There is no source “${id}”.`);
    requireReadable(source);
  }
  return (source) => !isImported(source) && (wanted === null || wanted.includes(source.id));
}

/** @throws Fault unprocessable for a source whose list came with a file */
export function requireReadable(source: Pick<CategorySourceRecord, 'id' | 'location'>): void {
  if (isImported(source))
    throw new Fault('unprocessable', `“${source.id}” came with a file: a newer one is to be imported.`);
}

/** What the right to update needs. */
export type UpdateRightTools = Pick<UpdaterTools, 'store' | 'clock' | 'random' | 'log'>;

interface Publication {
  readonly organisationId: number;
  readonly outcomes: readonly SourceOutcome[];
  readonly signal: AbortSignal;
  readonly settle: IncomingLists['settle'] | null;
}

async function publish(tools: UpdaterTools, publication: Publication): Promise<UpdateReport> {
  const { store, folders, clock } = tools;
  const { organisationId, signal } = publication;
  const before = await store.categoryIndexes.current(organisationId);
  const latest = await store.categoryIndexes.latest(organisationId, KEPT_INDEXES - 1);
  const corrections = correctionsOf(await store.categorySuggestions.accepted(organisationId));
  const { compiled, outcomes } = await compileWithin(tools, publication, { latest, corrections });
  signal.throwIfAborted();
  if (before?.hash !== compiled.hash || (await readIndexFile(folders, compiled.hash)) === null)
    await writeIndexFile(folders, compiled);
  signal.throwIfAborted();
  const at = clock.now();
  const index = await store.transaction(async (tx) => {
    await publication.settle?.(tx, at);
    for (const outcome of outcomes) await noteAccepted(tx, outcome, at);
    const { hash, names, counts } = compiled;
    const added = await tx.categoryIndexes.add({
      organisationId,
      hash,
      bytes: compiled.bytes.byteLength,
      names,
      counts,
      createdAt: at,
    });
    await tx.categoryIndexes.prune(organisationId, KEPT_INDEXES);
    if (added.version !== before?.version) tx.wake({ kind: 'all_devices' });
    return added;
  });
  return {
    index,
    changed: index.version !== before?.version,
    sources: await store.categorySources.list(organisationId),
  };
}

/** Makes the index. If it changes too many well-known names, the sources with new lists are held, and the index is made again with their previous lists. */
async function compileWithin(
  tools: UpdaterTools,
  { outcomes, signal }: Publication,
  known: Pick<CompileTask, 'latest' | 'corrections'>,
): Promise<{ readonly compiled: CompiledIndex; readonly outcomes: readonly SourceOutcome[] }> {
  const compiled = await compile(tools, outcomes, { ...known, signal });
  const suspects = outcomes.filter(isSuspect);
  if (compiled.changedPopular.length <= MAX_CHANGED_POPULAR || suspects.length === 0)
    return { compiled, outcomes };
  const problem = `The categories of ${compiled.changedPopular.length} well-known names would change: ${someOf(compiled.changedPopular)}.`;
  const kept = await Promise.all(
    outcomes.map((outcome) => (isSuspect(outcome) ? holdBack(tools, outcome, problem) : outcome)),
  );
  return { compiled: await compile(tools, kept, { ...known, signal }), outcomes: kept };
}

/** Whether a list replaces another list and no person released it. A person has just added a source that is new. */
function isSuspect({ before, accepted }: SourceOutcome): boolean {
  const hash = accepted?.listHash ?? null;
  return (
    hash !== null && before.listHash !== null && hash !== before.listHash && hash !== before.releasedHash
  );
}

async function holdBack(
  { store, clock }: UpdaterTools,
  { before, accepted }: SourceOutcome,
  problem: string,
): Promise<SourceOutcome> {
  const at = clock.now();
  const { etag = null, lastModified = null, listHash: heldHash = null } = accepted ?? {};
  const reading = { state: 'held', problem, etag, lastModified, heldHash, checkedAt: at } as const;
  const source = await store.transaction(async (tx) => {
    const held = await noteReading(tx, before, reading, at);
    if (held !== null) await raiseHeldAlert(tx, held, at);
    return held;
  });
  return { before, source: source ?? before, accepted: null };
}

/** The input of an index beside the lists, and the signal that ends the work. */
interface CompileTask {
  readonly latest: readonly CategoryIndexRecord[];
  readonly corrections: readonly Correction[];
  readonly signal: AbortSignal;
}

function compile(
  { work, folders, shippedFile, log }: UpdaterTools,
  outcomes: readonly SourceOutcome[],
  { latest, corrections, signal }: CompileTask,
): Promise<CompiledIndex> {
  const lists = outcomes.flatMap(({ source: { id, listHash: hash, vouched } }) => {
    if (hash === null) return [];
    if (existsSync(listFile(folders.lists, hash))) return [{ id, hash, vouched }];
    log.error(
      { source: id },
      'the list of a source of categories is gone: its names are missing until it is read again',
    );
    return [];
  });
  const order = {
    shippedFile,
    folder: folders.lists,
    corrections,
    lists: lists.sort((a, b) => (a.id < b.id ? -1 : 1)),
    before: latest.map(({ hash }) => ({ hash, file: indexFile(folders, hash) })),
  };
  return work.compile(order, signal);
}

function untouched(source: CategorySourceRecord, folders: CategoryFolders): SourceOutcome {
  const { listHash } = source;
  if (isImported(source) && listHash !== null && !existsSync(listFile(folders.lists, listHash))) {
    const lost = { state: 'failed', problem: 'Its list is gone: import the file again.' } as const;
    return { before: source, source: { ...source, ...lost }, accepted: lost };
  }
  const names = factsInUse(source, folders)?.names ?? source.names;
  const accepted = source.state === 'current' && names !== source.names ? { names } : null;
  return { before: source, source, accepted };
}

/** What all sources say about protected names. Sources read in this update count with the new reading, the others with the previous one. */
function agreementOf(
  read: readonly SourceOutcome[],
  unread: readonly CategorySourceRecord[],
  folders: CategoryFolders,
): Agreement {
  const sources = [...read.map(({ source }) => source), ...unread];
  return createAgreement(
    sources.map((source) => ({
      id: source.id,
      claims: factsInUse(source, folders)?.claims ?? [],
      vouched: source.vouched,
    })),
    SHIPPED_CATEGORIES,
  );
}

/** Removes the files that are no longer needed. */
async function sweep({ store, folders }: UpdaterTools, organisationId: number): Promise<void> {
  const sources = await store.categorySources.list(organisationId);
  const indexes = await store.categoryIndexes.latest(organisationId, KEPT_INDEXES);
  await sweepCategoryFiles(folders, {
    indexes: new Set(indexes.map(({ hash }) => hash)),
    lists: new Set(
      sources.flatMap(({ listHash, heldHash }) => [listHash, heldHash].filter((hash) => hash !== null)),
    ),
  });
}
