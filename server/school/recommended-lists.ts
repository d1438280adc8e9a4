import {
  type KnownSource,
  knownSourceRequest,
  RECOMMENDED_SOURCES,
} from '../../api/categories/known-sources.ts';
import { addSource } from '../../api/categories/manage-sources.ts';
import type { CategoryUpdater } from '../../api/categories/update.ts';
import { type Clock, delay } from '../../kit/clock.ts';
import { Fault, messageOf } from '../../kit/fault.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import type { CategorySourceRecord } from '../../store/ports/category-sources.ts';
import { DEFAULT_ORGANISATION_ID } from '../../store/ports/organisations.ts';
import type { Store } from '../../store/ports/store.ts';

const organisationId = DEFAULT_ORGANISATION_ID;
/** After this long (milliseconds) it is tried again when there was no internet. */
const RETRY_MS = 3_600_000;

/**
 * Adds the missing recommended lists, and fetches them in the background until each was read once; after that the nightly update reads them. When they cannot
 * be reached that is no error: the log says so, and when the next attempt is.
 */
export function createRecommendedLists({
  store,
  updater,
  clock,
  log,
  recommended = RECOMMENDED_SOURCES,
}: {
  readonly store: Pick<Store, 'transaction' | 'categorySources'>;
  readonly updater: Pick<CategoryUpdater, 'update'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly recommended?: readonly KnownSource[];
}): Service {
  const aborter = new AbortController();
  const { signal } = aborter;
  const wanted: ReadonlySet<string> = new Set(recommended.map(({ id }) => id));
  let done: Promise<void> = Promise.resolve();

  /** A list that cannot be added, because the school has the most it may have, is logged; the server starts all the same. */
  async function addMissing(): Promise<void> {
    const sources = await store.categorySources.list(organisationId);
    const added = new Set(sources.flatMap(({ id, location }) => [id, location]));
    for (const source of recommended) {
      if (added.has(source.id) || added.has(source.location)) continue;
      try {
        await addSource({ store, clock, actor: 'system' }, knownSourceRequest(organisationId, source));
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        log.warn({ source: source.id, error: error.message }, 'a recommended list could not be added');
      }
    }
  }

  async function fetchUnread(): Promise<void> {
    for (let ids = await unread(); ids.length > 0 && !signal.aborted; ids = await unread()) {
      log.info({ sources: ids }, 'the recommended lists of sites are being fetched');
      const left = await fetchOnce(ids);
      if (left.length === 0 || signal.aborted) return;
      log.warn(
        { sources: left, nextTryInMinutes: RETRY_MS / 60_000 },
        'recommended lists could not be fetched',
      );
      await delay(clock, RETRY_MS, signal);
    }
  }

  /** @returns those that were not read */
  async function fetchOnce(ids: readonly string[]): Promise<readonly string[]> {
    try {
      const { index } = await updater.update({
        organisationId,
        sources: ids,
        signal,
        progress: (progress) => {
          if (progress.step === 'read' && progress.bytes === 0)
            log.info(
              { source: progress.source, number: progress.number, of: progress.of },
              'a list of sites is being read',
            );
        },
      });
      log.info({ version: index.version, names: index.names }, 'the category index is a new one');
    } catch (error) {
      if (signal.aborted) return [];
      log.warn({ error: messageOf(error) }, 'the category index could not be made');
      return ids;
    }
    return await unread();
  }

  async function unread(): Promise<readonly string[]> {
    const sources = await store.categorySources.list(organisationId);
    return sources.filter((source) => wanted.has(source.id) && isUnread(source)).map(({ id }) => id);
  }

  return {
    async start() {
      await addMissing();
      done = fetchUnread().catch((error: unknown) =>
        log.error({ error: messageOf(error) }, 'the recommended lists of sites were not fetched'),
      );
    },
    async stop() {
      aborter.abort();
      await done;
    },
  };
}

function isUnread({ state, listHash }: CategorySourceRecord): boolean {
  return listHash === null && state !== 'held';
}
