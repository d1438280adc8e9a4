import { resolve } from 'node:path';
import { createBufferedLog } from '../../kit/log.ts';
import type { Settings } from '../config/settings.ts';
import { DEMO_DATA_DIR } from '../data-folder/existing-school.ts';
import { createDemo } from '../demo/demo.ts';
import { createSchoolServer, type RunningSchool } from '../school/serve.ts';
import { configOf } from './common-options.ts';
import { endInOrder } from './end-in-order.ts';
import { print } from './output.ts';
import { wantsRecommended } from './recommended-question.ts';
import type { ServeOptions } from './serve-options.ts';
import { startupBlock } from './startup-block.ts';

/** `schoolgate serve`: resolves when the server is up and has said so; the process then lives until a signal. */
export async function runServer(options: ServeOptions): Promise<void> {
  const { settings: configured, chosen } = configOf(options);
  const demo = options.demo === true;
  const settings: Settings =
    demo && !chosen.has('dataDir') ? { ...configured, dataDir: resolve(DEMO_DATA_DIR) } : configured;
  // On a terminal the block is for a person; whoever wants the log beside it says so.
  const quiet = !chosen.has('logLevel') && (demo || process.stderr.isTTY === true);
  const buffered = createBufferedLog(quiet ? 'warn' : settings.logLevel);
  const { log } = buffered;
  const fetchRecommended = !demo && (await wantsRecommended(settings, options));
  const server = createSchoolServer({
    settings,
    log,
    fetchRecommended,
    signInLinks: demo || process.stdout.isTTY === true ? 'every start' : 'new folder',
    ...(demo
      ? { guest: (school: RunningSchool) => createDemo({ school, devices: options.demoDevices }) }
      : {}),
  });
  endInOrder(server, buffered, settings.stopDelaySeconds * 1_000);
  await server.start();
  const { block, facts } = startupBlock(server.running(), { demo, fetchRecommended });
  print(options.json, facts, block);
}
