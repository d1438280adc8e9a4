import { delay, systemClock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { BufferedLog } from '../../kit/log.ts';

/** A server that does not stop in this time (milliseconds) hangs; what was acknowledged is on the disk by then. */
const STOP_PATIENCE_MS = 20_000;
/** After an uncaught error the state is doubtful: a short attempt to stop, then the process ends. */
const CRASH_PATIENCE_MS = 5_000;
/** How long (milliseconds) the last log lines wait for a reader that does not read. */
const FLUSH_PATIENCE_MS = 2_000;

/**
 * The first SIGTERM or SIGINT stops the server in order, the second ends the process at once. An uncaught error ends it after a short attempt to stop. In each
 * of these cases the log is written before the end.
 */
export function endInOrder(
  server: Pick<Service, 'stop'>,
  { log, flush, flushSync }: BufferedLog,
  delayMs: number,
): void {
  let stopping = false;
  process.on('exit', flushSync);
  const exit = async (code: number): Promise<void> => {
    await Promise.race([flush(), delay(systemClock, FLUSH_PATIENCE_MS)]);
    process.exit(code);
  };
  const stop = async (exitCode: number, patienceMs: number): Promise<void> => {
    stopping = true;
    systemClock
      .setTimeout(() => {
        log.error({ patienceMs }, 'the server did not stop in time; ending the process');
        void exit(1);
      }, patienceMs)
      .unref();
    try {
      await server.stop();
    } catch (error) {
      log.error({ error: messageOf(error) }, 'the server did not stop cleanly');
      return await exit(1);
    }
    await exit(exitCode);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      void stop(0, STOP_PATIENCE_MS + delayMs);
    });
  }
  const crash = (error: unknown): void => {
    log.error(
      { error: messageOf(error), stack: error instanceof Error ? error.stack : undefined },
      'an error that nobody caught; stopping',
    );
    if (stopping) void exit(1);
    else void stop(1, CRASH_PATIENCE_MS);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
}
