import type { FilterGoal } from '../../../ports/filter-control.ts';
import type { WorkerIdentity } from '../engine-rules.ts';
import { isBeside } from '../own-programs.ts';
import { WORKER_SID } from '../worker-account.ts';
import type { WindowsFilterReading } from './filter-reading.ts';

const WORKER_PROBLEMS = {
  disabled:
    'the service SchoolgateWorker is disabled: nothing answers look-ups, and nothing reaches the server',
  missing: 'the service SchoolgateWorker is not there: the agent must be installed again',
} as const;

/** What no step mends, a sentence each. Pure. @param worker its program listens on port 53 by right, and so does what is installed beside it */
export function problemsOf(
  goal: FilterGoal,
  have: WindowsFilterReading | null,
  worker: WorkerIdentity,
): readonly string[] {
  if (goal.mode === 'off') return [];
  if (have === null) return ['the native host does not answer: nothing can be checked'];
  return [
    ...(have.engine === null
      ? ["Windows' filtering engine does not answer (service BFE): no filter is known to be in force"]
      : []),
    // At a terminal the worker is no service.
    ...(have.workerService === 'startable' || worker.sid !== WORKER_SID
      ? []
      : [WORKER_PROBLEMS[have.workerService]]),
    ...nrptProblems(have),
    ...portProblems(have, worker.program),
    ...(have.winHttp === null
      ? ['this Windows has no machine-wide WinHTTP proxy with a PAC address: services go past the proxy']
      : []),
    ...(have.storeApps === null
      ? ['Windows does not tell which Store apps may reach this computer: they may not reach the proxy']
      : []),
    ...(goal.pinnedEgress ? ['addresses cannot be pinned on Windows: pinnedEgress is not in force'] : []),
  ];
}

/** A rule for one domain beats ours for that domain: a VPN's, or the school's own. */
function nrptProblems({ nrpt }: WindowsFilterReading): readonly string[] {
  return nrpt
    .filter(({ ours, servers }) => !ours && servers !== '')
    .map(
      ({ names, servers, hive }) =>
        `another NRPT rule (${hive === 'policy' ? 'group policy' : 'local'}) sends ${names.join(', ')} to ${servers}`,
    );
}

function portProblems({ holders }: WindowsFilterReading, ownProgram: string): readonly string[] {
  return holders
    .filter(({ program }) => program === null || !isBeside(program, ownProgram))
    .map(({ pid, program }) => `port 53 is held by ${program ?? 'another program'} (process ${pid})`);
}
