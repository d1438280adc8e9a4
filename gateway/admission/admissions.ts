import type { Clock, Timer } from '../../kit/clock.ts';
import { networkOf } from '../../kit/networks.ts';
import type { Turn } from '../../kit/turns.ts';
import type { Complaints } from '../limits/complaints.ts';
import type { GatewayLimits } from '../limits/limits.ts';
import type { KnownNetworks } from './known-networks.ts';
import type { Stage } from './places.ts';
import { createStrangerPlaces, type Here, type Peer } from './stranger-places.ts';

/** The place of one socket, from its acceptance to its close. Every method does nothing once the socket was put out or has closed. */
export interface Admission {
  readonly address: string;
  /** Whether a device has logged in from its network. */
  isKnown(): boolean;
  /** Its first message is complete; the server has to answer it before the login can come. */
  heard(): void;
  /** The server has answered its first message; now its login has to come. */
  answered(): void;
  /** Its login is complete: what follows is the server's work and does not count against the peer's time. */
  claimed(): void;
  /** The peer has logged in and no longer counts as a stranger. */
  proven(): void;
  /** The socket has closed. Harmless when called again. */
  leave(): void;
}

/**
 * Limits open sockets in all and for each network, and the time of strangers until their first message and until their login. Strangers have places of their
 * own, so that they take none from devices. When those are full, a stranger that keeps the server waiting is put out (`Places`): so nobody can shut out the
 * laptops behind a school's address with silent or half-finished connections. Known networks have places apart from all others.
 */
export interface Admissions {
  /** Takes a place. Null when there is none: that is reported, and the caller destroys the socket. */
  admit(peer: Peer): Admission | null;
  readonly count: number;
}

export function createAdmissions({
  limits,
  clock,
  complaints,
  known,
  turn,
}: {
  readonly limits: GatewayLimits;
  readonly clock: Clock;
  readonly complaints: Complaints;
  readonly known: Pick<KnownNetworks, 'has' | 'add'>;
  /** Default: the event loop's. */
  readonly turn?: Turn;
}): Admissions {
  const strangers = createStrangerPlaces({
    limits,
    known,
    onPutOut: ({ address }) => complaints.report('crowded_out', { address }),
    ...(turn === undefined ? {} : { turn }),
  });
  const arrivals = createArrivals(clock);
  let count = 0;

  const take = (peer: Peer, here: Here): Admission => {
    const { address } = peer;
    const stranger = strangers.enter(here, peer);
    here.open += 1;
    count += 1;
    let isOpen = true;
    let patience: Timer | null = null;
    const waitFor = (ms: number): void => {
      patience = clock
        .setTimeout(() => {
          complaints.report('connect_timeout', { address });
          peer.destroy();
        }, ms)
        .unref();
    };
    const moveTo = (stage: Stage): boolean => {
      if (!isOpen || !strangers.advance(stranger, stage)) return false;
      patience?.cancel();
      return true;
    };
    const finish = (): void => {
      patience?.cancel();
      strangers.leave(stranger);
    };
    waitFor(Math.min(limits.silenceTimeoutMs, limits.connectTimeoutMs));
    return {
      address,
      isKnown: () => here.known,
      heard: () => void moveTo('heard'),
      answered() {
        if (moveTo('answered')) waitFor(limits.connectTimeoutMs);
      },
      claimed: () => void moveTo('claimed'),
      proven() {
        if (!isOpen) return;
        finish();
        strangers.know(here);
      },
      leave() {
        if (!isOpen) return;
        isOpen = false;
        finish();
        here.open -= 1;
        count -= 1;
        if (here.open === 0) strangers.forget(here);
      },
    };
  };

  const hasPlace = (here: Here): boolean =>
    count - strangers.size < limits.connections &&
    here.open < limits.connectionsPerNetwork &&
    arrivals.take(here.network, here.known ? limits.arrivalsKnown : limits.arrivalsUnknown) &&
    strangers.makeRoom(here);

  return {
    admit(peer) {
      const here = strangers.at(networkOf(peer.address));
      if (hasPlace(here)) return take(peer, here);
      complaints.report('too_many_connections', { address: peer.address });
      return null;
    },
    get count() {
      return count;
    },
  };
}

/** The period (milliseconds) over which connections are counted: long enough for a whole school that reconnects at once. */
const WINDOW_MS = 4_000;

/** Counts the connections that each network begins within four seconds. Refused ones do not count. */
export interface Arrivals {
  /** Counts one more connection and returns true, or returns false when the network has begun `most` in the last four seconds. */
  take(network: string, most: number): boolean;
}

export function createArrivals(clock: Pick<Clock, 'monotonic'>): Arrivals {
  let window = 0;
  /** Bounded by what this process can accept in that time. */
  const begun = new Map<string, number>();
  return {
    take(network, most) {
      const now = Math.floor(clock.monotonic() / WINDOW_MS);
      if (now !== window) begun.clear();
      window = now;
      const count = begun.get(network) ?? 0;
      if (count >= most) return false;
      begun.set(network, count + 1);
      return true;
    },
  };
}
