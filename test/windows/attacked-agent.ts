// The agent of attacks.test.ts: has a worker started whenever there is a file `start-N`, and writes down what came of it.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createHostLink } from '../../agent/os/windows/host/host-link.ts';
import { openSystemHost } from '../../agent/os/windows/host/system-host.ts';
import { createWorkerStarter } from '../../agent/os/windows/worker-starter.ts';
import { systemClock } from '../../kit/clock.ts';
import { createLog } from '../../kit/log.ts';
import { note } from './note.ts';

const windows = createHostLink({
  open: () => openSystemHost(process.env),
  clock: systemClock,
  log: createLog('info'),
});
const starter = createWorkerStarter({ windows, args: [] });

async function start(name: string): Promise<void> {
  const worker = starter.start();
  worker.stream.on('error', () => null);
  worker.stream.setEncoding('utf8').on('data', (text) => {
    note(name, text);
    worker.kill();
  });
  note(`${name} ended`, await worker.ended);
}

function look(): void {
  for (const name of readdirSync(__dirname).filter((file) => file.startsWith('start-'))) {
    rmSync(join(__dirname, name));
    void start(name.slice('start-'.length));
  }
}

setInterval(look, 100);
setInterval(() => windows.call('alive', null).catch(() => process.exit(1)), 5_000);
