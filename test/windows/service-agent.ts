// The agent of service.test.ts: writes down what the host tells, says that it lives while there is no file `hang`, and leaves when the service stops.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createHostLink } from '../../agent/os/windows/host/host-link.ts';
import { openSystemHost } from '../../agent/os/windows/host/system-host.ts';
import { systemClock } from '../../kit/clock.ts';
import { createLog } from '../../kit/log.ts';
import { note } from './note.ts';

const windows = createHostLink({
  open: () => openSystemHost(process.env),
  clock: systemClock,
  log: createLog('info'),
});
windows.onEvent(({ what, detail }) => {
  note(`${what} ${detail}`, null);
  if (what === 'stop') process.exit(0);
});
const hang = join(__dirname, 'hang');
rmSync(hang, { force: true });
const alive = async (): Promise<void> => {
  if (!existsSync(hang)) await windows.call('alive', null);
};
void alive().then(() => note('a life', process.pid));
setInterval(() => void alive(), 1_000);
