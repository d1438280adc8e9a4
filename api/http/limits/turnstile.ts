import { nextTurn, type Turn } from '../../../kit/turns.ts';

/** Each takes some 0.3 ms: two or three milliseconds of requests, then everything else. */
const A_TURN = 8;

/**
 * Lets so many requests begin in one turn of the event loop; the others wait for the next turns, in their order. Hundreds that arrive at once are answered as soon as
 * before, but in between the messages of devices get their turn, too.
 */
export interface Turnstile {
  /** Resolves when the request may begin; null: at once. */
  pass(): Promise<void> | null;
}

export function createTurnstile(turn: Turn = nextTurn): Turnstile {
  const waiting: (() => void)[] = [];
  let begun = 0;
  let isTurning = false;

  const goOn = async (): Promise<void> => {
    isTurning = true;
    while (begun > 0) {
      await turn();
      const next = waiting.splice(0, A_TURN);
      begun = next.length;
      for (const begin of next) begin();
    }
    isTurning = false;
  };

  return {
    pass() {
      if (begun >= A_TURN) return new Promise((resolve) => waiting.push(resolve));
      begun += 1;
      if (!isTurning) void goOn();
      return null;
    },
  };
}
