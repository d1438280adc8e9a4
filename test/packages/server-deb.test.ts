import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { loadConfig } from '../../server/config/load-config.ts';
import { hasProgram, runPackage, SERVER_HERE, VERSION } from '../support/built-packages.ts';
import { ROOT, startProgram } from '../support/child-process.ts';
import { hasText } from '../support/has-fields.ts';
import { testFolder } from '../support/test-folder.ts';

const HOME = 'usr/lib/schoolgate';
const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

t.test('the server as a package of Debian', async (t) => {
  const out = testFolder(t);
  const made = await runPackage([...SERVER_HERE, '--kind', 'deb', '--out', out]);
  t.equal(made.code, 0, made.stderr);
  const deb = join(out, `schoolgate_${VERSION}_amd64.deb`);
  const tree = join(out, 'tree');
  run('dpkg-deb', '--raw-extract', deb, tree);

  t.test('all belongs to root, and nobody else can write it', (t) => {
    const lines = run('dpkg-deb', '--contents', deb).trim().split('\n');
    const wrong = lines.filter((line) => {
      const [mode = '', owner] = line.split(/\s+/);
      return owner !== 'root/root' || (!mode.startsWith('l') && /^.(.{4}w|.{7}w)/.test(mode));
    });
    t.same(wrong, []);
    const modeOf = (path: string): string =>
      lines.find((line) => line.endsWith(` ./${path}`))?.slice(0, 10) ?? `${path} is missing`;
    t.equal(modeOf(`${HOME}/node`), '-rwxr-xr-x');
    t.equal(modeOf('usr/bin/schoolgate'), '-rwxr-xr-x');
    t.equal(modeOf('etc/schoolgate/schoolgate.toml'), '-rw-r-----', 'passwords can stand there');
    t.end();
  });

  t.test('nothing is in it that does not run, and nothing of who built it', (t) => {
    const files = run('find', join(tree, HOME), '-type', 'f', '-printf', '%P\\n').trim().split('\n');
    const useless = files.filter(
      (file) => /(\.(map|ts)|\.node)$/.test(file) && !/linux-x64\.node$|linux-x64-gnu\.node$/.test(file),
    );
    t.same(useless, []);
    t.notOk(existsSync(join(tree, HOME, 'node_modules/typescript')), 'no package of development');
    const found = execFileSync('sh', ['-c', `grep -rlF "$1" "$2" || true`, 'sh', ROOT, tree], {
      encoding: 'utf8',
    });
    t.equal(found, '');
    t.end();
  });

  t.test('its configuration is that of the defaults, with its data where the package keeps it', (t) => {
    t.equal(readFileSync(join(tree, 'DEBIAN/conffiles'), 'utf8'), '/etc/schoolgate/schoolgate.toml\n');
    const configFile = join(tree, 'etc/schoolgate/schoolgate.toml');
    const { settings, chosen } = loadConfig({ flags: {}, configFile, env: {}, cwd: '/' });
    t.same([...chosen], ['dataDir']);
    t.equal(settings.dataDir, '/var/lib/schoolgate/data');
    // Whoever takes the "#" away gets what stands there.
    const all = join(out, 'all.toml');
    writeFileSync(all, readFileSync(configFile, 'utf8').replace(/^#(?=\w+ = )/gm, ''));
    t.ok(loadConfig({ flags: {}, configFile: all, env: {}, cwd: '/' }).chosen.size > 40);
    t.end();
  });

  t.test('its scripts are whole, and systemd takes its unit', (t) => {
    for (const script of ['postinst', 'prerm', 'postrm']) run('sh', '-n', join(tree, 'DEBIAN', script));
    run('sh', '-n', join(tree, 'usr/bin/schoolgate'));
    if (!hasProgram('systemd-analyze')) t.comment('systemd-analyze is not here: the unit is not verified');
    else {
      const unit = join(out, 'schoolgate.service');
      const text = readFileSync(join(tree, 'usr/lib/systemd/system/schoolgate.service'), 'utf8');
      writeFileSync(unit, text.replaceAll(`/${HOME}`, join(tree, HOME)));
      run('systemd-analyze', 'verify', unit);
    }
    t.end();
  });

  t.test('the sample for containers names this version', (t) => {
    const compose = readFileSync(join(ROOT, 'docs/deploy/compose.yaml'), 'utf8');
    t.match(compose, new RegExp(`^    image: schoolgate:${VERSION}$`, 'm'));
    t.end();
  });

  await t.test('it runs where nothing else of npm or Node is', async (t) => {
    const data = join(out, 'data');
    mkdirSync(data);
    const server = startProgram('env', [
      '--ignore-environment',
      '--chdir=/',
      join(tree, HOME, 'node'),
      join(tree, HOME, 'server/bin/schoolgate.cjs'),
      'serve',
      ...['--data-dir', data, '--http-port', '0', '--mqtt-port', '0'],
    ]);
    t.teardown(() => server.end('SIGKILL'));
    const line = await server.line(/Dashboard and API/);
    await server.line(/Ctrl-C/);
    t.match(
      server.lines.join('\n'),
      /^ {4}sudo schoolgate enrollment-tokens create --ou \/ --uses 1 --expires 1d$/m,
    );
    const url = /http\S+/.exec(line)?.[0] ?? '';
    t.equal((await fetch(`${url}/healthz`)).status, 200);
    const page = await (await fetch(url)).text();
    hasText(t, page, '&quot;command&quot;:&quot;sudo schoolgate&quot;');
    const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(page) ?? [];
    t.equal((await fetch(new URL(script, url))).status, 200, 'the dashboard is in the package');
    const { code } = await server.end('SIGTERM');
    t.equal(code, 0, server.stderr());
  });
});
