import { Socket } from 'node:net';
import { LOG_LEVELS } from '../../contracts/log-levels.ts';
import { delay, systemClock } from '../../kit/clock.ts';
import { createLog, type Log } from '../../kit/log.ts';
import { systemRandom } from '../../kit/random.ts';
import { DATAGRAMS_FD, NOT_HANDED_OVER, receiveHeldSockets } from '../os/windows/held-sockets.ts';
import { WORKER_FD } from '../os/worker-starter.ts';
import type { HandedSocket } from '../ports/held-socket.ts';
import { loadFilterParts, loadWorkerLink } from '../worker/load-parts.ts';
import { runWorker } from '../worker/worker-main.ts';

/** The host writes them before the worker runs. */
const HANDOVER_MS = 5_000;

/**
 * The hidden command with which the agent starts its worker: `worker --log-level LEVEL`. Not part of the other commands' program, which would load all of the agent.
 * @returns the exit code, once the agent has ended it, or is gone
 */
export async function runWorkerProcess(args: readonly string[]): Promise<number> {
  const level = LOG_LEVELS.find((known) => known === args[1]) ?? 'info';
  const log = createLog(level).child({ process: 'worker' });
  const stream = openStream();
  if (stream === null) {
    console.error('schoolgate-agent: "worker" is started by "schoolgate-agent run", not by hand');
    return 1;
  }
  // Ignored, because a service manager signals all processes of a service and the agent decides when the worker ends.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
  const handed = receiveHandedSockets();
  const reason = await runWorker({
    stream,
    handed: () => inTime(handed, log),
    platform: process.platform,
    clock: systemClock,
    random: systemRandom,
    log,
    loadParts: loadFilterParts,
    loadLink: loadWorkerLink,
  });
  log.info({ reason }, 'the worker ends');
  // Timers of a broken part must not keep the process and its ports.
  process.exit(0);
}

/** The sockets that the host hands over on Windows; none elsewhere, where sockets are inherited. */
function receiveHandedSockets(): Promise<readonly HandedSocket[]> {
  return receiveHeldSockets({
    env: process.env,
    channel: process,
    openDatagrams: () => new Socket({ fd: DATAGRAMS_FD, readable: true, writable: true }),
  });
}

/** Waits for the sockets. If they do not come, this worker ends, and the next one listens itself. */
async function inTime(handed: Promise<readonly HandedSocket[]>, log: Log): Promise<readonly HandedSocket[]> {
  const aborter = new AbortController();
  const late = delay(systemClock, HANDOVER_MS, aborter.signal).then(() => null);
  const received = await Promise.race([handed, late]);
  aborter.abort();
  if (received !== null) {
    if (received.length > 0)
      log.info({ sockets: received.length }, 'the service manager holds the listeners');
    return received;
  }
  log.error({}, 'the host does not hand over the ports that it holds');
  process.exit(NOT_HANDED_OVER);
}

function openStream(): Socket | null {
  try {
    return new Socket({ fd: WORKER_FD, readable: true, writable: true });
  } catch {
    // Started by hand: there is no such file, or it is no socket.
    return null;
  }
}
