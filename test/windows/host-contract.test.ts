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

t.test('the real host under Wine', { skip: HAS_WINE ? false : 'needs Wine (Debian: wine64)' }, async (t) => {
  const built = await buildHost({ arch: 'x64', recording: true, version: '0.0.0', out: testFolder(t) });
  const wine = await openWine(t);
  await mkdir(dirname(wine.path(PROGRAM)), { recursive: true });
  await copyFile(built, wine.path(PROGRAM));
  hostContract(t, (t) => {
    const child = wine.start(PROGRAM, ['attend']);
    t.teardown(() => child.stdin?.end());
    return Promise.resolve({
      host: createHostLink({ open: () => connectionOf(child), clock: systemClock, log: silentLog }),
      // Wine does not keep owners: a file in place of the folder is what it can refuse.
      plant: (path) => copyFile(built, wine.path(path)),
    });
  });
});
