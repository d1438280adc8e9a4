import type { FilterWish } from '../../../ports/filter-control.ts';
import type { WindowsFilterState } from './filter-state.ts';

/** What no step mends, a sentence each. Pure. @param ownPid whose listening on port 53 is right */
export function problemsOf(
  wish: FilterWish,
  have: WindowsFilterState | null,
  ownPid: number,
): readonly string[] {
  if (wish.mode === 'off') return [];
  if (have === null) return ['PowerShell does not tell how the computer is set: nothing can be checked'];
  return [
    ...firewallProblems(have),
    ...nrptProblems(have),
    ...portProblems(have, ownPid),
    ...(have.winHttp === null
      ? ['this Windows has no machine-wide WinHTTP proxy with a PAC address: services go past the proxy']
      : []),
    ...(wish.pinnedEgress ? ['addresses cannot be pinned on Windows: pinnedEgress is not in force'] : []),
  ];
}

function firewallProblems({ profiles }: WindowsFilterState): readonly string[] {
  return profiles.flatMap(({ name, on, localRules }) => {
    if (!on) return [`Windows Firewall is off for ${name} networks: no rule is in force there`];
    return localRules
      ? []
      : [`group policy forbids local firewall rules for ${name} networks: ours are not in force there`];
  });
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

const LISTENS_FOR_US = ['127.0.0.1', '0.0.0.0', '::', '::1'];

function portProblems({ holders }: WindowsFilterState, ownPid: number): readonly string[] {
  const others = new Map(
    holders
      .filter(({ pid, address }) => pid !== ownPid && LISTENS_FOR_US.includes(address))
      .map((holder) => [holder.pid, holder]),
  );
  return [...others.values()].map(
    ({ address, pid, program }) =>
      `port 53 of ${address} is held by ${program === '' ? 'another program' : program} (process ${pid})`,
  );
}
