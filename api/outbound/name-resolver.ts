import { lookup, Resolver } from 'node:dns/promises';

/** Resolves a host name to all of its addresses, in text. Rejects when there are none. */
export type ResolveName = (hostname: string) => Promise<readonly string[]>;

/** Two ways to turn names into addresses. */
export interface NameSources {
  /** Queries the DNS for one address family; rejects with a code of `node:dns`. */
  dns(hostname: string, family: 4 | 6): Promise<readonly string[]>;
  /** Asks the operating system, which also reads its hosts file and speaks mDNS. It occupies a thread while it waits. */
  machine: ResolveName;
}

/** Two queries of this length fit into the 15 s of a delivery. */
const QUERY_TIMEOUT_MS = 3_000;
const QUERY_TRIES = 2;

/** Codes that mean that the DNS does not know the name or that there is no DNS. The system's own tables may still know the name. */
const UNKNOWN_TO_DNS = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'EBADNAME']);

const SYSTEM: NameSources = {
  dns(hostname, family) {
    // A new resolver each time reads the machine's present name servers. Connections are reused, so this is rare.
    const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
    return family === 4 ? resolver.resolve4(hostname) : resolver.resolve6(hostname);
  },
  machine: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
};

/**
 * Asks the DNS first, and the operating system only for names that the DNS does not know. `getaddrinfo` holds one of the process's few
 * threads, so a few names with a dead name server would otherwise delay everybody's deliveries.
 */
export function createNameResolver({ dns, machine }: NameSources = SYSTEM): ResolveName {
  return async (hostname) => {
    const answers = await Promise.allSettled([dns(hostname, 4), dns(hostname, 6)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    for (const answer of answers)
      if (answer.status === 'rejected' && !isUnknownToDns(answer.reason)) throw answer.reason;
    return machine(hostname);
  };
}

function isUnknownToDns(reason: unknown): boolean {
  return reason instanceof Error && 'code' in reason && UNKNOWN_TO_DNS.has(String(reason.code));
}
