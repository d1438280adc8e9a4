// An agent that tests drive by files beside it: `start-NAME`, a list of ports in it, has a worker started; `kill` ends it. It writes down what came of it.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createHostLink } from '../../agent/os/windows/host/host-link.ts';
import { openSystemHost } from '../../agent/os/windows/host/system-host.ts';
import { createWorkerStarter } from '../../agent/os/windows/worker-starter.ts';
import type { HeldPort } from '../../agent/ports/held-socket.ts';
import type { WorkerProcess } from '../../agent/ports/worker-starter.ts';
import { systemClock } from '../../kit/clock.ts';
import { createLog } from '../../kit/log.ts';
import { note } from './note.ts';

const KILL = join(__dirname, 'kill');
const windows = createHostLink({
  open: () => openSystemHost(process.env),
  clock: systemClock,
  log: createLog('info'),
});
let last: WorkerProcess | null = null;

async function start(name: string, ports: readonly HeldPort[]): Promise<void> {
  const worker = createWorkerStarter({ windows, args: [], ports }).start();
  last = worker;
  worker.stream.on('error', () => null);
  worker.stream.setEncoding('utf8').on('data', (text) => note(name, JSON.parse(String(text))));
  note(`${name} ended`, await worker.ended);
}

function look(): void {
  for (const name of readdirSync(__dirname).filter((file) => file.startsWith('start-'))) {
    const file = join(__dirname, name);
    const ports = JSON.parse(readFileSync(file, 'utf8')) as HeldPort[];
    rmSync(file);
    void start(name.slice('start-'.length), ports);
  }
  if (!existsSync(KILL)) return;
  renameSync(KILL, `${KILL}ed`);
  last?.kill();
}

setInterval(look, 100);
setInterval(() => windows.call('alive', null).catch(() => process.exit(1)), 5_000);
