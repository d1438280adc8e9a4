import type { Clock, Timer } from '../../kit/clock.ts';
import type { Complaints } from '../complaints.ts';
import type { GatewayLimits } from '../limits.ts';
import { createCrowd, type Here, type Peer, type Stranger } from './crowd.ts';

/** A place that one socket takes, from its acceptance to its close. */
export interface Admission {
  readonly address: string;
  /** Its login has come whole: what follows is our own work, and no time of the peer's. */
  claimed(): void;
  /** The peer has logged in and no longer counts as a stranger. */
  proven(): void;
  /** The socket has closed. Harmless when called again. */
  leave(): void;
}

/**
 * Counts open sockets in all and by address, and gives strangers their time: so long until their first byte, and so long until their login has
 * come. Strangers have places of their own, so that they take none from devices. Where those are full, the oldest stranger makes room, one that
 * has said nothing before one that has: silence held by somebody behind a school's address shuts nobody out. A part of the places is
 * kept for addresses from which a device has logged in.
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
}: {
  readonly limits: GatewayLimits;
  readonly clock: Clock;
  readonly complaints: Complaints;
}): Admissions {
  const crowd = createCrowd({
    limits,
    clock,
    onPutOut: ({ address }) => complaints.report('crowded_out', { address }),
  });
  let count = 0;

  const take = (peer: Peer, here: Here): Admission => {
    const { address } = peer;
    const stranger: Stranger = { peer, since: clock.monotonic() };
    let stage: 'stranger' | 'claimed' | 'proven' | 'gone' = 'stranger';
    here.open += 1;
    count += 1;
    crowd.enter(address, here, stranger);
    const patience = beginPatience({ limits, clock }, peer, () =>
      complaints.report('connect_timeout', { address }),
    );
    const moveTo = (next: typeof stage): void => {
      patience.end();
      crowd.leave(here, stranger);
      if (stage === 'claimed') crowd.unclaim(here);
      stage = next;
    };
    return {
      address,
      claimed() {
        // One that was put out a moment ago has no place any more.
        if (stage !== 'stranger' || !here.strangers.has(stranger)) return;
        moveTo('claimed');
        crowd.claim(here);
      },
      proven() {
        if (stage === 'gone') return;
        moveTo('proven');
        crowd.know(address, here);
      },
      leave() {
        if (stage === 'gone') return;
        moveTo('gone');
        here.open -= 1;
        count -= 1;
        if (here.open === 0) crowd.forget(address);
      },
    };
  };

  return {
    admit(peer) {
      const here = crowd.at(peer.address);
      const places = count - crowd.size < limits.connections && here.open < limits.connectionsPerAddress;
      if (places && crowd.makeRoom(here)) return take(peer, here);
      complaints.report('too_many_connections', { address: peer.address });
      return null;
    },
    get count() {
      return count;
    },
  };
}

/** Destroys a socket whose time is over: without a byte, or without a login. */
function beginPatience(
  {
    limits: { silenceTimeoutMs, connectTimeoutMs },
    clock,
  }: { readonly limits: GatewayLimits; readonly clock: Clock },
  peer: Peer,
  onEnd: () => void,
): { end(): void } {
  const firstMs = Math.min(silenceTimeoutMs, connectTimeoutMs);
  const giveUp = (): void => {
    onEnd();
    peer.destroy();
  };
  let timer: Timer = clock.setTimeout(() => {
    if (!peer.hasSpoken() || firstMs === connectTimeoutMs) return giveUp();
    timer = clock.setTimeout(giveUp, connectTimeoutMs - firstMs).unref();
  }, firstMs);
  timer.unref();
  return { end: () => timer.cancel() };
}
