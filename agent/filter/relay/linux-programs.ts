import type { Clock } from '../../../kit/clock.ts';
import type { SocketName } from '../../ports/socket-programs.ts';
import type { Programs } from '../connections/client-origin.ts';

/** The agent takes four times as many (worker/wire.ts): a worker that keeps to this never waits there. More than a busy class's laptop makes. */
const ASKS_PER_SECOND = 100;

/**
 * Finds programs by their sockets: whose a socket is, only the agent may see. Whoever makes more
 * connections than a hundred a second, or is not found in time, has no name: rules for programs do not reach him.
 */
export function createLinuxPrograms({
  programOf,
  wanted,
  clock,
}: {
  /** The agent's answer; may reject. */
  readonly programOf: (socket: SocketName) => Promise<string | null>;
  readonly wanted: () => boolean;
  readonly clock: Pick<Clock, 'monotonic'>;
}): Programs {
  let second = Number.NEGATIVE_INFINITY;
  let asked = 0;
  const mayAsk = (): boolean => {
    const now = Math.floor(clock.monotonic() / 1_000);
    if (now !== second) {
      second = now;
      asked = 0;
    }
    asked += 1;
    return asked <= ASKS_PER_SECOND;
  };
  return {
    wanted,
    async programOf({ inode, uid }) {
      if (!wanted() || !(inode > 0) || !mayAsk()) return null;
      try {
        return await programOf({ inode, uid });
      } catch {
        return null; // the agent is busy, or going: its answer would come too late
      }
    },
  };
}
