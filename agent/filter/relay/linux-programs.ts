import type { Clock, Timer } from '../../../kit/clock.ts';
import { TokenBucket } from '../../../kit/token-bucket.ts';
import type { SocketName } from '../../ports/socket-programs.ts';
import type { Programs } from '../connections/client-origin.ts';

/** How long a TLS handshake waits for its program, the waiting for a turn included (milliseconds). */
const WAIT_MS = 1_000;
/** More than a busy laptop needs. The agent takes four times as many (worker/wire.ts), so that a worker that keeps to this never waits there. */
const ASKS_PER_SECOND = 500;
/** The channel takes a few more at once (channel/channel.ts). */
const MAX_ASKED = 100;
/** As many as the relay has connections. */
const MAX_WAITING = 4_096;

interface Waiter {
  readonly socket: SocketName;
  /** On the monotonic clock. */
  readonly until: number;
  readonly settle: (program: string | null) => void;
}

/**
 * Finds programs by their sockets. Only the agent may see whose a socket is, so that it is asked, not more often than it answers. Connections beyond
 * that wait for their turn: accounts take turns, and of one account the newest connection comes first, because it has the most time left. A program
 * that is not found within a second has no name.
 */
export function createLinuxPrograms({
  programOf,
  wanted,
  clock,
}: {
  /** The agent's answer within so many milliseconds; may reject. */
  readonly programOf: (socket: SocketName, withinMs: number) => Promise<string | null>;
  readonly wanted: () => boolean;
  readonly clock: Clock;
}): Programs {
  const queue = createTurns();
  const asks = new TokenBucket(clock, { perSecond: ASKS_PER_SECOND, burst: ASKS_PER_SECOND });
  let asked = 0;
  let later: Timer | null = null;

  const ask = async ({ socket, until, settle }: Waiter): Promise<void> => {
    asked += 1;
    try {
      settle(await programOf(socket, Math.max(1, Math.floor(until - clock.monotonic()))));
    } catch {
      settle(null); // the agent is busy or stops: its answer would come too late
    } finally {
      asked -= 1;
      askOn();
    }
  };
  function askOn(): void {
    while (asked < MAX_ASKED && queue.size() > 0 && asks.tryTake(1)) {
      const waiter = queue.take();
      if (waiter !== null) void ask(waiter);
    }
    if (asked >= MAX_ASKED || queue.size() === 0 || later !== null) return;
    later = clock.setTimeout(() => {
      later = null;
      askOn();
    }, 1_000 / ASKS_PER_SECOND);
  }

  return {
    wanted,
    programOf({ inode, uid }) {
      if (!wanted() || !(inode > 0) || queue.size() >= MAX_WAITING) return Promise.resolve(null);
      return new Promise((resolve) => {
        const waiter: Waiter = {
          socket: { inode, uid },
          until: clock.monotonic() + WAIT_MS,
          settle(program) {
            timer.cancel();
            resolve(program);
          },
        };
        const timer = clock.setTimeout(() => {
          queue.drop(waiter);
          resolve(null);
        }, WAIT_MS);
        queue.add(waiter);
        askOn();
      });
    },
  };
}

/** Those that wait for their turn: the accounts in the order of their turns, of each the newest last, which is taken first. */
function createTurns() {
  const accounts = new Map<number, Waiter[]>();
  let size = 0;
  return {
    size: () => size,
    add(waiter: Waiter): void {
      const { uid } = waiter.socket;
      const own = accounts.get(uid) ?? [];
      own.push(waiter);
      accounts.set(uid, own);
      size += 1;
    },
    /** Its time is over; harmless when it had its turn. */
    drop(waiter: Waiter): void {
      const { uid } = waiter.socket;
      const own = accounts.get(uid) ?? [];
      const place = own.indexOf(waiter);
      if (place < 0) return;
      own.splice(place, 1);
      size -= 1;
      if (own.length === 0) accounts.delete(uid);
    },
    take(): Waiter | null {
      const [first] = accounts;
      if (first === undefined) return null;
      const [uid, own] = first;
      const waiter = own.pop() ?? null;
      size -= 1;
      accounts.delete(uid);
      if (own.length > 0) accounts.set(uid, own);
      return waiter;
    },
  };
}
