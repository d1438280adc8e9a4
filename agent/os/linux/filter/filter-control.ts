import { messageOf } from '../../../../kit/fault.ts';
import type { EgressAttempt, FilterControl, FilterGoal, FilterStep } from '../../../ports/filter-control.ts';
import { done, failed, type Outcome } from '../../../ports/outcome.ts';
import { applySteps } from '../../filter-steps.ts';
import { comparableListing, parseNftListing } from '../nft-listing.ts';
import { readAttempts } from './attempts.ts';
import { findConflicts } from './conflicts.ts';
import type { LinuxFilterDependencies } from './filter-dependencies.ts';
import { planFilter, TABLE_STEP, tableDigest } from './filter-plan.ts';
import { readLinuxFilter } from './filter-reading.ts';
import { restoreFilter } from './filter-restore.ts';
import { FILLED_SETS, FILTER_TABLE, READ_TABLE } from './filter-table.ts';
import { flushNames } from './name-cache.ts';
import { readNetworkResolvers } from './network-resolvers.ts';
import { renderGiven, renderKept } from './pinned-egress.ts';
import { filterOwnFiles } from './places.ts';
import { storedGoal } from './stored-goal.ts';

/** The filter on Linux, with what only Linux has. */
export interface LinuxFilter extends FilterControl {
  /**
   * For an agent that cannot be kept running. With `failMode: open` look-ups and https are no longer redirected, while the rules against ways round
   * the filter stay; with `closed` nothing changes. Uses only the stored goal; without one nothing was in force.
   */
  rescue(): Promise<Outcome>;
}

const LOAD = ['nft', '-f', '-'];
const READ_ALL = ['nft', '-j', '-t', 'list', 'ruleset'];

/** Attempts that are kept until they are read: more than one reading can give, so that none is lost over a reload or two. */
const PENDING_LIMIT = 16_384;

/**
 * Linux by nftables, systemd-resolved and the browsers' policy files. Needs root. Run for real in network namespaces (test/netns/linux-filter.test.ts).
 * Not for two callers at once: `apply` and `restore` wait for each other, `check` in between may see half of it.
 */
export function createLinuxFilter(dependencies: LinuxFilterDependencies): LinuxFilter {
  const { run, files, log } = dependencies;
  const places = filterOwnFiles(dependencies.stateFolder);
  let pending: readonly EgressAttempt[] = [];
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };

  const check = async (goal: FilterGoal, rescued: boolean): Promise<readonly FilterStep[]> =>
    planFilter({ ...goal, rescued }, await readLinuxFilter(dependencies, places), places);

  /** Reads the attempts, which loading the table would delete. @returns the listing */
  const collect = async (): Promise<string> => {
    const listed = await run.run(READ_TABLE);
    const listing = listed.code === 0 ? listed.stdout : '';
    const { attempts, clearing } = readAttempts(listing);
    if (clearing === null) return listing;
    await run.run(LOAD, { stdin: clearing });
    pending = [...pending, ...attempts].slice(-PENDING_LIMIT);
    return listing;
  };

  /** Addresses that wait to be opened, with their TTL (seconds). One run of nft opens all that came while another ran. */
  let waiting = new Map<string, number>();
  let opening: Promise<Outcome> | null = null;
  const openWaiting = async (): Promise<Outcome> => {
    const stdin = renderGiven(waiting, FILTER_TABLE);
    waiting = new Map();
    opening = null;
    if (stdin === null) return done('there was no address to open');
    const { code, stderr } = await run.run(LOAD, { stdin });
    return code === 0 ? done('the addresses are open') : failed(`nft ended with ${code}: ${stderr.trim()}`);
  };

  /** Keeps how the firewall lists what was loaded. A later listing that differs shows that somebody else has changed the table. */
  const remember = async (table: string): Promise<string | null> => {
    const entries = parseNftListing((await run.run(READ_TABLE)).stdout);
    if (entries === null || !entries.some(({ chain }) => chain !== undefined))
      return 'the firewall table was loaded but does not read back';
    const listing = comparableListing(entries, FILLED_SETS);
    const text = `${JSON.stringify({ table: tableDigest(table), listing })}\n`;
    await files.write(places.listing, { bytes: Buffer.from(text), mode: 0o600 });
    return null;
  };

  const applyOne = async (step: FilterStep): Promise<Outcome> => {
    const table = step.id === TABLE_STEP && 'stdin' in step ? step.stdin : undefined;
    const kept = table === undefined ? '' : renderKept(await collect(), table, FILTER_TABLE);
    const whole = kept === '' ? step : { ...step, stdin: `${table}${kept}` };
    const outcome = await applySteps([whole], dependencies);
    if (table === undefined || !outcome.done) return outcome;
    const problem = await remember(table);
    return problem === null ? outcome : failed(problem);
  };

  const apply = async (steps: readonly FilterStep[]): Promise<Outcome> => {
    for (const step of steps) {
      const outcome = await applyOne(step).catch((error: unknown) =>
        failed(`${step.what}: ${messageOf(error)}`),
      );
      if (!outcome.done) return outcome;
    }
    return done(steps.length === 0 ? 'there was nothing to do' : steps.map(({ what }) => what).join('; '));
  };

  return {
    check: (goal) => check(goal, false),
    apply: (steps) => inTurn(() => apply(steps)),
    restore: () => inTurn(() => restoreFilter(dependencies, places)),
    rescue: () =>
      inTurn(async () => {
        const goal = await storedGoal(files, places.goal);
        if (goal === null) return done('no filter was in force');
        if (goal.failMode === 'closed') return done('the filter stays shut: its fail mode is "closed"');
        const outcome = await apply(await check(goal, true));
        await flushNames(run);
        return outcome;
      }),
    flush: () => flushNames(run),
    attempts: () =>
      inTurn(async () => {
        await collect();
        const attempts = pending;
        pending = [];
        return attempts;
      }).catch((error: unknown) => {
        log.warn({ why: messageOf(error) }, 'the attempts cannot be read');
        return [];
      }),
    giveOut(addresses, ttlSeconds) {
      for (const address of addresses) {
        const known = waiting.get(address);
        waiting.set(address, Math.max(ttlSeconds, known ?? 0));
      }
      opening ??= inTurn(openWaiting).catch((error: unknown) => failed(messageOf(error)));
      return opening;
    },
    networkResolvers: () => readNetworkResolvers(dependencies),
    // Not needed: the table checks each packet, so that an open connection is refused with its next packet.
    cutConnections: () => Promise.resolve(),
    problems: async ({ mode }) => (mode === 'off' ? [] : findConflicts((await run.run(READ_ALL)).stdout)),
  };
}
