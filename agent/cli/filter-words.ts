import type { RunningStatus } from '../state/status-file.ts';

/** What `schoolgate-agent status` says of the filter, a line each. Empty for the status of an agent that knew no filter. */
export function filterInWords({ filter }: Pick<RunningStatus, 'filter'>): readonly string[] {
  if (filter === undefined) return [];
  const { network, proofs, problems = [] } = filter;
  return [
    `${protectionInWords(filter)}.`,
    ...(network === null ? [] : [`Network: ${networkInWords(network)}.`]),
    ...proofs.flatMap(({ name, ok, detail }) => (ok === false ? [`  failed: ${name}: ${detail}`] : [])),
    ...(filter.protection === 'enforcing' ? [] : untried(filter)),
    ...problems.map((problem) => `  problem: ${problem}`),
  ];
}

type FilterStatus = NonNullable<RunningStatus['filter']>;

function protectionInWords({
  protection,
  reason,
  since,
  policyVersion,
  categoriesVersion,
}: FilterStatus): string {
  const policy = policyVersion === 0 ? 'no policy' : `policy version ${policyVersion}`;
  const lists = categoriesVersion === null ? 'no category list' : `category list ${categoriesVersion}`;
  // Absent from older agents.
  const from = since === undefined ? '' : ` since ${new Date(since).toISOString()}`;
  if (protection === 'enforcing') return `Protection: enforcing ${policy}, ${lists}${from} (${reason})`;
  return `Protection: ${protection}${from}: ${reason}; ${policy}, ${lists}`;
}

/** The words of the agent's core (core/network-state); a newer agent may have others. */
function networkInWords(network: string): string {
  switch (network) {
    case 'offline':
      return 'none';
    case 'probe':
      return 'being looked at; the filter is on';
    case 'portal':
      return 'a captive portal; the filter is open until somebody has signed in there, or its time is up';
    case 'enforce':
      return 'the filter is on';
    default:
      return network;
  }
}

function untried({ proofs }: FilterStatus): readonly string[] {
  return proofs.flatMap(({ name, ok, detail }) =>
    ok === null ? [`  could not be tried: ${name}: ${detail}`] : [],
  );
}
