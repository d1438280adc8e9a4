import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { RECOMMENDED_SOURCES } from '../../api/categories/known-sources.ts';
import { createBufferedLog } from '../../kit/log.ts';
import type { Settings } from '../config/settings.ts';
import { DEMO_DATA_DIR } from '../data-folder/existing-school.ts';
import { dataLayout } from '../data-folder/layout.ts';
import { createDemo } from '../demo/demo.ts';
import { createSchoolServer, type RunningSchool } from '../school/serve.ts';
import { type CommonOptions, configOf, type FlagOptions } from './common-options.ts';
import { endInOrder } from './end-in-order.ts';
import { print } from './output.ts';
import { startupBlock } from './startup-block.ts';

/** `schoolgate serve`: resolves when the server is started and has printed so; the process then lives until a signal. */
export async function runServer(options: ServeOptions): Promise<void> {
  const { settings: configured, chosen } = configOf(options);
  const demo = options.demo === true;
  const settings: Settings =
    demo && !chosen.has('dataDir') ? { ...configured, dataDir: resolve(DEMO_DATA_DIR) } : configured;
  // On a terminal the start-up text is for a person; the log is shown only when it is asked for.
  const quiet = !chosen.has('logLevel') && (demo || process.stderr.isTTY === true);
  const configuredLevel = quiet ? 'warn' : settings.logLevel;
  const buffered = createBufferedLog(configuredLevel);
  const { log } = buffered;
  const fetchRecommended = !demo && (await wantsRecommended(settings, options));
  const server = createSchoolServer({
    ...{ settings, chosen, log, fetchRecommended },
    setLogLevel: (level) => buffered.setLevel(level ?? configuredLevel),
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

/** Whether to fetch the recommended lists of sites: by the configuration, by `--yes`, or by the answer of the person at the terminal of the first start. */
export async function wantsRecommended(
  { categoriesRecommended, dataDir }: Pick<Settings, 'categoriesRecommended' | 'dataDir'>,
  { yes, json }: Pick<ServeOptions, 'yes' | 'json'>,
): Promise<boolean> {
  if (categoriesRecommended || yes === true) return true;
  const isFirstStart = !existsSync(dataLayout(dataDir).database);
  if (!isFirstStart || json === true || process.stdin.isTTY !== true || process.stdout.isTTY !== true)
    return false;
  const megabytes = RECOMMENDED_SOURCES.reduce((sum, source) => sum + source.megabytes, 0);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question(
      `Sites by category ship with Schoolgate. Fetch the recommended public lists too, some ${megabytes} MB (${RECOMMENDED_SOURCES.map(({ id }) => id).join(', ')})? [Y/n] `,
    );
    return !/^\s*n/i.test(answer);
  } catch {
    return false; // Ctrl-C or the end of input: no answer is no
  } finally {
    terminal.close();
  }
}

/** What `schoolgate serve` takes. */
export interface ServeOptions extends CommonOptions, FlagOptions {
  readonly printConfig?: true;
  readonly demo?: true;
  readonly demoDevices: number;
  /** Answers yes to what is asked at the first start. */
  readonly yes?: true;
}
