import type { FilterWish } from '../../../ports/filter-control.ts';
import { isBeside } from '../own-programs.ts';
import type { WindowsFilterState } from './filter-state.ts';

/** What no step mends, a sentence each. Pure. @param ownProgram listens on port 53 by right, and so does what is installed beside it */
export function problemsOf(
  wish: FilterWish,
  have: WindowsFilterState | null,
  ownProgram: string,
): readonly string[] {
  if (wish.mode === 'off') return [];
  if (have === null) return ['the native host does not answer: nothing can be checked'];
  return [
    ...(have.engine === null
      ? ["Windows' filtering engine does not answer (service BFE): no filter is known to be in force"]
      : []),
    ...nrptProblems(have),
    ...portProblems(have, ownProgram),
    ...(have.winHttp === null
      ? ['this Windows has no machine-wide WinHTTP proxy with a PAC address: services go past the proxy']
      : []),
    ...(have.storeApps === null
      ? ['Windows does not tell which Store apps may reach this computer: they may not reach the proxy']
      : []),
    ...(wish.pinnedEgress ? ['addresses cannot be pinned on Windows: pinnedEgress is not in force'] : []),
  ];
}

/** A rule for one domain beats ours for that domain: a VPN's, or the school's own. */
function nrptProblems({ nrpt }: WindowsFilterState): readonly string[] {
  return nrpt
    .filter(({ ours, servers }) => !ours && servers !== '')
    .map(
      ({ names, servers, hive }) =>
        `another NRPT rule (${hive === 'policy' ? 'group policy' : 'local'}) sends ${names.join(', ')} to ${servers}`,
    );
}

function portProblems({ holders }: WindowsFilterState, ownProgram: string): readonly string[] {
  return holders
    .filter(({ program }) => program === null || !isBeside(program, ownProgram))
    .map(({ pid, program }) => `port 53 is held by ${program ?? 'another program'} (process ${pid})`);
}
