import { createTask, type ScheduledTask } from 'node-cron';

/** Signals the start of each minute. */
export interface Tick {
  /** Starts the ticks; a second call does nothing. */
  start(onTick: () => void): void;
  stop(): Promise<void>;
}

const EVERY_MINUTE = '* * * * *';

const nothing = (): void => undefined;
const SILENT = { info: nothing, warn: nothing, error: nothing, debug: nothing };

/**
 * One tick a minute from node-cron, deliberately in UTC: node-cron has been reported to stop at the change to summer time in local zones
 * (node-cron #492, #509). A missed tick is no loss, because the next tick does all that is due.
 */
export function createCronTick(pattern = EVERY_MINUTE): Tick {
  let task: ScheduledTask | null = null;
  return {
    start(onTick) {
      if (task !== null) return;
      task = createTask(pattern, onTick, {
        timezone: 'UTC',
        unref: true,
        suppressMissedWarning: true,
        logger: SILENT,
      });
      void task.start();
    },
    async stop() {
      const ending = task;
      task = null;
      await ending?.destroy();
    },
  };
}
