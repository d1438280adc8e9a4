import type { BypassKind } from '../../../../contracts/policy/bypass.ts';
import type { EgressAttempt } from '../../../ports/filter-control.ts';
import { ENCRYPTED_DNS_PORTS, QUIC_PORTS, VPN_TCP_PORTS, VPN_UDP_PORTS } from '../../filter-ports.ts';
import { type NftEntry, parseNftListing } from '../nft-listing.ts';
import { FILTER_TABLE } from './filter-table.ts';

const SETS = ['attempts4', 'attempts6', 'guests4', 'guests6', 'unnamed4', 'unnamed6'] as const;
type AttemptSet = (typeof SETS)[number];

/** The sets hold at most this many; a listing that says more is not one of ours. */
const LISTED_LIMIT = SETS.length * 4096;

/** The attempts that were read, and the commands that remove exactly these from the sets. */
export interface ReadAttempts {
  readonly attempts: readonly EgressAttempt[];
  /** For `nft -f -`; null = the sets are empty. */
  readonly clearing: string | null;
}

/** Reads what packets left in the table's sets (`nft -j list table`). Pure; nonsense gives nothing. */
export function readAttempts(json: string): ReadAttempts {
  const found = (parseNftListing(json) ?? []).flatMap((entry) => elementsOf(entry)).slice(0, LISTED_LIMIT);
  if (found.length === 0) return { attempts: [], clearing: null };
  const clearing = found.flatMap(({ set, key }) => {
    const element = `element inet ${FILTER_TABLE} ${set} { ${key.join(' . ')} }`;
    // Deleting an element that has expired would make the whole transaction fail, so that it is added first.
    return [`add ${element}`, `delete ${element}`];
  });
  return { attempts: found.map(({ attempt }) => attempt), clearing: `${clearing.join('\n')}\n` };
}

interface Found {
  readonly set: AttemptSet;
  readonly key: readonly (string | number)[];
  readonly attempt: EgressAttempt;
}

function elementsOf({ set }: NftEntry): readonly Found[] {
  const name = SETS.find((known) => known === set?.name);
  if (name === undefined || set?.table !== FILTER_TABLE || !Array.isArray(set.elem)) return [];
  return set.elem.flatMap((element: unknown) => {
    const key = keyOf(element);
    return key === null ? [] : [{ set: name, key, attempt: attemptOf(name, key, countOf(element)) }];
  });
}

/** `{"elem": {"val": {"concat": [1501, "9.9.9.9", "udp", 53]}, "counter": {"packets": 2}}}` */
function keyOf(element: unknown): readonly (string | number)[] | null {
  const concat = member(member(member(element, 'elem'), 'val'), 'concat');
  if (!Array.isArray(concat)) return null;
  return concat.every((part) => typeof part === 'number' || /^[\w.:]+$/.test(String(part))) ? concat : null;
}

function countOf(element: unknown): number {
  const packets = member(member(member(element, 'elem'), 'counter'), 'packets');
  return typeof packets === 'number' && packets > 0 ? packets : 1;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function attemptOf(set: AttemptSet, key: readonly (string | number)[], count: number): EgressAttempt {
  const isGuest = set.startsWith('guests');
  const [uid, address, protocol, port] = isGuest ? [null, ...key] : key;
  const number = typeof port === 'number' ? port : null;
  return {
    kind: kindIn(set, protocol === 'tcp' || protocol === 6, number),
    address: typeof address === 'string' ? address : null,
    port: number,
    uid: typeof uid === 'number' ? uid : null,
    count,
  };
}

function kindIn(set: AttemptSet, isTcp: boolean, port: number | null): BypassKind {
  if (set.startsWith('guests')) return 'guest';
  return set.startsWith('unnamed') ? 'unnamed_host' : kindOf(isTcp, port);
}

/** The kind of an attempt by its port; any other refused packet went to the address of a DoH server. */
function kindOf(isTcp: boolean, port: number | null): BypassKind {
  const isOne = (ports: readonly number[]): boolean => port !== null && ports.includes(port);
  if (port === 53) return 'foreign_dns';
  if (isOne(ENCRYPTED_DNS_PORTS)) return isTcp ? 'dot' : 'doq';
  if (isTcp) return isOne(VPN_TCP_PORTS) ? 'vpn' : 'doh';
  if (isOne(QUIC_PORTS)) return 'quic';
  return isOne(VPN_UDP_PORTS) ? 'vpn' : 'doh';
}
