import ipaddr from 'ipaddr.js';
import type { CampusDefinition, CampusState } from '../../contracts/device/campus.ts';
import { createAddressMatcher } from '../../kit/addresses.ts';
import { isPrivateAddress } from '../filter/local-access.ts';
import type { Network } from '../ports/system-facts.ts';

/**
 * The private networks that the computer is in: those of its own addresses and of its gateways, CIDR, each once, sorted. The result does not contain
 * the computer's own addresses, so that a new lease changes nothing.
 */
export function localNetworks({ addresses, defaultGateways }: Network): readonly string[] {
  const own = addresses.flatMap(({ address, prefix }) => (prefix === null ? [] : networkOf(address, prefix)));
  const gateways = defaultGateways.flatMap(({ address }) =>
    networkOf(address, address.includes(':') ? 128 : 32),
  );
  return [...new Set([...own, ...gateways])].sort();
}

const isInNetwork = createAddressMatcher();

const PRIVATE: ReadonlySet<string> = new Set(['private', 'uniqueLocal']);
/** The shortest prefix that counts. A network wider than the private range around it is a mistake. */
const WIDEST = { ipv4: 8, ipv6: 16 } as const;

function networkOf(address: string, prefix: number): readonly string[] {
  const cidr = `${address}/${prefix}`;
  if (address.includes('%') || !ipaddr.isValidCIDR(cidr)) return [];
  const parsed = ipaddr.parse(address);
  if (!PRIVATE.has(parsed.range()) || prefix < WIDEST[parsed.kind()]) return [];
  const family = parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return [`${family.networkAddressFromCIDR(cidr).toString()}/${prefix}`];
}

/** What is known of the computer's place. */
export interface Place {
  readonly campus: CampusState;
  /** Undefined = not known yet. */
  readonly campuses: readonly Pick<CampusDefinition, 'cidrs'>[] | undefined;
  /** All known IP addresses of the school's server, and whether it was reached last in the present network. */
  readonly server: { readonly addresses: readonly string[]; readonly isReached: boolean };
}

/**
 * Those of the networks that do not belong to the school. A network that a campus lists is never a home network, wherever the laptop believes to be.
 * If the school has defined no campus, the laptop is at school where it reaches the server at a private address, and in the server's own network;
 * everywhere else it is at home.
 */
export function homeNetworks(
  networks: readonly string[],
  { campus, campuses, server }: Place,
): readonly string[] {
  if (campuses === undefined) return [];
  if (campuses.length > 0) {
    const listed = campuses.flatMap(({ cidrs }) => cidrs);
    return campus === 'off-campus'
      ? networks.filter((network) => !listed.some((other) => overlap(network, other)))
      : [];
  }
  if (server.isReached && server.addresses.some(isPrivateAddress)) return [];
  return networks.filter((network) => !server.addresses.some((address) => isInNetwork(address, network)));
}

function overlap(one: string, other: string): boolean {
  const base = (cidr: string): string => cidr.split('/', 1)[0] ?? '';
  return isInNetwork(base(one), other) || isInNetwork(base(other), one);
}
