import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { hasProgram, runPackage, VERSION } from '../support/built-packages.ts';
import { testFolder } from '../support/test-folder.ts';

const missing = ['dpkg-deb', 'rpmbuild', 'qemu-aarch64-static'].filter((name) => !hasProgram(name));
const skip = missing.length > 0 && `${missing.join(', ')} is missing (Debian: dpkg rpm qemu-user-static)`;

t.test('the server for every processor', { skip }, async (t) => {
  const out = testFolder(t);
  const kinds = ['--kind', 'deb', '--kind', 'rpm'];
  const made = await runPackage(['--only', 'server', ...kinds, '--fast', '--verify', '--out', out]);
  t.equal(made.code, 0, made.stderr);
  t.match(made.stdout, /6 files are the same when built a second time/);

  t.test('that of arm64 runs on it', (t) => {
    const tree = join(out, 'tree');
    execFileSync('dpkg-deb', ['--extract', join(out, `schoolgate_${VERSION}_arm64.deb`), tree]);
    const home = join(tree, 'usr/lib/schoolgate');
    // Both have an addon in the machine's language.
    const addons =
      "require('better-sqlite3')(':memory:'); require('@node-rs/argon2').hash('x').then((hash) => console.log(hash))";
    const qemu = ['-L', '/usr/aarch64-linux-gnu', join(home, 'node')];
    const hash = execFileSync('qemu-aarch64-static', [...qemu, '-e', addons], {
      cwd: home,
      encoding: 'utf8',
    });
    t.match(hash, /^\$argon2id\$/);
    const program = [...qemu, join(home, 'server/bin/schoolgate.cjs'), 'serve', '--print-config'];
    t.match(
      execFileSync('qemu-aarch64-static', program, { cwd: home, encoding: 'utf8' }),
      /^http_port = 8080$/m,
    );
    t.end();
  });

  t.test('the files of an .rpm go where they belong, and go away', (t) => {
    const root = join(out, 'root');
    mkdirSync(root);
    const rpm = (...args: readonly string[]): string =>
      execFileSync('rpm', ['--root', root, ...args], { encoding: 'utf8' });
    rpm('--nodeps', '--noscripts', '--install', join(out, `schoolgate-${VERSION}-1.x86_64.rpm`));
    t.match(rpm('--query', '--configfiles', 'schoolgate'), /^\/etc\/schoolgate\/schoolgate\.toml$/m);
    t.equal(rpm('--nodeps', '--noscripts', '--verify', 'schoolgate').trim(), '');
    rpm('--nodeps', '--noscripts', '--erase', 'schoolgate');
    for (const path of ['usr/lib/schoolgate', 'etc/schoolgate', 'usr/share/doc/schoolgate'])
      t.notOk(existsSync(join(root, path)), path);
    t.end();
  });
});
