import { createTask, type ScheduledTask } from 'node-cron';

/** Says that a minute has begun. */
export interface Tick {
  /** Begins to call; a second time it does nothing. */
  start(onTick: () => void): void;
  stop(): Promise<void>;
}

const EVERY_MINUTE = '* * * * *';

const nothing = (): void => undefined;
const SILENT = { info: nothing, warn: nothing, error: nothing, debug: nothing };

/**
 * One tick a minute from node-cron, in UTC: that it is told nothing of local time is deliberate, since it has been reported to stop at the change to
 * summer time (node-cron #492, #509). A tick that was missed is no loss: the next one does what is due.
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
