import { existsSync } from 'node:fs';
import type { Clock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import type { CategorySourceReading, CategorySourceRecord } from '../../store/ports/category-sources.ts';
import type { Store, Transaction } from '../../store/ports/store.ts';
import type { Agreement } from './agreement.ts';
import type { CategoryWork } from './category-work.ts';
import { isWellKnown, someOf } from './clean-name.ts';
import { endHeldAlert, raiseHeldAlert } from './held-alert.ts';
import type { CategoryFolders } from './index-files.ts';
import { type ListFacts, listFile, readListFacts } from './list-file.ts';
import type { ReadResult } from './read-source.ts';
import type { SourceLimits, SourceNetworks } from './source-bytes.ts';
import { SourceFault } from './source-fault.ts';

export interface SourceStepTools {
  readonly store: Pick<Store, 'transaction'>;
  readonly work: CategoryWork;
  readonly folders: CategoryFolders;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits?: SourceLimits;
  readonly networks?: SourceNetworks;
}

/** The outcome of one source in an update. */
export interface SourceOutcome {
  /** The source before the update. */
  readonly before: CategorySourceRecord;
  /** The source now, or after the update is done. */
  readonly source: CategorySourceRecord;
  /** What to note once the index with the new list is in use; null = nothing has changed. */
  readonly accepted: Partial<CategorySourceReading> | null;
}

/**
 * Reads one source and decides whether its list may be used. A failure or a suspicion is noted at once. A usable list is noted by the
 * caller, together with the index that holds it.
 * @throws whatever is not the source's fault
 */
export async function readOneSource(
  source: CategorySourceRecord,
  { store, work, folders, clock, log, limits, networks }: SourceStepTools,
  {
    agreement,
    progress,
    signal,
  }: {
    readonly agreement: Agreement;
    readonly progress: (bytes: number) => void;
    readonly signal: AbortSignal;
  },
): Promise<SourceOutcome> {
  const { id } = source;
  const note = async (reading: Partial<CategorySourceReading>): Promise<SourceOutcome> => {
    const at = clock.now();
    const noted = await store.transaction(async (tx) => {
      const made = await noteReading(tx, source, { ...reading, checkedAt: at }, at);
      if (made?.state === 'held') await raiseHeldAlert(tx, made, at);
      return made;
    });
    return { before: source, source: noted ?? source, accepted: null };
  };

  let result: ReadResult;
  try {
    result = await work.read(
      {
        ...source,
        ...marksOf(source, folders),
        folder: folders.lists,
        ...(limits === undefined ? {} : { limits }),
        ...(networks === undefined ? {} : { networks }),
      },
      { progress, signal },
    );
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error;
    log.warn({ source: id, error: messageOf(error) }, 'a source of categories could not be read');
    // A held source stays held; a failure to reach it now does not change that.
    return await note({
      state: source.state === 'held' ? 'held' : 'failed',
      problem: problemOf(source, error),
    });
  }
  if (result.state === 'unchanged') return await note(settledState(source, folders));

  const { hash, facts, etag, lastModified } = result;
  const marks = { etag, lastModified };
  const refused = Object.values(facts.refused).reduce((sum, count) => sum + count, 0);
  if (hash === source.heldHash) return await note({ ...marks, state: 'held' });
  const before = factsInUse(source, folders);
  const suspicion =
    hash === source.listHash || hash === source.releasedHash
      ? null
      : suspicionOf(before, facts, (name, category) => agreement(id, name, category));
  if (suspicion !== null) {
    log.warn({ source: id, suspicion }, 'a source of categories is held back');
    return await note({ ...marks, state: 'held', problem: suspicion, heldHash: hash, refused });
  }
  const accepted: Partial<CategorySourceReading> = {
    ...marks,
    state: 'current',
    problem: null,
    listHash: hash,
    heldHash: null,
    names: facts.names,
    refused,
    checkedAt: clock.now(),
  };
  return { before: source, source: { ...source, ...accepted }, accepted };
}

/** Notes accepted lists, in the transaction that makes their index the current one. */
export async function noteAccepted(
  tx: Transaction,
  { source, accepted }: SourceOutcome,
  at: number,
): Promise<void> {
  if (accepted === null || (await noteReading(tx, source, accepted, at)) === null) return;
  await endHeldAlert(tx, source, at);
}

/** Notes the result of a reading. Null = the source was removed or redefined meanwhile, so that the result says nothing about it. */
export async function noteReading(
  tx: Pick<Transaction, 'categorySources'>,
  source: CategorySourceRecord,
  reading: Partial<CategorySourceReading>,
  at: number,
): Promise<CategorySourceRecord | null> {
  const { organisationId, id } = source;
  const known = await tx.categorySources.get(organisationId, id);
  if (known === null || definitionText(known) !== definitionText(source)) return null;
  return await tx.categorySources.note(organisationId, id, reading, at);
}

function definitionText({ format, location, category, mapping, createdAt }: CategorySourceRecord): string {
  return JSON.stringify([format, location, category, mapping, createdAt]);
}

/** The facts of the list in use; null = there is no list, or its file is missing. */
export function factsInUse(source: CategorySourceRecord, { lists }: CategoryFolders): ListFacts | null {
  if (source.listHash === null || !existsSync(listFile(lists, source.listHash))) return null;
  return readListFacts(lists, source.listHash);
}

/** The marks of a source. A source whose file is missing has none, so that it is read whole. */
function marksOf(
  source: CategorySourceRecord,
  { lists }: CategoryFolders,
): Pick<CategorySourceReading, 'etag' | 'lastModified'> {
  const kept = source.heldHash ?? source.listHash;
  const { etag, lastModified } = source;
  return kept !== null && existsSync(listFile(lists, kept))
    ? { etag, lastModified }
    : { etag: null, lastModified: null };
}

/** The state of a source whose list stays: it could be read again, and a list that a person released may have another length. */
function settledState(
  source: CategorySourceRecord,
  folders: CategoryFolders,
): Partial<CategorySourceReading> {
  const { state, listHash, names } = source;
  const counted = { names: factsInUse(source, folders)?.names ?? names };
  return state === 'failed' && listHash !== null ? { ...counted, state: 'current', problem: null } : counted;
}

function problemOf({ state, problem }: CategorySourceRecord, error: Error): string | null {
  return state === 'held' ? problem : error.message;
}

/** A list that shrinks below this share of the previous one was cut off, or is another list. */
const LEAST_KEPT = 0.5;

/** A list that grows beyond this many times, and by more than `SMALL` names, is another list. */
const MOST_GROWN = 4;

const GROWTH_IGNORED = 50_000;

/** Lists of a few names may change freely. */
const SMALL = 20;

/**
 * Why a list is held back until a person has looked at it, as a sentence; null = the list may be used. The first list of a source is never
 * held: its protected names and public suffixes are left out anyway.
 * @param before the list in use @param isAgreed whether somebody else puts a protected name into that category too
 */
export function suspicionOf(
  before: ListFacts | null,
  after: ListFacts,
  isAgreed: (name: string, category: string) => boolean,
): string | null {
  if (before === null) return null;
  const suffixes = after.suffixes.filter((suffix) => !before.suffixes.includes(suffix));
  if (suffixes.length > 0) return `It now lists what is a public suffix: ${someOf(suffixes)}.`;
  const known = new Set(before.claims.map(keyOf));
  const claims = after.claims.filter(
    (claim) => isWellKnown(claim[0]) && !known.has(keyOf(claim)) && !isAgreed(...claim),
  );
  if (claims.length > 0)
    return `It now lists well-known names: ${someOf(claims.map(([name, category]) => `${name} (${category})`))}.`;
  if (before.names > SMALL && after.names < before.names * LEAST_KEPT)
    return `It has ${after.names} names now, after ${before.names}.`;
  if (after.names > before.names * MOST_GROWN && after.names - before.names > GROWTH_IGNORED)
    return `It has ${after.names} names now, after ${before.names}.`;
  return null;
}

function keyOf([name, category]: readonly [string, string]): string {
  return `${category} ${name}`;
}
