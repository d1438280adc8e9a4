import type { Clock, Timer } from '../../kit/clock.ts';
import { networkOf } from '../../kit/networks.ts';
import type { Turn } from '../../kit/turns.ts';
import type { Complaints } from '../limits/complaints.ts';
import type { GatewayLimits } from '../limits/limits.ts';
import { createArrivals } from './arrivals.ts';
import { createCrowd, type Here, type Peer } from './crowd.ts';
import type { KnownNetworks } from './known-networks.ts';
import type { Stage } from './places.ts';

/** A place that one socket takes, from its acceptance to its close. Each step is harmless where the socket was put out, or has closed. */
export interface Admission {
  readonly address: string;
  /** Whether a device has logged in from its network. */
  isKnown(): boolean;
  /** Its first message, which a login follows, has come whole and waits for our answer. */
  heard(): void;
  /** It has our answer: its login is to come. */
  answered(): void;
  /** Its login has come whole: what follows is our own work, and no time of the peer's. */
  claimed(): void;
  /** The peer has logged in and no longer counts as a stranger. */
  proven(): void;
  /** The socket has closed. Harmless when called again. */
  leave(): void;
}

/**
 * Counts open sockets in all and by network, and gives strangers their time: so long until their first message is whole, and so long until their login has
 * come. Strangers have places of their own, so that they take none from devices. Where those are full, one makes room that keeps the server waiting (`Places`): silence, or
 * half a login, held by somebody behind a school's address shuts nobody out. Networks from which a device has logged in have their places, the others theirs.
 */
export interface Admissions {
  /** Takes a place. Null when there is none; that is complained of, and the socket is the caller's to destroy. */
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
  const crowd = createCrowd({
    limits,
    known,
    onPutOut: ({ address }) => complaints.report('crowded_out', { address }),
    ...(turn === undefined ? {} : { turn }),
  });
  const arrivals = createArrivals(clock);
  let count = 0;

  const take = (peer: Peer, here: Here): Admission => {
    const { address } = peer;
    const stranger = crowd.enter(here, peer);
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
      if (!isOpen || !crowd.advance(stranger, stage)) return false;
      patience?.cancel();
      return true;
    };
    const finish = (): void => {
      patience?.cancel();
      crowd.leave(stranger);
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
        crowd.know(here);
      },
      leave() {
        if (!isOpen) return;
        isOpen = false;
        finish();
        here.open -= 1;
        count -= 1;
        if (here.open === 0) crowd.forget(here);
      },
    };
  };

  const hasPlace = (here: Here): boolean =>
    count - crowd.size < limits.connections &&
    here.open < limits.connectionsPerNetwork &&
    arrivals.take(here.network, here.known ? limits.arrivalsKnown : limits.arrivalsUnknown) &&
    crowd.makeRoom(here);

  return {
    admit(peer) {
      const here = crowd.at(networkOf(peer.address));
      if (hasPlace(here)) return take(peer, here);
      complaints.report('too_many_connections', { address: peer.address });
      return null;
    },
    get count() {
      return count;
    },
  };
}
