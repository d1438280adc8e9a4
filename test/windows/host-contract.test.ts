import { mkdirSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import t from 'tap';
import { createHostLink } from '../../agent/os/windows/host/host-link.ts';
import { connectionOf } from '../../agent/os/windows/host/system-host.ts';
import { buildHost } from '../../installer/windows/host-program.ts';
import { systemClock } from '../../kit/clock.ts';
import { silentLog } from '../../kit/log.ts';
import { hostContract } from '../contract/windows-host/host-contract.ts';
import { testFolder } from '../support/test-folder.ts';
import { HAS_WINE, openWine } from '../support/wine.ts';

const PROGRAM = 'C:\\Program Files\\Schoolgate\\schoolgate-host.exe';

if (!HAS_WINE) t.plan(0, 'needs Wine (Debian: wine64)');
else await main();

async function main(): Promise<void> {
  const built = await buildHost({ arch: 'x64', recording: true, version: '0.0.0', out: testFolder(t) });
  const wine = await openWine(t);
  const program = wine.path(PROGRAM);
  await mkdir(dirname(program), { recursive: true });
  await copyFile(built, program);
  // As Windows has ProgramData: the host makes a folder, not those above it.
  await mkdir(wine.path('C:\\SchoolgateContract'));

  hostContract(t, (t) => {
    const child = wine.start(PROGRAM, ['attend']);
    t.teardown(() => child.stdin?.end());
    const host = createHostLink({ open: () => connectionOf(child), clock: systemClock, log: silentLog });
    return Promise.resolve({
      host,
      plant(path) {
        // Wine does not keep owners: a file in place of the folder is what it can refuse.
        mkdirSync(dirname(wine.path(path)), { recursive: true });
        return copyFile(built, wine.path(path));
      },
      freePort: 9,
    });
  });
}
