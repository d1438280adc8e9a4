import t from 'tap';
import { createProcessList as createDarwinList } from '../../../../agent/os/darwin/process-list.ts';
import { createFileReader } from '../../../../agent/os/file-reader.ts';
import { createProcessList as createLinuxList } from '../../../../agent/os/linux/process-list.ts';
import { createProcessList as createWindowsList } from '../../../../agent/os/windows/process-list.ts';
import type { CommandRunner } from '../../../../agent/ports/command-runner.ts';
import { testFolder } from '../../../support/test-folder.ts';

/** A program that gives this output, whatever it is asked. */
function answering(stdout: string, asked: string[] = []): CommandRunner {
  return {
    run: async (cmd) => {
      asked.push(cmd.join(' '));
      return { code: 0, stdout, stderr: '' };
    },
  };
}

t.test('Linux: names from the command lines, not cut to 15 characters, and of Wine programs', async (t) => {
  const root = testFolder(t, {
    proc: {
      1: { cmdline: '/sbin/init\0splash\0', comm: 'init\n' },
      2: { cmdline: '', comm: 'kthreadd\n' },
      30: { cmdline: '/opt/minecraft/MinecraftLauncherForEverybody\0', comm: 'MinecraftLaunch\n' },
      31: { cmdline: 'C:\\Program Files\\Roblox\\RobloxPlayerBeta.exe\0--play\0', comm: 'main\n' },
      32: { cmdline: '/usr/lib/chromium/chromium --type=renderer --x=/a/b', comm: 'chromium\n' },
      33: { cmdline: '/sbin/init\0', comm: 'init\n' },
      34: {},
      self: { cmdline: 'never' },
      uptime: '1 1',
    },
  });
  const list = createLinuxList({ files: createFileReader({ root }) });
  t.same([...(await list.names())].sort(), [
    'MinecraftLauncherForEverybody',
    'RobloxPlayerBeta.exe',
    'chromium',
    'init',
    'kthreadd',
  ]);
});

const elsewhere = process.platform === 'linux' ? false : 'there is no /proc';

t.test('Linux: this very computer has processes', { skip: elsewhere }, async (t) => {
  const names = await createLinuxList({ files: createFileReader({ root: '/' }) }).names();
  t.ok(
    names.some((name) => name.startsWith('node')),
    names.join(' '),
  );
});

t.test('macOS: the lines of ps below the headline', async (t) => {
  const asked: string[] = [];
  // As `ps -axco comm` writes them (ps(1)); not recorded on a Mac.
  const output = 'COMM\nlaunchd\nGoogle Chrome\nGoogle Chrome Helper\nRobloxPlayer\nlaunchd\n\n';
  const list = createDarwinList({ run: answering(output, asked) });
  t.same(await list.names(), ['launchd', 'Google Chrome', 'Google Chrome Helper', 'RobloxPlayer']);
  t.same(asked, ['ps -axco comm']);
  t.same(await createDarwinList({ run: answering('') }).names(), []);
});

t.test('Windows: the first field of tasklist, in any language', async (t) => {
  // As `tasklist /fo csv /nh` writes it (Microsoft Learn); the size is written by the language.
  const output =
    '"System Idle Process","0","Services","0","8 K"\r\n"steam.exe","4120","Console","1","120,432 K"\r\n"steam.exe","4128","Console","1","20.432 K"\r\n';
  t.same(await createWindowsList({ run: answering(output) }).names(), ['System Idle Process', 'steam.exe']);
  t.same(await createWindowsList({ run: answering('ERROR: Access denied\r\n') }).names(), []);
});
