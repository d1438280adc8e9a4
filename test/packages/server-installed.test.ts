import { copyFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import t from 'tap';
import { MIGRATIONS } from '../../store/sqlite/migrations/all.ts';
import { AGENT_HERE, buildServerTwice, runPackage, VERSION } from '../support/built-packages.ts';
import { createDebianMachine, debianObstacle } from '../support/debian-machine.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';

const UNIT = 'schoolgate.service';
const STATE = 'var/lib/schoolgate';
const DATABASE = `${STATE}/data/schoolgate.db`;
const HEALTH =
  'fetch("http://127.0.0.1:8080/healthz").then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))';

const skip = debianObstacle() ?? false;

t.test('the server’s package on a machine with Debian', { skip }, async (t) => {
  const folder = testFolder(t);
  const packages = join(folder, 'packages');
  const { current, newer } = await buildServerTwice('deb', packages);
  const machine = createDebianMachine(folder);
  t.teardown(() => machine.down());
  const { root } = machine;
  for (const file of [current, newer]) copyFileSync(file, join(root, 'root', basename(file)));
  const ok = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await machine.run(args);
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stdout}${stderr}`);
    return stdout.trim();
  };
  const show = (property: string): Promise<string> =>
    ok('systemctl', 'show', '--value', `--property=${property}`, UNIT);
  const isUp = async (): Promise<boolean> =>
    (await machine.run(['/usr/lib/schoolgate/node', '-e', HEALTH])).code === 0;
  const up = () => until(isUp, { what: 'the server to answer', timeoutMs: 120_000, intervalMs: 250 });
  const accounts = (): readonly string[] =>
    ['passwd', 'group', 'shadow'].map((name) => readFileSync(join(root, 'etc', name), 'utf8'));
  const untouched = accounts();

  await t.test('without systemd it is installed, and says that nothing runs', async (t) => {
    const installed = await machine.runOff(['dpkg', '--install', `/root/${basename(current)}`]);
    t.equal(installed.code, 0, installed.stderr);
    t.match(installed.stderr, /nothing runs, for systemd does not run here/);
    t.equal((await machine.runOff(['dpkg', '--purge', 'schoolgate'])).code, 0);
  });

  await machine.boot();

  await t.test('installed it runs, asks nothing, and tells how to sign in', async (t) => {
    const { code, stderr } = await machine.run(['dpkg', '--install', `/root/${basename(current)}`]);
    t.equal(code, 0, stderr);
    t.match(stderr, /set host and public_hosts in \/etc\/schoolgate\/schoolgate\.toml/);
    await up();
    t.match(await ok('journalctl', '--unit', UNIT), /http:\/\/127\.0\.0\.1:8080\/sign-in\?token=/);
    t.match(await ok('schoolgate', 'sign-in-link'), /\/sign-in\?token=/);
    t.equal(await ok('stat', '--format=%U %a', `/${STATE}`), 'schoolgate-server 700');
    t.equal(
      await ok('stat', '--format=%U %G %a', '/etc/schoolgate/schoolgate.toml'),
      'root schoolgate-server 640',
    );
  });

  await t.test('what root runs is the server’s: nothing in the data folder becomes root’s', async (t) => {
    const made = JSON.parse(
      await ok('schoolgate', 'keys', 'create', '--name', 'SIS', '--scopes', 'read-only', '--json'),
    );
    t.match(made.key, /^sgk_/);
    t.match(await ok('schoolgate', 'doctor'), /schoolgate\.toml/);
    await ok('schoolgate', 'backup', `/${STATE}/monday.tar.gz`);
    t.equal(await ok('find', `/${STATE}`, '!', '-user', 'schoolgate-server'), '');
  });

  await t.test('it comes back when it is killed, and with the machine', async (t) => {
    await ok('sh', '-c', `kill -KILL ${await show('MainPID')}`);
    await until(async () => (await show('NRestarts')) === '1', { what: 'a restart', timeoutMs: 60_000 });
    await up();
    await machine.powerOff();
    await machine.boot();
    await up();
    t.equal(await show('ActiveState'), 'active');
  });

  await t.test('a backup is restored by the same account', async (t) => {
    await ok('systemctl', 'stop', UNIT);
    await ok('schoolgate', 'restore', `/${STATE}/monday.tar.gz`);
    await ok('systemctl', 'start', UNIT);
    await up();
    t.match(await ok('schoolgate', 'keys', 'list'), /SIS/);
  });

  await t.test('an upgrade backs up the school of an older version, and goes on with it', async (t) => {
    await ok('systemctl', 'stop', UNIT);
    const db = new Sqlite(join(root, DATABASE));
    db.exec('DROP TABLE category_suggestions');
    db.prepare('DELETE FROM schema_migrations WHERE number = ?').run(MIGRATIONS.length);
    db.close();
    await ok('systemctl', 'start', '--no-block', UNIT);
    await ok('dpkg', '--install', `/root/${basename(newer)}`);
    await up();
    t.match(readdirSync(join(root, STATE, 'data/backups')).join(), /^before-\S+\.tar\.gz$/);
    t.match(await ok('schoolgate', 'keys', 'list'), /SIS/);
  });

  await t.test('the agent may be on the same machine', async (t) => {
    const agent = join(packages, `schoolgate-agent_${VERSION}_amd64.deb`);
    const made = await runPackage([...AGENT_HERE, '--kind', 'deb', '--out', packages]);
    t.equal(made.code, 0, made.stderr);
    copyFileSync(agent, join(root, 'root', basename(agent)));
    await ok('dpkg', '--install', `/root/${basename(agent)}`);
    await ok('dpkg', '--purge', 'schoolgate-agent');
    t.ok(await isUp());
  });

  await t.test('removed it keeps the school, and installed again it goes on with it', async (t) => {
    await ok('dpkg', '--remove', 'schoolgate');
    t.ok(statSync(join(root, DATABASE)).size > 0);
    await ok('dpkg', '--install', `/root/${basename(current)}`);
    await up();
    t.match(await ok('schoolgate', 'keys', 'list'), /SIS/);
  });

  await t.test('purged it says what it deleted, and leaves nothing', async (t) => {
    const { code, stderr } = await machine.run(['dpkg', '--purge', 'schoolgate']);
    t.equal(code, 0, stderr);
    t.match(stderr, /deleted \/var\/lib\/schoolgate/);
    for (const path of [STATE, 'etc/schoolgate', 'usr/lib/schoolgate', 'usr/bin/schoolgate'])
      t.notOk(existsSync(join(root, path)), path);
    t.same(accounts(), untouched);
    t.equal(await ok('systemctl', 'list-unit-files', '--no-legend', 'schoolgate*').catch(() => ''), '');
  });
});
