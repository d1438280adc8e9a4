import t from 'tap';
import { createConfigurator } from '../../../../agent/enforce/configurator.ts';
import type { FilterState } from '../../../../agent/filter/filter-state.ts';
import type { AppliedFilter } from '../../../../agent/worker/worker-side.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { bundleOf, filterState } from '../../../support/filter-state.ts';

/** The same object each time: another one is another policy. */
const BUNDLE = bundleOf([]);
const INDEX = { version: 1, hash: 'h', path: '/shared/h.index' };
/** Longer than a failure may last before it is told. */
const LONG_MS = 11_000;

/** A configurator whose worker opens indexes or does not. */
function setUp() {
  const clock = createFakeClock();
  const world = { index: INDEX as typeof INDEX | null, opens: true, broken: false };
  let applied: AppliedFilter | null = null;
  const calls: string[] = [];
  const state = (): FilterState => filterState({ bundle: BUNDLE, indexFile: world.index?.path ?? null });
  const configurator = createConfigurator({
    situation: { state, resolvers: () => [] },
    worker: {
      configure({ indexFile, mode }) {
        calls.push('told');
        if (world.broken) return Promise.reject(new Error('the worker is gone'));
        applied = {
          mode,
          policyVersion: 1,
          policyHash: 'p',
          indexFile: world.opens ? indexFile : null,
        };
        return Promise.resolve(applied);
      },
      applied: () => applied,
      ports: () => null,
    },
    workerUid: 0,
    keepers: { bundle: { current: () => null }, index: { current: () => world.index } },
    settings: () => null,
    settingsKeeper: { want: () => undefined, reach: () => Promise.resolve() },
    core: {
      target: () => null,
      classroom: { state: () => ({ sessions: [], overrides: [], deciding: null }) } as never,
    },
    facts: { network: () => ({ addresses: [], defaultGateways: [], wifi: null }) },
    filter: {
      flush: () => Promise.resolve(),
      cutConnections: () => Promise.resolve(void calls.push('cut')),
    },
    clock,
    log: silentLog,
    tell: () => undefined,
  });
  const runFor = async (ms: number): Promise<string | null> => {
    await configurator.run();
    await clock.advance(ms);
    await configurator.run();
    return configurator.problem();
  };
  return { world, calls, runFor };
}

t.test('a worker that has all it was told is no problem, and is told once', async (t) => {
  const { calls, runFor } = setUp();
  t.equal(await runFor(LONG_MS), null);
  t.strictSame(calls, ['told', 'cut']);
});

t.test(
  'a worker that cannot open the index is a problem after a while; it is told again, and no connection is cut for that',
  async (t) => {
    const { world, calls, runFor } = setUp();
    world.opens = false;
    t.equal(await runFor(1_000), null, 'it may be a passing one');
    t.equal(await runFor(LONG_MS), 'the filter cannot open the index of categories');
    t.strictSame(calls, ['told', 'cut', 'told']);
    world.opens = true;
    t.equal(await runFor(LONG_MS), null);
    t.strictSame(calls.slice(3), ['told', 'cut'], 'what the index blocks is cut');
  },
);

t.test('a computer without an index is a problem', async (t) => {
  const { world, runFor } = setUp();
  world.index = null;
  t.equal(await runFor(LONG_MS), 'there is no index of categories on this computer');
});

t.test('a worker that does not take its state is a problem until it does', async (t) => {
  const { world, runFor } = setUp();
  world.broken = true;
  t.equal(await runFor(LONG_MS), 'the filter does not run: the worker is gone');
  world.broken = false;
  t.equal(await runFor(0), null);
});
