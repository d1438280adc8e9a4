import t from 'tap';
import { type OsDependencies, selectOs } from '../../../../agent/cli/select-os.ts';
import { silentLog } from '../../../../kit/log.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { createFakeWindows } from '../../../support/fake-windows.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { fixture, recordedFiles, recordedHost, recordedRunner } from '../os/recorded.ts';

const DEPENDENCIES: Omit<OsDependencies, 'run'> = {
  files: recordedFiles('linux/thinkpad'),
  host: recordedHost,
  start: { start: () => t.fail('nothing may be started') as never },
  clock: createFakeClock(),
  random: systemRandom,
  log: silentLog,
  ownUid: 0,
  exemptUid: 0,
  pageUrl: () => 'http://127.0.0.1:9/locked',
  windowCommand: null,
  stateFolder: testFolder(t),
  windows: createFakeWindows().host,
  workerSid: 'S-1-5-18',
};

t.test('each platform gets its own adapters, and choosing them runs nothing', async (t) => {
  const linux = selectOs('linux', {
    ...DEPENDENCIES,
    run: recordedRunner({ 'nft -j': { code: 1, stderr: 'No such file or directory' } }),
  });
  t.equal((await linux.facts.hardware()).platform, 'linux');
  t.equal(await linux.networkLock.state(), 'released');
  const mac = selectOs('darwin', {
    ...DEPENDENCIES,
    run: recordedRunner({ ioreg: fixture('darwin/ioreg.txt'), sw_vers: '', pfctl: '' }),
  });
  t.equal((await mac.facts.hardware()).platform, 'macos');
  hasFields(t, await mac.networkLock.release(), { done: true });
  const windows = selectOs('win32', {
    ...DEPENDENCIES,
    run: recordedRunner({}),
  });
  t.equal((await windows.facts.hardware()).platform, 'windows');
  for (const os of [linux, mac, windows]) t.strictSame(os.lockWindow.state(), { state: 'hidden' });
});

t.test('a platform without an agent is refused', (t) => {
  t.throws(() => selectOs('freebsd', { ...DEPENDENCIES, run: recordedRunner({}) }), /no agent for freebsd/);
  t.end();
});
