import type { CommandRunner } from '../../../ports/command-runner.ts';
import type { FilterControl, FilterWish } from '../../../ports/filter-control.ts';
import type { FilterFiles } from '../../../ports/filter-files.ts';
import type { FilterJournal } from '../../../ports/filter-journal.ts';
import { done, failed, type Outcome } from '../../../ports/outcome.ts';
import { failureOf } from '../../command-failure.ts';
import { applySteps, undoJournal } from '../../filter-steps.ts';
import { listField, readJson, scriptInput, textField } from '../powershell.ts';
import { parseState, type WindowsFilterState } from './filter-state.ts';
import { planFilter, planOff } from './plan.ts';
import { problemsOf } from './problems.ts';
import { registryValues } from './registry-values.ts';
import { resolversOf } from './resolvers.ts';
import { READ_SCRIPT, RESOLVERS_SCRIPT } from './scripts.ts';

export interface WindowsFilterDependencies {
  readonly run: CommandRunner;
  readonly files: FilterFiles;
  readonly journal: FilterJournal;
  /** The process that listens on port 53: agent and worker are one here. */
  readonly ownPid: number;
}

/**
 * Windows: NRPT rule `.`, firewall group `Schoolgate`, policies of DNS client, browsers, WinINET and WinHTTP. Reads by one PowerShell
 * call. Plans and parsing tested on recorded output only; not yet run on Windows (docs/platforms.md). Weaker than Linux: the firewall knows no users, so that the
 * worker's upstreams stay open to all; there is no relay for programs without proxy; nothing tells who tried what, for event 5157 needs auditing to be on.
 */
export function createWindowsFilter(dependencies: WindowsFilterDependencies): FilterControl {
  const { run, ownPid } = dependencies;
  const read = async (wish: FilterWish | null): Promise<WindowsFilterState | null> => {
    const values = wish === null ? [] : registryValues(wish).map(({ key, name }) => ({ key, name }));
    return parseState(await readJson(run, READ_SCRIPT, scriptInput({ values })));
  };

  return {
    check: async (wish) => planFilter(wish, await read(wish)),
    apply: (steps) => applySteps(steps, dependencies),
    restore: () => restore(dependencies, () => read(null)),
    async flush() {
      await run.run(['ipconfig.exe', '/flushdns']);
    },
    attempts: () => Promise.resolve([]),
    async networkResolvers() {
      const answer = await readJson(run, RESOLVERS_SCRIPT);
      return resolversOf(
        listField(answer, 'interfaces').map((one) => ({
          dhcp: textField(one, 'dhcp') ?? '',
          servers: listField(one, 'servers').filter((server) => typeof server === 'string'),
        })),
      );
    },
    // Windows ends no connection by command; flows that were there before a rule live on (docs/platforms.md).
    cutConnections: () => Promise.resolve(),
    problems: async (wish) => problemsOf(wish, await read(wish), ownPid),
  };
}

/** The journal backwards, then a sweep of what can be ours, and a look whether anything is left. */
async function restore(
  dependencies: WindowsFilterDependencies,
  read: () => Promise<WindowsFilterState | null>,
): Promise<Outcome> {
  const { did, problems } = await undoJournal(dependencies);
  const swept: string[] = [];
  const failures = [...problems];
  for (const step of planOff(await read())) {
    if ('file' in step) continue;
    const result = await dependencies.run.run(step.cmd);
    if (result.code === 0) swept.push(step.what);
    else failures.push(`${step.what}: ${failureOf(result)}`);
  }
  await dependencies.run.run(['ipconfig.exe', '/flushdns']);
  const after = await read();
  if (after === null) failures.push('PowerShell does not tell what is left');
  else failures.push(...planOff(after).map(({ what }) => `still to do: ${what}`));
  if (failures.length > 0) return failed(failures.join('; '));
  const all = [...did, ...swept];
  return done(all.length === 0 ? 'nothing of ours was there' : all.join('; '));
}
