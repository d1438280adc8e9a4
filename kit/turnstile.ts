import { nextTurn, type Turn } from './turns.ts';

/** A client that waits for its turn, for a request or a handshake. */
export interface Arrival {
  /** The network of the client (`networkOf`). Networks take turns. */
  readonly network: string;
  /** Asked when its turn has come, so that nobody waits behind a client that has gone. */
  isGone(): boolean;
}

/**
 * Lets a number of clients begin in each turn of the event loop; the others wait for later turns. Networks take turns; within a network clients begin in their
 * order. Hundreds that arrive at once are served as soon as without it, but messages of devices get their turn in between. A connection waits here at most
 * once.
 */
export interface Turnstile {
  /** Resolves with whether the client may begin: false when it has gone meanwhile. Null: it begins at once. */
  pass(arrival: Arrival): Promise<boolean> | null;
}

interface Waiting {
  isGone(): boolean;
  settle(begins: boolean): void;
}

/** @param perTurn how many start in one turn */
export function createTurnstile(perTurn: number, turn: Turn = nextTurn): Turnstile {
  /** The waiting arrivals by network, in the order of the networks' turns. */
  const networks = new Map<string, Waiting[]>();
  let begun = 0;
  let isTurning = false;

  /** The next arrival whose client is still there; null = nobody waits. */
  const next = (): Waiting | null => {
    for (const [network, line] of networks) {
      networks.delete(network);
      for (let first = line.shift(); first !== undefined; first = line.shift()) {
        if (first.isGone()) {
          first.settle(false);
          continue;
        }
        if (line.length > 0) networks.set(network, line);
        return first;
      }
    }
    return null;
  };
  const goOn = async (): Promise<void> => {
    isTurning = true;
    while (begun > 0) {
      await turn();
      begun = 0;
      while (begun < perTurn) {
        const first = next();
        if (first === null) break;
        begun += 1;
        first.settle(true);
      }
    }
    isTurning = false;
  };

  return {
    pass({ network, isGone }) {
      if (begun >= perTurn)
        return new Promise((settle) => {
          const line = networks.get(network);
          if (line === undefined) networks.set(network, [{ isGone, settle }]);
          else line.push({ isGone, settle });
        });
      begun += 1;
      if (!isTurning) void goOn();
      return null;
    },
  };
}
