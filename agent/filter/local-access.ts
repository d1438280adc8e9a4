import ipaddr from 'ipaddr.js';
import { createAddressMatcher } from '../../kit/addresses.ts';
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
const isInNetwork = createAddressMatcher();

/** @param judge is asked each time: place, person and time of day change */
export function createLocalAccess(
  judge: Pick<Judge, 'mode' | 'settings'> & { state(): FilterState },
): LocalAccess {
  const networks = (): readonly string[] => {
    const { localNetworks, homeNetworks } = judge.state();
    if (judge.mode() !== 'enforce' && judge.mode() !== 'portal') return NONE;
    switch (judge.settings().localNetwork) {
      case 'never':
        return NONE;
      case 'off-campus':
        return homeNetworks ?? NONE;
      case 'always':
        return localNetworks ?? NONE;
    }
  };
  return {
    networks,
    isOpen(address) {
      if (!isPrivateAddress(address)) return false;
      return networks().some((network) => isInNetwork(address, network));
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
