import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import t from 'tap';
import { buildAgentTwice } from '../support/built-packages.ts';
import { debianObstacle } from '../support/debian-machine.ts';
import { createPackagedLaptop } from '../support/packaged-laptop.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';

const AGENT = 'schoolgate-agent.service';
const SOCKET = 'schoolgate-agent.socket';
const ENROLL = 'schoolgate-enroll.service';
const STATE = 'var/lib/schoolgate-agent';
/** What every change of packages and every start leaves. */
const OF_THE_SYSTEM =
  /^\/(root|run|tmp|proc|sys|dev|var\/(log|tmp|cache|lib\/(dpkg|apt|rpm|systemd|private|dbus)))(\/|$)|^\/etc\/(passwd|group|shadow|gshadow)-$|^\/etc\/(machine-id|\.pwd\.lock|\.updated)$|^\/var\/\.updated$/;

const skip = debianObstacle() ?? false;

t.test('the agent’s package on a computer with Debian', { skip }, async (t) => {
  const folder = testFolder(t);
  const { current, newer } = await buildAgentTwice('deb', join(folder, 'packages'));
  const laptop = await createPackagedLaptop(folder);
  t.teardown(() => laptop.down());
  const { ok, show, becomes, works, root } = laptop;
  for (const file of [current, newer]) copyFileSync(file, join(root, 'root', basename(file)));
  const deb = `/root/${basename(current)}`;
  const everything = (): readonly string[] =>
    execFileSync('find', [root, '-xdev', '-printf', '/%P\\n'], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
      .split('\n')
      .filter((path) => !OF_THE_SYSTEM.test(path))
      .sort();
  const settings = (): readonly string[] =>
    ['passwd', 'group', 'shadow', 'resolv.conf'].map((name) => readFileSync(join(root, 'etc', name), 'utf8'));
  const untouched = { files: everything(), settings: settings() };
  let device = '';

  await t.test('without systemd it is installed, and says that nothing runs', async (t) => {
    const installed = await laptop.runOff(['dpkg', '--install', deb]);
    t.equal(installed.code, 0, installed.stderr);
    t.match(installed.stderr, /nothing runs, for systemd does not run here/);
    t.equal((await laptop.runOff(['id', 'schoolgate'])).code, 0);
    t.equal((await laptop.runOff(['dpkg', '--purge', 'schoolgate-agent'])).code, 0);
    t.same(everything(), untouched.files);
  });

  await laptop.boot();

  await t.test('a token of another server is refused in words, and not sent again', async (t) => {
    const wrong = `sget_${'a'.repeat(32)}_${'b'.repeat(43)}`;
    const installed = await laptop.run(['dpkg', '--install', deb], {
      SCHOOLGATE_SERVER: laptop.serverAddress,
      SCHOOLGATE_ENROLLMENT_TOKEN: wrong,
    });
    t.equal(installed.code, 0, installed.stderr);
    await becomes(ENROLL, 'ActiveState', /^failed$/);
    t.match(await ok('journalctl', '--unit', ENROLL), /is not the server that made this token/);
    t.equal(await show(ENROLL, 'NRestarts'), '0');
    t.equal(await show(AGENT, 'ActiveState'), 'inactive');
    await ok('dpkg', '--purge', 'schoolgate-agent');
  });

  await t.test('what is preseeded enrolls it: the agent runs, and nobody keeps the token', async (t) => {
    const preseed = `schoolgate-agent schoolgate-agent/server string ${laptop.serverAddress}\nschoolgate-agent schoolgate-agent/token password ${laptop.token}\n`;
    await ok('sh', '-c', `printf '%s' "$0" | debconf-set-selections`, preseed);
    await ok('dpkg', '--install', deb);
    device = await works();
    await until(() => !existsSync(join(root, 'etc/schoolgate-agent/enroll.conf')), {
      what: 'the file with the token to be gone',
    });
    const secret = laptop.token.slice(0, 37);
    t.equal((await laptop.run(['grep', '-rqF', secret, '/etc', '/var'])).code, 1, 'in no file');
    t.match(
      await ok('journalctl', '--unit', AGENT),
      /"version":null,"msg":"a category index is here"/,
      'the names that ship are found',
    );
  });

  await t.test(
    'agent and worker are two processes of one program, and come back when they are killed',
    async (t) => {
      const agent = await show(AGENT, 'MainPID');
      const worker = await ok('sh', '-c', `cat /proc/${agent}/task/${agent}/children`);
      t.equal(await ok('stat', '--format=%U', `/proc/${worker}`), 'schoolgate');
      t.equal(await ok('readlink', `/proc/${worker}/exe`), '/usr/lib/schoolgate-agent/schoolgate-agent');
      await ok('sh', '-c', `kill -KILL ${agent}`);
      await becomes(AGENT, 'NRestarts', /^1$/);
      t.equal(await works(), device);
    },
  );

  await t.test('it filters for everybody on the computer', async (t) => {
    await laptop.api('POST', '/v1/policies', {
      name: 'No play',
      target: { everyone: true },
      rules: [{ effect: 'block', match: { domains: ['play.example'] } }],
    });
    await until(
      async () =>
        (await laptop.asStudent('getent', 'ahostsv4', 'www.play.example')).stdout.startsWith('0.0.0.0'),
      { what: 'the blocked name', timeoutMs: 60_000, intervalMs: 500 },
    );
    t.equal(await works(), device);
  });

  await t.test('somebody without root cannot end it, read its state or enroll anew', async (t) => {
    const agent = await show(AGENT, 'MainPID');
    for (const tried of [
      ['kill', '-KILL', agent],
      ['systemctl', 'stop', AGENT],
      ['cat', '/var/lib/schoolgate-agent/identity.json'],
      ['ls', '/etc/schoolgate-agent'],
      ['sh', '-c', 'echo > /usr/lib/schoolgate-agent/schoolgate-agent'],
      ['nft', 'flush', 'ruleset'],
      ['schoolgate-agent', 'restore', '--without-code'],
      ['schoolgate-agent', 'unenroll', '--without-code'],
    ])
      t.not((await laptop.asStudent(...tried)).code, 0, tried.join(' '));
    t.equal(await show(AGENT, 'MainPID'), agent);
    t.equal(await works(), device);
  });

  await t.test('it starts with the computer', async (t) => {
    await laptop.powerOff();
    await laptop.boot();
    t.equal(await works(), device);
  });

  await t.test('an upgrade keeps enrollment, listeners and firewall', async (t) => {
    const before = await show(SOCKET, 'ActiveEnterTimestampMonotonic');
    const agent = await show(AGENT, 'MainPID');
    const table = await ok('nft', '--handle', 'list', 'tables');
    await ok('dpkg', '--install', `/root/${basename(newer)}`);
    t.equal(await works(), device);
    t.not(await show(AGENT, 'MainPID'), agent);
    t.equal(await show(SOCKET, 'ActiveEnterTimestampMonotonic'), before, 'the listeners were never shut');
    t.equal(await ok('nft', '--handle', 'list', 'tables'), table, 'the firewall is the same');
  });

  await t.test(
    'it is removed with its code only, and gives the computer back; installed again it is the same device',
    async (t) => {
      const before = await show(AGENT, 'MainPID');
      for (const env of [{}, { SCHOOLGATE_REMOVAL_CODE: '00000-00000' }]) {
        const refused = await laptop.run(['dpkg', '--remove', 'schoolgate-agent'], env);
        t.not(refused.code, 0);
        t.match(refused.stderr, /removal code of this laptop/);
      }
      t.equal(await show(AGENT, 'MainPID'), before, 'the agent was not touched');
      const removed = await laptop.run(
        ['dpkg', '--remove', 'schoolgate-agent'],
        await laptop.removalCode(device),
      );
      t.equal(removed.code, 0, removed.stderr);
      t.equal(await ok('nft', 'list', 'tables'), '');
      t.notOk(existsSync(join(root, 'etc/chromium')));
      t.ok(existsSync(join(root, STATE, 'identity.json')));
      await ok('dpkg', '--install', deb);
      t.equal(await works(), device);
    },
  );

  await t.test('purged it leaves nothing', async (t) => {
    const purged = await laptop.run(
      ['dpkg', '--purge', 'schoolgate-agent'],
      await laptop.removalCode(device),
    );
    t.equal(purged.code, 0, purged.stderr);
    t.equal(await ok('nft', 'list', 'tables'), '');
    t.same(everything(), untouched.files);
    t.same(settings(), untouched.settings);
    t.equal(await ok('systemctl', 'list-unit-files', '--no-legend', 'schoolgate*').catch(() => ''), '');
  });
});
