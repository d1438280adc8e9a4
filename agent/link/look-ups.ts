import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { type Clock, delay } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';

/** How long a look-up may take before the last good answer is used (milliseconds). In a lock the resolver does not answer. */
const LOOK_UP_MS = 3_000;

/**
 * Looks up the server's names, and keeps the last good answers on disk. A locked computer may ask no resolver, because look-ups could be used as a
 * tunnel; then the kept answers serve the connection and the lock's firewall.
 */
export interface LookUps {
  /** For sockets: the system's answer, else the last good one. */
  readonly lookup: LookupFunction;
  /** Looks all hosts up again. @returns whether an address is new or gone */
  refresh(): Promise<boolean>;
  /** All addresses known of the server, sorted; no question is asked. */
  addresses(): readonly string[];
}

export interface LookUpsDependencies {
  readonly urls: readonly string[];
  readonly stored: ReadonlyMap<string, readonly string[]>;
  readonly save: (lookUps: ReadonlyMap<string, readonly string[]>) => void;
  readonly clock: Clock;
  readonly log: Log;
  /** The system's look-up; rejects when it fails. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

export function createLookUps({
  urls,
  stored,
  save,
  clock,
  log,
  resolve = systemResolve,
}: LookUpsDependencies): LookUps {
  const hosts = [...new Set(urls.map((url) => new URL(url).hostname.replace(/^\[|\]$/g, '')))];
  const known = new Map([...stored].filter(([host]) => hosts.includes(host)));

  const remember = (host: string, addresses: readonly string[]): boolean => {
    if (known.get(host)?.join() === addresses.join()) return false;
    known.set(host, addresses);
    try {
      save(known);
    } catch (error) {
      log.error({ error: messageOf(error) }, 'cannot keep the addresses of the server');
    }
    return true;
  };

  const ask = async (
    host: string,
  ): Promise<{ readonly addresses: readonly string[]; readonly changed: boolean }> => {
    if (isIP(host) !== 0) return { addresses: [host], changed: false };
    const aborter = new AbortController();
    const late = delay(clock, LOOK_UP_MS, aborter.signal).then((): readonly string[] => []);
    const found = await Promise.race([resolve(host).catch((): readonly string[] => []), late]);
    aborter.abort();
    if (found.length === 0) return { addresses: known.get(host) ?? [], changed: false };
    const addresses = [...new Set(found)].sort();
    return { addresses, changed: remember(host, addresses) };
  };

  return {
    lookup: (host, options, callback) => {
      ask(host).then(
        ({ addresses }) => answer(host, { addresses, options }, callback),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), ''),
      );
    },
    async refresh() {
      const results = await Promise.all(hosts.map(ask));
      return results.some(({ changed }) => changed);
    },
    addresses: () =>
      [...new Set(hosts.flatMap((host) => (isIP(host) === 0 ? (known.get(host) ?? []) : [host])))].sort(),
  };
}

/** What a socket may ask for, and the number of the family; 0 = any. */
const FAMILIES: Readonly<Record<string | number, number>> = { 4: 4, 6: 6, IPv4: 4, IPv6: 6 };

type LookupOptions = Parameters<LookupFunction>[1];

function answer(
  host: string,
  { addresses, options }: { readonly addresses: readonly string[]; readonly options: LookupOptions },
  callback: Parameters<LookupFunction>[2],
): void {
  const wanted = FAMILIES[options.family ?? 0] ?? 0;
  const fitting = addresses
    .map((address) => ({ address, family: isIP(address) }))
    .filter(({ family }) => wanted === 0 || family === wanted);
  const [first] = fitting;
  if (first === undefined) {
    const error: NodeJS.ErrnoException = new Error(`the name ${host} leads to no address, now or before`);
    error.code = 'ENOTFOUND';
    callback(error, '');
  } else if (options.all === true) callback(null, fitting);
  else callback(null, first.address, first.family);
}

async function systemResolve(host: string): Promise<readonly string[]> {
  return (await systemLookup(host, { all: true })).map(({ address }) => address);
}
