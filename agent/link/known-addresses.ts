import { isIP } from 'node:net';

/** The last good look-ups of the server's names: what stays reachable in a lock. */
export interface KnownAddresses {
  /** All addresses known of the server, sorted. */
  addresses(): readonly string[];
  /** Host name to addresses, for the link. */
  all(): ReadonlyMap<string, readonly string[]>;
  /** Takes in what the link has found. @returns whether anything has changed */
  learn(found: ReadonlyMap<string, readonly string[]>): boolean;
  /** The server's host names, without hosts that are IP addresses. */
  names(): readonly string[];
}

export function createKnownAddresses({
  urls,
  stored,
  save,
}: {
  readonly urls: readonly string[];
  readonly stored: ReadonlyMap<string, readonly string[]>;
  /** May throw: then the addresses are kept only until the agent restarts. */
  readonly save: (found: ReadonlyMap<string, readonly string[]>) => void;
}): KnownAddresses {
  const hosts = hostsOf(urls);
  let known = new Map([...stored].filter(([host]) => hosts.includes(host)));
  return {
    addresses: () =>
      [...new Set(hosts.flatMap((host) => (isIP(host) === 0 ? (known.get(host) ?? []) : [host])))].sort(),
    all: () => known,
    learn(found) {
      const next = new Map([
        ...known,
        ...[...found].filter(([host, { length }]) => hosts.includes(host) && length > 0),
      ]);
      if (JSON.stringify([...next]) === JSON.stringify([...known])) return false;
      known = next;
      save(known);
      return true;
    },
    names: () => hosts.filter((host) => isIP(host) === 0),
  };
}

function hostsOf(urls: readonly string[]): readonly string[] {
  return [...new Set(urls.map((url) => new URL(url).hostname.replace(/^\[|\]$/g, '')))];
}
