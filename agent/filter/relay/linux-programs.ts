import type { Clock } from '../../../kit/clock.ts';
import type { SocketName } from '../../ports/socket-programs.ts';
import type { Connections, Programs } from '../connections/client-origin.ts';

/** The agent takes four times as many (worker/wire.ts): a worker that keeps to this never waits there. More than a busy class's laptop makes. */
const ASKS_PER_SECOND = 100;

/**
 * Finds programs by their sockets: which socket it is stands in the kernel's tables, open to all; whose it is, only the agent may see. Whoever makes more
 * connections than a hundred a second, or is not found in time, has no name: rules for programs do not reach him.
 */
export function createLinuxPrograms({
  connections,
  programOf,
  wanted,
  clock,
}: {
  readonly connections: Pick<Connections, 'socketOf'>;
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
    async programOf(peer) {
      if (!wanted()) return null;
      const socket = await connections.socketOf(peer);
      if (socket === null || !(socket.inode > 0) || !mayAsk()) return null;
      try {
        return await programOf(socket);
      } catch {
        return null; // the agent is busy, or going: its answer would come too late
      }
    },
  };
}
