import type { CommandRunner } from '../../../ports/command-runner.ts';
import type { FilterControl, FilterStep } from '../../../ports/filter-control.ts';
import type { FilterFiles } from '../../../ports/filter-files.ts';
import type { FilterJournal } from '../../../ports/filter-journal.ts';
import { done, failed, type Outcome } from '../../../ports/outcome.ts';
import { applySteps, undoJournal } from '../../filter-steps.ts';
import type { PfToken } from '../network-lock.ts';
import { parseToken, pfReason } from '../pf.ts';
import { readDarwinFilter } from './filter-reading.ts';
import { readNetworkResolvers } from './network-resolvers.ts';
import { ENABLE_STEP, planFilter, planOff, problemsOf, RELOAD_STEP } from './plan.ts';

export interface DarwinFilterDependencies {
  readonly run: CommandRunner;
  readonly files: FilterFiles;
  readonly journal: FilterJournal;
  /** The filter's own token, not the lock's: pf stays on until each token was given back. */
  readonly token: PfToken;
}

/**
 * macOS: a key of the dynamic store, static resolvers and PAC by networksetup, the pf anchor `com.apple/250.schoolgate`, managed preferences of the
 * browsers . Needs root. Plans and parsing tested on recorded output only; not yet run on a Mac (docs/platforms.md). Weaker than Linux: there is no
 * relay for programs without proxy, because `rdr` knows no users, and attempts are not recorded, because pflog0 needs a capture.
 */
export function createDarwinFilter(dependencies: DarwinFilterDependencies): FilterControl {
  const { run, token } = dependencies;
  const read = async () => readDarwinFilter(dependencies, await token.load());
  return {
    check: async (goal) => planFilter(goal, await read()),
    apply: (steps) => apply(steps, dependencies),
    restore: () => restore(dependencies),
    flush: () => flush(run),
    attempts: () => Promise.resolve([]),
    networkResolvers: () => readNetworkResolvers(run),
    async cutConnections() {
      // States of pf belong to the system or to rules of others, and would let old connections pass our blocks.
      for (const from of ['0.0.0.0/0', '::/0']) await run.run(['pfctl', '-k', from]);
    },
    problems: async (goal) => problemsOf(goal, await read()),
  };
}

async function apply(steps: readonly FilterStep[], dependencies: DarwinFilterDependencies): Promise<Outcome> {
  for (const step of steps) {
    const outcome = await applyOne(step, dependencies);
    if (!outcome.done) return outcome;
  }
  return done(steps.length === 0 ? 'there was nothing to do' : steps.map(({ what }) => what).join('; '));
}

async function applyOne(step: FilterStep, dependencies: DarwinFilterDependencies): Promise<Outcome> {
  if (step.id === RELOAD_STEP && 'cmd' in step) {
    await dependencies.run.run(step.cmd);
    return done(step.what);
  }
  if (step.id === ENABLE_STEP && 'cmd' in step) return enablePf(step.cmd, dependencies);
  const outcome = await applySteps([step], dependencies);
  if (outcome.done && step.id === 'darwin-pf-off') await givePfBack(dependencies);
  return outcome;
}

async function enablePf(cmd: readonly string[], { run, token }: DarwinFilterDependencies): Promise<Outcome> {
  const result = await run.run(cmd);
  if (result.code !== 0) return failed(`turn pf on: ${pfReason(result)}`);
  const given = parseToken(result);
  if (given === null) return failed('turn pf on: pfctl gave no token');
  await token.save(given);
  return done('turn pf on');
}

/** pf does not know a token from before a restart, so that there is nothing to give back. */
async function givePfBack({ run, token }: DarwinFilterDependencies): Promise<void> {
  const held = await token.load();
  if (held === null) return;
  await run.run(['pfctl', '-X', held]);
  await token.save(null);
}

async function flush(run: CommandRunner): Promise<void> {
  await run.run(['dscacheutil', '-flushcache']);
  await run.run(['killall', '-HUP', 'mDNSResponder']);
}

/** Undoes the journal backwards, removes by name whatever can be ours, and checks whether anything is left. */
async function restore(dependencies: DarwinFilterDependencies): Promise<Outcome> {
  const { run, token } = dependencies;
  const { did, problems } = await undoJournal(dependencies);
  const swept: string[] = [];
  const failures = [...problems];
  // No journal for this part: nothing that it removes must come back.
  const sweeping = { ...dependencies, journal: NO_JOURNAL };
  for (const step of planOff(await readDarwinFilter(dependencies, await token.load()))) {
    const outcome = await applyOne(step, sweeping);
    if (outcome.done) swept.push(step.what);
    else failures.push(outcome.detail);
  }
  await givePfBack(dependencies);
  await flush(run);
  const left = planOff(await readDarwinFilter(dependencies, null));
  failures.push(...left.map(({ what }) => `still to do: ${what}`));
  if (failures.length > 0) return failed(failures.join('; '));
  const all = [...did, ...swept];
  return done(all.length === 0 ? 'nothing of ours was there' : all.join('; '));
}

const NO_JOURNAL: FilterJournal = {
  record: () => Promise.resolve(),
  entries: () => Promise.resolve([]),
  forget: () => Promise.resolve(),
};
