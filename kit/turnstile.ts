import { nextTurn, type Turn } from './turns.ts';

/** A request or handshake that wants to start. */
export interface Arrival {
  /** The network of the client (`networkOf`). Networks take turns. */
  readonly network: string;
  /** Called when its turn has come, so that nobody waits for a client that has left. */
  isGone(): boolean;
}

/**
 * Lets a fixed number of arrivals start in one turn of the event loop. The others wait for the next turns: one of each network, and within
 * a network in their order. Hundreds of simultaneous arrivals are served as soon as without it, but messages of devices get their turn in
 * between. A connection waits here at most once.
 */
export interface Turnstile {
  /** Resolves with whether the arrival should start; false = its client has left. Null = it starts at once. */
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
