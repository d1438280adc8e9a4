import { type Clock, every } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import type { SystemEvents } from '../ports/system-events.ts';

const POLL_MS = 2_000;

/** A tick that is this late shows that the computer slept or stood still, and that connections may be dead (milliseconds). */
const GAP_MS = 10_000;

export interface WakeWatchDependencies {
  readonly log: Log;
  readonly clock: Clock;
  /** The addresses of this computer now; cheap. */
  readonly addresses: () => readonly string[];
  /** Addresses came or went; gets the present ones. */
  readonly onAddresses: (addresses: readonly string[]) => void;
  /** The computer was asleep. */
  readonly onResume: () => void;
  /** Absent: changes are only found by polling. */
  readonly events?: SystemEvents;
  /** The system says that something has changed. */
  readonly onEvent: () => void;
}

/**
 * Notices a change of network within 2 s, and that the computer slept; at once where the system reports it. Sleep stops the monotonic clock on Linux,
 * so that the wall clock runs ahead of it; elsewhere the tick comes late. Setting the clock by hand looks the same, and only costs a needless
 * reconnect.
 */
export function createWakeWatch({
  clock,
  log,
  addresses,
  onAddresses,
  onResume,
  events,
  onEvent,
}: WakeWatchDependencies): Service {
  let running: ReturnType<typeof every> | null = null;
  let deaf: (() => void) | null = null;
  let last = { wall: 0, monotonic: 0, addresses: '' };
  const look = (): { wall: number; monotonic: number; addresses: string } => ({
    wall: clock.now(),
    monotonic: clock.monotonic(),
    addresses: [...addresses()].sort().join(),
  });
  const tick = (): void => {
    const before = last;
    last = look();
    const late = Math.max(last.wall - before.wall, last.monotonic - before.monotonic) - POLL_MS;
    if (late > GAP_MS) onResume();
    if (last.addresses !== before.addresses) onAddresses(addresses());
  };
  return {
    start() {
      last = look();
      deaf ??=
        events?.listen((what) => {
          if (what === 'resumed') onResume();
          onEvent();
        }) ?? null;
      running ??= every(clock, POLL_MS, tick, (error) =>
        log.warn({ error: messageOf(error) }, 'cannot look at the network'),
      );
      return Promise.resolve();
    },
    async stop() {
      deaf?.();
      deaf = null;
      const stopping = running;
      running = null;
      await stopping?.stop();
    },
  };
}
