import type { Unpacker } from '../../agent/core/policy/bundle-keeper.ts';
import { createBundleKeeper, type KeeperFault } from '../../agent/core/policy/bundle-keeper.ts';
import { createIndexKeeper } from '../../agent/core/policy/index-keeper.ts';
import { createJudge, type LiveJudge } from '../../agent/filter/create-judge.ts';
import type { FilterState } from '../../agent/filter/filter-state.ts';
import type { FetchWanted } from '../../agent/ports/policy-source.ts';
import { zlibUnpacker } from '../../agent/state/content-store.ts';
import { openCategoryIndex } from '../../contracts/categories/category-index.ts';
import { silentLog } from '../../kit/log.ts';
import { systemRandom } from '../../kit/random.ts';
import { createMemoryStore, type MemoryStore } from '../support/content-stores.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { filterState } from '../support/filter-state.ts';

/** What a server answers; undefined = it is not there. */
export type FuzzServer = (wanted: FetchWanted) => Uint8Array | undefined;

/** The keepers and the judge of one agent, over a disk and a server that a case spoils. */
export interface PolicyLab {
  readonly clock: FakeClock;
  readonly bundles: MemoryStore;
  readonly indexes: MemoryStore;
  readonly bundle: ReturnType<typeof createBundleKeeper>;
  readonly index: ReturnType<typeof createIndexKeeper>;
  readonly judge: LiveJudge;
  readonly faults: readonly KeeperFault[];
  /** What the judge refused that the keepers had taken, and what was unpacked beyond its bound: there must be nothing. */
  readonly breaches: readonly string[];
  serve(server: FuzzServer): void;
  /** Gives the judge what the keepers hold, over JSON as the worker gets it. @throws when it cannot be given */
  enforce(): void;
  stop(): Promise<void>;
}

export type LabState = Pick<
  FilterState,
  'sessions' | 'overrides' | 'user' | 'ouPath' | 'campus' | 'deviceId'
>;

/** @param stores those of a lab before: the agent starts again */
export function createPolicyLab(
  state: LabState,
  at: number,
  stores: Pick<PolicyLab, 'bundles' | 'indexes'> = {
    bundles: createMemoryStore(),
    indexes: createMemoryStore(),
  },
): PolicyLab {
  const clock = createFakeClock(at);
  const faults: KeeperFault[] = [];
  const breaches: string[] = [];
  let answer: FuzzServer = () => undefined;
  const deps = {
    source: {
      async fetch(wanted: FetchWanted): Promise<Uint8Array> {
        const bytes = answer(wanted);
        if (bytes === undefined) throw new Error('the server is not there');
        return bytes;
      },
    },
    shipped: () => Promise.reject(new Error('nothing ships')),
    clock,
    random: systemRandom,
    log: silentLog,
    onChange: () => undefined,
    onFault: (fault: KeeperFault) => void faults.push(fault),
  };
  const unpacker: Unpacker = {
    async gunzip(packed, maxBytes) {
      const unpacked = await zlibUnpacker.gunzip(packed, maxBytes);
      if (unpacked.length > maxBytes) breaches.push(`${unpacked.length} bytes were unpacked`);
      return unpacked;
    },
  };
  const bundle = createBundleKeeper({ ...deps, store: stores.bundles, unpacker });
  const index = createIndexKeeper({ ...deps, store: stores.indexes });
  const judge = createJudge({
    clock,
    openIndex: (path) => {
      const bytes = stores.indexes.files.get(path.replace('/store/', ''));
      if (bytes === undefined) throw new Error('no such file');
      return openCategoryIndex(bytes);
    },
    onFault: ({ what, detail }) => void breaches.push(`${what}: ${detail}`),
  });
  return {
    ...stores,
    clock,
    bundle,
    index,
    judge,
    faults,
    breaches,
    serve(server) {
      answer = server;
    },
    enforce() {
      const next = filterState({
        ...state,
        bundle: bundle.current()?.bundle ?? null,
        indexFile: index.current()?.path ?? null,
      });
      judge.apply(JSON.parse(JSON.stringify(next)));
    },
    async stop() {
      await bundle.stop();
      await index.stop();
    },
  };
}
