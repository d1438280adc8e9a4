import ipaddr from 'ipaddr.js';
import { specialNameOf } from './dns/special-names.ts';
import type { FilterState } from './filter-state.ts';
import type { Judge } from './judge.ts';

/** The devices beside the computer that may be opened now: at home by default, on a campus only where the policy says so. */
export interface LocalAccess {
  /** CIDR, private networks only; empty = none may be opened. The same array while nothing has changed. */
  networks(): readonly string[];
  /** Whether an address is one of theirs. Never throws. */
  isOpen(address: string): boolean;
}

const NONE: readonly string[] = [];

/** @param judge is asked each time: place, person and time of day change */
export function createLocalAccess(
  judge: Pick<Judge, 'mode' | 'settings'> & { state(): FilterState },
): LocalAccess {
  let known: { readonly of: FilterState; readonly home: readonly string[] } | null = null;
  /** Networks that a campus lists are no home, whatever the laptop believes of its place. */
  const homeNetworks = (state: FilterState): readonly string[] => {
    if (known?.of !== state) {
      const campus = state.privateNetworks.filter(isNetwork);
      const home = (state.localNetworks ?? NONE).filter(
        (network) => isNetwork(network) && !campus.some((listed) => overlap(network, listed)),
      );
      known = { of: state, home };
    }
    return known.home;
  };
  const networks = (): readonly string[] => {
    const state = judge.state();
    if (judge.mode() !== 'enforce' && judge.mode() !== 'portal') return NONE;
    switch (judge.settings().localNetwork) {
      case 'never':
        return NONE;
      case 'off-campus':
        return state.campus === 'off-campus' ? homeNetworks(state) : NONE;
      case 'always':
        return state.localNetworks ?? NONE;
    }
  };
  return {
    networks,
    isOpen(address) {
      if (!isPrivateAddress(address)) return false;
      const parsed = ipaddr.process(address);
      return networks().some((network) => isNetwork(network) && isWithin(parsed, network));
    },
  };
}

/** Whether a text is an IP address of a private network (RFC 1918, RFC 4193). IPv6 with or without brackets. */
export function isPrivateAddress(text: string): boolean {
  const bare = text.replace(/^\[|\]$/g, '');
  if (bare.includes('%') || !ipaddr.isValid(bare)) return false;
  const range = ipaddr.process(bare).range();
  return range === 'private' || range === 'uniqueLocal';
}

/** Whether a name is one that only the local network knows: without a dot, or below `lan`, `local` and the like. */
export function isLocalName(name: string): boolean {
  return specialNameOf(name)?.kind === 'local';
}

function isNetwork(text: string): boolean {
  return ipaddr.isValidCIDR(text);
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, network: string): boolean {
  const [base, bits] = ipaddr.parseCIDR(network);
  if (address.kind() !== base.kind()) return false;
  return address.kind() === 'ipv4'
    ? (address as ipaddr.IPv4).match(base as ipaddr.IPv4, bits)
    : (address as ipaddr.IPv6).match(base as ipaddr.IPv6, bits);
}

function overlap(one: string, other: string): boolean {
  const [a] = ipaddr.parseCIDR(one);
  const [b] = ipaddr.parseCIDR(other);
  return isWithin(a, other) || isWithin(b, one);
}
