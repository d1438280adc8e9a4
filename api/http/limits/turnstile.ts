import { nextTurn, type Turn } from '../../../kit/turns.ts';

/** Each takes some 0.3 ms: two or three milliseconds of requests, then everything else. */
const A_TURN = 8;

/** Who wants to begin a request. */
export interface Arrival {
  /** Networks take turns (`networkOf`). */
  readonly network: string;
  /** Asked when its turn has come: nobody waits behind a request whose client has gone. */
  isGone(): boolean;
}

/**
 * Lets so many requests begin in one turn of the event loop; the others wait for the next turns: one of each network, of one network in their order. Hundreds that
 * arrive at once are answered as soon as before, but in between the messages of devices get their turn, too. A connection has one request here at most (`beginOneAtATime`).
 */
export interface Turnstile {
  /** Resolves with whether the request is to begin: false when its client has gone meanwhile. Null: it begins at once. */
  pass(arrival: Arrival): Promise<boolean> | null;
}

interface Waiting {
  isGone(): boolean;
  settle(begins: boolean): void;
}

export function createTurnstile(turn: Turn = nextTurn): Turnstile {
  /** In the order of their turns. */
  const networks = new Map<string, Waiting[]>();
  let begun = 0;
  let isTurning = false;

  /** The next one whose client is still there; null = nobody waits. */
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
      while (begun < A_TURN) {
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
      if (begun >= A_TURN)
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
