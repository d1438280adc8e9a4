import { nextTurn, type Turn } from '../../kit/turns.ts';
import type { GatewayLimits } from '../limits/limits.ts';
import type { KnownNetworks } from './known-networks.ts';
import { Places, READ_AFTER_TURNS, type Stage } from './places.ts';

/** What `StrangerPlaces` needs of a socket. */
export interface Peer {
  /** The network address that the server sees. */
  readonly address: string;
  destroy(): void;
}

export interface Stranger {
  readonly peer: Peer;
  readonly here: Here;
  /** Changed by `advance` only. */
  stage: Stage;
  since: number;
  /** It has left, or was put out. */
  isGone: boolean;
}

/** The sockets of one network (`networkOf`). */
export interface Here {
  readonly network: string;
  open: number;
  readonly places: Places<Stranger>;
  known: boolean;
}

/**
 * The connections that have not logged in yet, by network. It decides which one is put out to make room for another. Known networks share one set of places and
 * all others share another, so that neither takes places of the other.
 */
export interface StrangerPlaces {
  at(network: string): Here;
  /** Makes room for one more connection of a network, if need be by putting another out. @returns false when there is no room */
  makeRoom(here: Here): boolean;
  enter(here: Here, peer: Peer): Stranger;
  /** Moves a connection to its next stage. @returns false when it was put out or has left before */
  advance(stranger: Stranger, stage: Stage): boolean;
  /** Harmless when it was put out, or has left, before. */
  leave(stranger: Stranger): void;
  /** A device has logged in from there. */
  know(here: Here): void;
  /** The last socket of a network has closed. */
  forget(here: Here): void;
  /** How many there are. */
  readonly size: number;
}

export function createStrangerPlaces({
  limits,
  known,
  onPutOut,
  turn = nextTurn,
}: {
  readonly limits: GatewayLimits;
  readonly known: Pick<KnownNetworks, 'has' | 'add'>;
  readonly onPutOut: (peer: Peer) => void;
  /** Default: the event loop's. */
  readonly turn?: Turn;
}): StrangerPlaces {
  const networks = new Map<string, Here>();
  const all = { known: new Places<Stranger>(), unknown: new Places<Stranger>() };
  const turns = createTurnCount(turn);

  const allLike = (here: Here) => (here.known ? all.known : all.unknown);
  const add = (stranger: Stranger): void => {
    stranger.since = turns.count();
    stranger.here.places.add(stranger);
    allLike(stranger.here).add(stranger);
  };
  const remove = (stranger: Stranger): void => {
    stranger.here.places.remove(stranger);
    allLike(stranger.here).remove(stranger);
  };
  const leave = (stranger: Stranger): void => {
    if (stranger.isGone) return;
    stranger.isGone = true;
    remove(stranger);
  };

  const hasRoom = (places: Places<Stranger>, limit: number): boolean => {
    if (places.size < limit) return true;
    const found = places.superfluous(limit, turns.now);
    if (found === null) return false;
    leave(found);
    onPutOut(found.peer);
    found.peer.destroy();
    return true;
  };

  return {
    at: (network) =>
      networks.get(network) ?? { network, open: 0, places: new Places(), known: known.has(network) },
    makeRoom: (here) =>
      hasRoom(here.places, limits.strangersPerNetwork) &&
      hasRoom(allLike(here), here.known ? limits.strangersKnown : limits.strangersUnknown),
    enter(here, peer) {
      networks.set(here.network, here);
      const stranger: Stranger = { peer, here, stage: 'silent', since: 0, isGone: false };
      add(stranger);
      return stranger;
    },
    advance(stranger, stage) {
      if (stranger.isGone) return false;
      remove(stranger);
      stranger.stage = stage;
      add(stranger);
      return true;
    },
    leave,
    know(here) {
      known.add(here.network);
      if (here.known) return;
      here.known = true;
      for (const stranger of here.places.all()) {
        all.unknown.remove(stranger);
        all.known.add(stranger);
      }
    },
    forget: ({ network }) => void networks.delete(network),
    get size() {
      return all.known.size + all.unknown.size;
    },
  };
}

/** Counts turns of the event loop, and only while a connection needs the count. */
function createTurnCount(turn: Turn) {
  let now = 0;
  let until = 0;
  let isCounting = false;
  const goOn = async (): Promise<void> => {
    isCounting = true;
    while (now < until) {
      await turn();
      now += 1;
    }
    isCounting = false;
  };
  return {
    get now() {
      return now;
    },
    /** The number of the present turn. Counting goes on until everything that has arrived by now must have been read. */
    count(): number {
      until = now + READ_AFTER_TURNS;
      if (!isCounting) void goOn();
      return now;
    },
  };
}
