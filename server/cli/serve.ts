import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { shippedFile } from '../config/installation.ts';
import { DEFAULT_CONFIG_FILE } from '../config/load-config.ts';
import { DEMO_DATA_DIR } from '../data-folder/existing-school.ts';
import { withCommonOptions } from './common-options.ts';
import type { ServeOptions } from './run-server.ts';

const DEMO_DEVICES = 60;
const MAX_DEMO_DEVICES = 2_000;

export function addServe(program: Command): void {
  withCommonOptions(
    program.command('serve', { isDefault: true }).description('run the school server (default)'),
  )
    .option(
      '--host <address>',
      'address to listen on (default 127.0.0.1; any other than loopback gets HTTPS)',
    )
    .option('--http-port <port>', 'port of the REST API and the dashboard (default 8080)')
    .option('--mqtt-port <port>', 'port for devices, MQTT over TLS (default 8883)')
    .option('--log-level <level>', 'debug, info, warn, error or silent (default info)')
    .option('--print-config', 'print all settings with their explanations and defaults, and exit')
    .option(
      '--demo',
      `run with a simulated school; data in ${DEMO_DATA_DIR} unless --data-dir says otherwise`,
    )
    .option('--yes', 'fetch the recommended lists of sites at the first start, without asking')
    .option('--demo-devices <count>', 'how many devices the demonstration simulates', readCount, DEMO_DEVICES)
    .action(async (options: ServeOptions) => {
      if (options.printConfig === true) {
        process.stdout.write(readFileSync(shippedFile(DEFAULT_CONFIG_FILE)));
        return;
      }
      // The server is loaded by this command alone: the others answer at once.
      const { runServer } = await import('./run-server.ts');
      await runServer(options);
    });
}

function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > MAX_DEMO_DEVICES)
    throw new InvalidArgumentError(`It takes 1 to ${MAX_DEMO_DEVICES}.`);
  return count;
}
