import { openCategoryIndex } from '../../../contracts/categories/category-index.ts';
import { buildFirstIndex } from '../../../contracts/categories/first-index.ts';
import { applyIndexDelta, isIndexDelta } from '../../../contracts/categories/index-delta.ts';
import { readShippedNames } from '../../../contracts/categories/shipped-names.ts';
import type { TargetState } from '../../../contracts/mqtt/messages.ts';
import type { Clock } from '../../../kit/clock.ts';
import { messageOf } from '../../../kit/fault.ts';
import type { Log } from '../../../kit/log.ts';
import type { Random } from '../../../kit/random.ts';
import { createSerial } from '../../../kit/serial.ts';
import { sha256 } from '../../../kit/signing.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { PolicySource } from '../../ports/policy-source.ts';
import type { KeeperFault } from './bundle-keeper.ts';
import { createRetry } from './retry.ts';

type CategoriesTarget = NonNullable<TargetState['categories']>;

/** The category index that is to be used: a file whose bytes had the signed hash when it got its name. */
export interface KeptIndex {
  /** Null when it was found on disk and no target has named it yet. */
  readonly version: number | null;
  readonly hash: string;
  readonly path: string;
}

/** Keeps the category index that the signed target names, and the good one before it. It is used from disk, so that one which cannot be written is not used. */
export interface IndexKeeper {
  /** Finds the last good index on disk; where there is none it makes the first from the names that ship. Without network. */
  start(): Promise<void>;
  /**
   * Gets the index that the target state names; undefined = a server without categories, and nothing changes. Resolves when the index is here, or
   * when its download has begun.
   */
  want(categories: CategoriesTarget | undefined): Promise<void>;
  current(): KeptIndex | null;
  /** The server can be reached again. */
  kick(): void;
  stop(): Promise<void>;
}

export interface IndexKeeperDependencies {
  readonly store: ContentStore;
  readonly source: PolicySource;
  /** The file of the names that ship (docs/category-index.md); rejects where it is missing. */
  readonly shipped: () => Promise<Uint8Array>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly onChange: (kept: KeptIndex) => void;
  readonly onFault: (fault: KeeperFault) => void;
}

/**
 * A device that has an index fetches a new one after a random delay of at most this (milliseconds), so that the laptops of a school do not all ask in
 * one second.
 */
const SPREAD_MS = 60_000;
/** Files that are kept: the current one, and the one before it, in case the current file is damaged and as the base of deltas. */
const KEPT = 2;

export function createIndexKeeper(deps: IndexKeeperDependencies): IndexKeeper {
  const { store, random, log, onFault } = deps;
  let current: KeptIndex | null = null;
  let refused: string | null = null;
  const serial = createSerial();
  const retry = createRetry({
    ...deps,
    onFailure: (error) => log.warn({ error: messageOf(error) }, 'cannot fetch the category index yet'),
  });

  const adopt = (kept: KeptIndex): void => {
    current = kept;
    log.info({ version: kept.version }, 'a category index is here');
    deps.onChange(kept);
  };
  const use = async (
    { hash, version }: Pick<KeptIndex, 'hash' | 'version'>,
    bytes: Uint8Array,
  ): Promise<boolean> => {
    const problem = problemOf(bytes);
    if (problem !== null) {
      refused = hash;
      onFault({ what: 'categories', code: 'malformed', hash, detail: problem });
      return true;
    }
    try {
      await store.save(hash, bytes);
    } catch (error) {
      onFault({ what: 'categories', code: 'not_stored', hash, detail: messageOf(error) });
      return false;
    }
    const before = current?.hash;
    adopt({ version, hash, path: store.pathOf(hash) });
    await tidy(before === undefined ? [hash] : [hash, before]);
    return true;
  };
  const tidy = async (hashes: readonly string[]): Promise<void> => {
    try {
      await store.keepOnly(hashes);
    } catch (error) {
      // The filter may still hold an old file open (Windows): the next index removes it.
      log.warn({ error: messageOf(error) }, 'cannot remove an old category index');
    }
  };
  const obtain = async (wanted: CategoriesTarget): Promise<void> => {
    const { hash, version } = wanted;
    if (hash === current?.hash) {
      retry.begin(nothingToDo);
      if (version !== current.version) adopt({ ...current, version });
      return;
    }
    if (hash === refused) return retry.begin(nothingToDo);
    const stored = await readStored(store, hash, log);
    if (stored !== null && (await use(wanted, stored))) return retry.begin(nothingToDo);
    retry.begin(
      async (signal) => {
        const bytes = await fetchIndex(wanted, current, deps, signal);
        return serial.run(() => (signal.aborted ? true : use(wanted, bytes)));
      },
      current === null ? 0 : SPREAD_MS * random.fraction(),
    );
  };

  /**
   * Makes the first index from the names that ship, so that a laptop filters before its first download. The server makes the same file of the same
   * names, so that often no download is needed.
   */
  const useFirst = async (): Promise<void> => {
    const bytes = await makeFirst(deps);
    if (bytes !== null) await use({ hash: sha256(bytes), version: null }, bytes);
  };

  return {
    current: () => current,
    async start() {
      for (const hash of (await listStored(store, log)).slice(0, KEPT)) {
        const bytes = await readStored(store, hash, log);
        if (bytes !== null && problemOf(bytes) === null)
          return adopt({ version: null, hash, path: store.pathOf(hash) });
        const detail = 'its file was changed or cannot be read';
        onFault({ what: 'categories', code: 'damaged', hash, detail });
      }
      await useFirst();
    },
    want: (categories) =>
      categories === undefined ? Promise.resolve() : serial.run(() => obtain(categories)),
    kick: retry.kick,
    stop: retry.stop,
  };
}

async function makeFirst({ shipped, log }: IndexKeeperDependencies): Promise<Uint8Array | null> {
  try {
    return buildFirstIndex(readShippedNames(await shipped()));
  } catch (error) {
    log.error({ error: messageOf(error) }, 'the names of categories that ship cannot be used');
    return null;
  }
}

const nothingToDo = (): Promise<boolean> => Promise.resolve(true);

/**
 * The bytes of the wanted index, with their hash checked: by a delta from the index that is here, or whole.
 * @throws when the server is not reached, or sends something else
 */
async function fetchIndex(
  { hash, bytes: maxBytes }: CategoriesTarget,
  current: KeptIndex | null,
  { store, source, log }: Pick<IndexKeeperDependencies, 'store' | 'source' | 'log'>,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const base = current === null ? null : await readStored(store, current.hash, log);
  const from = base === null ? null : (current?.hash ?? null);
  const first = await source.fetch({ kind: 'categories', hash, from, maxBytes }, signal);
  const made = base === null ? first : fromDelta(base, first, log);
  if (made !== null && sha256(made) === hash) return made;
  const whole =
    from === null ? first : await source.fetch({ kind: 'categories', hash, from: null, maxBytes }, signal);
  if (sha256(whole) !== hash) throw new Error(`the server sent ${whole.length} bytes of something else`);
  return whole;
}

/** The file that a delta makes of its base. Bytes that are no delta are the whole file. Null = the delta does not fit the base. */
function fromDelta(base: Uint8Array, fetched: Uint8Array, log: Log): Uint8Array | null {
  if (!isIndexDelta(fetched)) return fetched;
  try {
    return applyIndexDelta(base, fetched);
  } catch (error) {
    log.warn({ error: messageOf(error) }, 'a delta of the category index does not fit; fetching the whole');
    return null;
  }
}

function problemOf(bytes: Uint8Array): string | null {
  try {
    openCategoryIndex(bytes);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

async function readStored(store: ContentStore, hash: string, log: Log): Promise<Uint8Array | null> {
  try {
    return await store.read(hash);
  } catch (error) {
    log.error({ error: messageOf(error) }, 'cannot read a stored category index');
    return null;
  }
}

async function listStored(store: ContentStore, log: Log): Promise<readonly string[]> {
  try {
    return await store.list();
  } catch (error) {
    log.error({ error: messageOf(error) }, 'cannot list the stored category indexes');
    return [];
  }
}
