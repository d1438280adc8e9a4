import { resolve } from 'node:path';
import { systemClock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import { createLog, type Log } from '../../kit/log.ts';
import type { Settings } from '../config/settings.ts';
import { createDemo } from '../demo/demo.ts';
import { createSchoolServer, type RunningSchool, type SchoolServer } from '../serve.ts';
import { configOf } from './common-options.ts';
import { print } from './output.ts';
import { DEMO_DATA_DIR, type ServeOptions } from './serve-options.ts';
import { startupBlock } from './startup-block.ts';

/** A server that cannot stop in this time (milliseconds) is stuck: what was acknowledged is on disk by then. */
const STOP_PATIENCE_MS = 20_000;
/** After an error that nobody caught, state is doubtful: a short try to stop, then out. */
const CRASH_PATIENCE_MS = 5_000;

/** `schoolgate serve`: resolves when the server is up and has said so; the process then lives until a signal. */
export async function runServer(options: ServeOptions): Promise<void> {
  const { settings: configured, chosen } = configOf(options);
  const demo = options.demo === true;
  const settings: Settings =
    demo && !chosen.has('dataDir') ? { ...configured, dataDir: resolve(DEMO_DATA_DIR) } : configured;
  // On a terminal the block is for a person; whoever wants the log beside it says so.
  const quiet = !chosen.has('logLevel') && (demo || process.stderr.isTTY === true);
  const log = createLog(quiet ? 'warn' : settings.logLevel);
  const server = createSchoolServer({
    settings,
    log,
    ...(demo
      ? { guest: (school: RunningSchool) => createDemo({ school, devices: options.demoDevices }) }
      : {}),
  });
  stopOnSignals(server, log, settings.stopDelaySeconds * 1_000);
  await server.start();
  const { block, facts } = startupBlock(server.running(), { demo });
  print(options.json, facts, block);
}

/** The first SIGTERM or SIGINT stops the server in order, the second ends the process at once. */
function stopOnSignals(server: SchoolServer, log: Log, delayMs: number): void {
  let stopping = false;
  const stop = async (exitCode: number, patienceMs: number): Promise<void> => {
    stopping = true;
    systemClock
      .setTimeout(() => {
        log.error({ patienceMs }, 'the server did not stop in time; ending the process');
        process.exit(1);
      }, patienceMs)
      .unref();
    try {
      await server.stop();
    } catch (error) {
      log.error({ error: messageOf(error) }, 'the server did not stop cleanly');
      process.exit(1);
    }
    process.exit(exitCode);
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
    if (stopping) process.exit(1);
    void stop(1, CRASH_PATIENCE_MS);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
}
