import type { CommandRunner } from '../../../ports/command-runner.ts';
import type { FilterControl } from '../../../ports/filter-control.ts';
import type { FilterFiles } from '../../../ports/filter-files.ts';
import type { FilterJournal } from '../../../ports/filter-journal.ts';
import { done, failed, type Outcome } from '../../../ports/outcome.ts';
import { applySteps, type FilterStepDependencies, undoJournal } from '../../filter-steps.ts';
import type { WorkerIdentity } from '../engine-rules.ts';
import type { WindowsHost } from '../host/windows-host.ts';
import { actOn } from '../host-call.ts';
import { attemptsOf } from './attempts.ts';
import { readWindowsFilter } from './filter-reading.ts';
import { planFilter, planOff } from './plan.ts';
import { problemsOf } from './problems.ts';
import { resolversOf } from './resolvers.ts';

export interface WindowsFilterDependencies {
  readonly run: CommandRunner;
  readonly files: FilterFiles;
  readonly journal: FilterJournal;
  readonly windows: WindowsHost;
  /** The worker, which alone passes the filters and listens on port 53. */
  readonly worker: WorkerIdentity;
  /** The agent's own folder: nobody else may write what SYSTEM reads there. */
  readonly stateFolder: string;
}

/**
 * Windows: NRPT rule `.`, sets `filter` and `guard` of the filtering engine, policies of DNS client, browsers, WinINET and WinHTTP, exemptions of
 * Store apps. The native host reads and acts; only WinHTTP is set by netsh. The journal holds WinHTTP alone, because for the rest the computer itself
 * keeps what is ours. Plans tested on a computer in memory only; not yet run on Windows (docs/platforms.md). Weaker than Linux: there is no relay for
 * programs without proxy, and an attempt is of the person at the screen or nobody's.
 */
export function createWindowsFilter(dependencies: WindowsFilterDependencies): FilterControl {
  const { windows, worker } = dependencies;
  let networkResolvers: readonly string[] = [];
  return {
    async check(goal) {
      networkResolvers = goal.networkResolvers;
      return planFilter(goal, await readWindowsFilter(dependencies, goal), dependencies);
    },
    apply: (steps) => applySteps(steps, stepDependencies(dependencies)),
    restore: () => restore(dependencies),
    flush: () => flush(windows),
    async attempts() {
      try {
        const refused = await windows.call('wfp.attempts', { set: 'filter' });
        if (refused.length === 0) return [];
        return attemptsOf(refused, { networkResolvers, atScreen: await sidAtScreen(windows) });
      } catch {
        // The engine or the host does not run, and neither do its filters; the next check reports it.
        return [];
      }
    },
    async networkResolvers() {
      try {
        return resolversOf((await windows.call('network', null)).interfaces);
      } catch {
        // They cannot be read: then there are none, as before the first network.
        return [];
      }
    },
    // Windows looks anew at running flows when filters are replaced, and ends those that are now shut (ALE reauthorization).
    cutConnections: () => Promise.resolve(),
    problems: async (goal) => problemsOf(goal, await readWindowsFilter(dependencies, goal), worker),
  };
}

function stepDependencies(dependencies: WindowsFilterDependencies): FilterStepDependencies {
  return { ...dependencies, act: (call) => actOn(dependencies.windows, call) };
}

async function sidAtScreen(windows: WindowsHost): Promise<string | null> {
  try {
    return (await windows.call('session', null))?.sid ?? null;
  } catch {
    // Refused connections are recorded all the same, for nobody.
    return null;
  }
}

async function flush(windows: WindowsHost): Promise<void> {
  try {
    await windows.call('resolver.refresh', null);
  } catch {
    // The host does not run. The resolver's cache expires by itself.
  }
}

/** Undoes the journal backwards, removes by name whatever can be ours, and checks whether anything is left. The lock is another set, and stays. */
async function restore(dependencies: WindowsFilterDependencies): Promise<Outcome> {
  const { did, problems } = await undoJournal(dependencies);
  const swept: string[] = [];
  const failures = [...problems];
  for (const step of planOff(await readWindowsFilter(dependencies, null))) {
    const outcome = await applySteps([step], stepDependencies(dependencies));
    (outcome.done ? swept : failures).push(outcome.detail);
  }
  await flush(dependencies.windows);
  const after = await readWindowsFilter(dependencies, null);
  if (after === null) failures.push('the native host does not tell what is left');
  else failures.push(...planOff(after).map(({ what }) => `still to do: ${what}`));
  if (failures.length > 0) return failed(failures.join('; '));
  const all = [...did, ...swept];
  return done(all.length === 0 ? 'nothing of ours was there' : all.join('; '));
}
