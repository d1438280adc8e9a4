import { type Clock, every } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import type { AgentCore } from '../core/agent-core.ts';
import type { TimeAnchor, TrustedTime } from '../core/time/trusted-time.ts';

/** The lock's timer and its repair; also how late a status file may be. */
const TICK_MS = 1_000;
const SAVE_TIME_MS = 60_000;
const STATUS_MS = 30_000;

export interface HousekeepingDependencies {
  readonly clock: Clock;
  readonly log: Log;
  readonly core: Pick<AgentCore, 'tick'>;
  readonly time: Pick<TrustedTime, 'anchor'>;
  readonly saveTime: (anchor: TimeAnchor) => void;
  readonly refreshLookUps: () => void;
  /** Whether the content of the status file has changed since it was written; set to false here. */
  readonly changes: { dirty: boolean };
  readonly writeStatus: () => Promise<void>;
}

/**
 * What the agent does regularly: the lock's timer each second, writing the server time each minute, writing the status file each half minute and when
 * something has changed.
 */
export function createHousekeeping(deps: HousekeepingDependencies): Service {
  const { clock, log, core, time, changes } = deps;
  let running: ReturnType<typeof every> | null = null;
  let savedAt = Number.NEGATIVE_INFINITY;
  let toldAt = Number.NEGATIVE_INFINITY;

  const tell = async (): Promise<void> => {
    changes.dirty = false;
    toldAt = clock.monotonic();
    await deps.writeStatus();
  };
  const tick = async (): Promise<void> => {
    await core.tick();
    const now = clock.monotonic();
    if (now - savedAt >= SAVE_TIME_MS) {
      savedAt = now;
      deps.saveTime(time.anchor());
      deps.refreshLookUps();
    }
    if (changes.dirty || now - toldAt >= STATUS_MS) await tell();
  };
  return {
    start() {
      running ??= every(clock, TICK_MS, tick, (error) =>
        log.error({ error: messageOf(error) }, 'housekeeping failed'),
      );
      return Promise.resolve();
    },
    async stop() {
      const stopping = running;
      if (stopping === null) return;
      running = null;
      await stopping.stop();
      try {
        deps.saveTime(time.anchor());
        await tell();
      } catch (error) {
        log.error({ error: messageOf(error) }, 'cannot keep the last state of this run');
      }
    },
  };
}
