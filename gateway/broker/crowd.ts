import type { Clock } from '../../kit/clock.ts';
import type { GatewayLimits } from '../limits.ts';
import { createKnownAddresses } from './known-addresses.ts';

/** What is asked of a socket, and done to it. */
export interface Peer {
  /** The network address that the server sees. */
  readonly address: string;
  /** Whether a byte has come from it. */
  hasSpoken(): boolean;
  destroy(): void;
}

/**
 * A stranger that has said nothing may be put out after this long, where there is no room. The first bytes of whoever means it follow the last packet of TCP's handshake at once,
 * however long the way is; one whose bytes were lost comes again.
 */
const SILENT_GRACE_MS = 250;

/** One that has spoken may be put out after this long: a slow mobile link takes 2–3 s for TLS and CONNECT. */
const SPOKEN_GRACE_MS = 3_000;

/** So many of the oldest are looked at for one that is silent, so that a flood costs no more than this. */
const LOOKED_AT = 32;

export interface Stranger {
  readonly peer: Peer;
  readonly since: number;
}

/** The sockets of one address. */
export interface Here {
  open: number;
  /** Logins that are being checked. */
  claimed: number;
  /** In the order of their coming. */
  readonly strangers: Set<Stranger>;
  known: boolean;
}

/**
 * Those who have not logged in yet, by address: who is there, and who makes room for one more. Logins that are being checked count among them,
 * but are never put out.
 */
export interface Crowd {
  at(address: string): Here;
  /** Whether there is room for one more there, after somebody was put out if need be. */
  makeRoom(here: Here): boolean;
  enter(address: string, here: Here, stranger: Stranger): void;
  /** Harmless when it was put out, or has left, before. */
  leave(here: Here, stranger: Stranger): void;
  claim(here: Here): void;
  unclaim(here: Here): void;
  /** A device has logged in from there. */
  know(address: string, here: Here): void;
  /** The last socket of an address has closed. */
  forget(address: string): void;
  /** How many there are. */
  readonly size: number;
}

export function createCrowd({
  limits,
  clock,
  onPutOut,
}: {
  readonly limits: GatewayLimits;
  readonly clock: Clock;
  readonly onPutOut: (peer: Peer) => void;
}): Crowd {
  const addresses = new Map<string, Here>();
  const known = createKnownAddresses(clock);
  const size = { known: 0, unknown: 0 };
  const count = (here: Here, change: number): void => {
    size[here.known ? 'known' : 'unknown'] += change;
  };

  const leave = (here: Here, stranger: Stranger): void => {
    if (here.strangers.delete(stranger)) count(here, -1);
  };

  const putOutOneOf = (here: Here): boolean => {
    const found = superfluousOf(here.strangers, clock.monotonic());
    if (found === null) return false;
    leave(here, found);
    onPutOut(found.peer);
    found.peer.destroy();
    return true;
  };

  /** Of all addresses that are meant, that which holds the most makes room. */
  const putOutWhere = (isMeant: (here: Here) => boolean): boolean => {
    let most: Here | null = null;
    for (const here of addresses.values())
      if (isMeant(here) && here.strangers.size > (most?.strangers.size ?? 0)) most = here;
    return most !== null && putOutOneOf(most);
  };
  const putOutUnknown = (): boolean => putOutWhere((here) => !here.known);

  const makeRoomInAll = (here: Here): boolean => {
    if (!here.known && size.unknown >= limits.strangers - limits.strangersKept) return putOutUnknown();
    if (size.known + size.unknown < limits.strangers) return true;
    return putOutUnknown() || putOutWhere(() => true);
  };

  return {
    at: (address) => addresses.get(address) ?? emptyAddress(known.has(address)),
    makeRoom(here) {
      const isFull = here.strangers.size + here.claimed >= limits.strangersPerAddress;
      return (!isFull || putOutOneOf(here)) && makeRoomInAll(here);
    },
    enter(address, here, stranger) {
      addresses.set(address, here);
      here.strangers.add(stranger);
      count(here, 1);
    },
    leave,
    claim(here) {
      here.claimed += 1;
      count(here, 1);
    },
    unclaim(here) {
      here.claimed -= 1;
      count(here, -1);
    },
    know(address, here) {
      known.add(address);
      if (here.known) return;
      const moved = here.strangers.size + here.claimed;
      count(here, -moved);
      here.known = true;
      count(here, moved);
    },
    forget: (address) => void addresses.delete(address),
    get size() {
      return size.known + size.unknown;
    },
  };
}

function emptyAddress(known: boolean): Here {
  return { open: 0, claimed: 0, strangers: new Set(), known };
}

/** The stranger whose place is worth the least: the oldest that is silent, else the oldest. Null while each may still be on its way. */
function superfluousOf(strangers: ReadonlySet<Stranger>, now: number): Stranger | null {
  let oldest: Stranger | null = null;
  let looked = 0;
  for (const stranger of strangers) {
    const age = now - stranger.since;
    if (age < SILENT_GRACE_MS || looked === LOOKED_AT) break;
    if (!stranger.peer.hasSpoken()) return stranger;
    if (age >= SPOKEN_GRACE_MS) oldest ??= stranger;
    looked += 1;
  }
  return oldest;
}
