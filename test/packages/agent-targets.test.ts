import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';
import { hasProgram, runPackage, VERSION } from '../support/built-packages.ts';
import { testFolder } from '../support/test-folder.ts';

const missing = ['dpkg-deb', 'rpmbuild', 'qemu-aarch64-static'].filter((name) => !hasProgram(name));
const skip = missing.length > 0 && `${missing.join(', ')} is missing (Debian: dpkg rpm qemu-user-static)`;
const LINUX = ['--target', 'linux-x64', '--target', 'linux-arm64'];

t.test('the agent for every processor', { skip }, async (t) => {
  const out = testFolder(t);
  const made = await runPackage(['--only', 'agent', ...LINUX, '--fast', '--verify', '--out', out]);
  t.equal(made.code, 0, made.stderr);
  t.match(
    made.stdout,
    /6 files are the same when built a second time/,
    'four packages, and what is inside them',
  );

  t.test('that of arm64 runs on it', (t) => {
    const tree = join(out, 'tree');
    execFileSync('dpkg-deb', ['--extract', join(out, `schoolgate-agent_${VERSION}_arm64.deb`), tree]);
    const agent = (...args: readonly string[]): string =>
      execFileSync(
        'qemu-aarch64-static',
        ['-L', '/usr/aarch64-linux-gnu', join(tree, 'usr/lib/schoolgate-agent/schoolgate-agent'), ...args],
        { encoding: 'utf8', env: {} },
      ).trim();
    t.equal(agent('--version'), VERSION);
    t.equal(agent('status', '--state-dir', join(out, 'none')), 'This computer is not enrolled.');
    t.end();
  });
});
