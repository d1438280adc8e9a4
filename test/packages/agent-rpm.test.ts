import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import t from 'tap';
import { buildAgentTwice, hasProgram, VERSION } from '../support/built-packages.ts';
import { debianObstacle } from '../support/debian-machine.ts';
import { createPackagedLaptop } from '../support/packaged-laptop.ts';
import { testFolder } from '../support/test-folder.ts';

const AGENT = 'schoolgate-agent.service';
const SOCKET = 'schoolgate-agent.socket';
const skip = debianObstacle() ?? (hasProgram('rpmbuild') ? false : 'rpmbuild is missing (Debian: rpm)');

t.test('the agent as a package of RPM', { skip }, async (t) => {
  const folder = testFolder(t);
  const { current, newer } = await buildAgentTwice('rpm', join(folder, 'packages'));
  const query = (...args: readonly string[]): string =>
    execFileSync('rpm', ['--query', '--package', ...args, current], { encoding: 'utf8' }).trim();

  t.test('it says what it is, and its files belong to root', (t) => {
    t.equal(
      query('--queryformat', '%{name} %{version} %{arch} %{buildhost}'),
      `schoolgate-agent ${VERSION} x86_64 localhost`,
    );
    t.match(query('--requires'), /^nftables$/m);
    const files = query(
      '--queryformat',
      '[%{filenames} %{filemodes:perms} %{fileusername} %{filegroupname}\n]',
    );
    t.match(files, /^\/usr\/lib\/schoolgate-agent\/schoolgate-agent -rwxr-xr-x root root$/m);
    t.match(files, /^\/etc\/schoolgate-agent drwx------ root root$/m);
    for (const line of files.split('\n')) t.match(line, / root root$/);
    t.end();
  });

  t.test('its files go where they belong, and go away', (t) => {
    const root = join(folder, 'elsewhere');
    mkdirSync(root);
    const rpm = (...args: readonly string[]): Buffer =>
      execFileSync('rpm', ['--root', root, '--nodeps', '--noscripts', ...args]);
    rpm('--install', current);
    t.equal(
      execFileSync(join(root, 'usr/bin/schoolgate-agent'), ['--version'], { encoding: 'utf8' }).trim(),
      VERSION,
    );
    rpm('--erase', 'schoolgate-agent');
    t.notOk(existsSync(join(root, 'usr/lib/schoolgate-agent')));
    t.end();
  });

  await t.test('its scripts enroll, start, upgrade and give back', async (t) => {
    const laptop = await createPackagedLaptop(folder);
    t.teardown(() => laptop.down());
    const { ok, show, works, root } = laptop;
    for (const file of [current, newer]) copyFileSync(file, join(root, 'root', basename(file)));
    await laptop.boot();
    // Debian has no rpm of what it requires.
    const install = await laptop.run(['rpm', '--install', '--nodeps', `/root/${basename(current)}`], {
      SCHOOLGATE_SERVER: laptop.serverAddress,
      SCHOOLGATE_ENROLLMENT_TOKEN: laptop.token,
    });
    t.equal(install.code, 0, install.stderr);
    const device = await works();
    const before = [
      await show(SOCKET, 'ActiveEnterTimestampMonotonic'),
      await ok('nft', '--handle', 'list', 'tables'),
    ];
    const agent = await show(AGENT, 'MainPID');
    await ok('rpm', '--upgrade', '--nodeps', `/root/${basename(newer)}`);
    t.equal(await works(), device);
    t.not(await show(AGENT, 'MainPID'), agent);
    t.same(
      [await show(SOCKET, 'ActiveEnterTimestampMonotonic'), await ok('nft', '--handle', 'list', 'tables')],
      before,
    );
    t.not((await laptop.run(['rpm', '--erase', 'schoolgate-agent'])).code, 0, 'not without its code');
    t.equal(await works(), device);
    const erased = await laptop.run(['rpm', '--erase', 'schoolgate-agent'], await laptop.removalCode(device));
    t.equal(erased.code, 0, erased.stderr);
    t.equal(await ok('nft', 'list', 'tables'), '');
    t.notOk(existsSync(join(root, 'usr/lib/schoolgate-agent')));
    t.notOk(existsSync(join(root, 'etc/systemd/system/multi-user.target.wants/schoolgate-agent.path')));
  });
});
