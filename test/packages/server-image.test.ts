import { execFileSync } from 'node:child_process';
import { existsSync, lchownSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { hasProgram, runPackage, VERSION } from '../support/built-packages.ts';
import { startProgram, type TestProcess } from '../support/child-process.ts';
import { createLabTag, deleteNamespace, sweepDeadLabs } from '../support/lab-namespaces.ts';
import { testFolder } from '../support/test-folder.ts';

const missing = ['apt-get', 'skopeo', 'umoci', 'unshare', 'ip'].filter((name) => !hasProgram(name));
const skip =
  process.getuid?.() !== 0
    ? 'this needs root'
    : missing.length > 0 && `${missing.join(', ')} is missing (Debian: apt skopeo umoci util-linux iproute2)`;

/** As the image says that it runs (runtime-spec). */
interface Process {
  readonly user: { readonly uid: number; readonly gid: number };
  readonly args: readonly string[];
  readonly env: readonly string[];
  readonly cwd: string;
}

/** Signals the first process inside, and waits for the end: who started it passes no signal on. */
function endContainer(container: TestProcess, signal: NodeJS.Signals): TestProcess['ended'] {
  const file = `/proc/${container.pid}/task/${container.pid}/children`;
  const children = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  for (const child of children.split(' ').filter((id) => id !== '')) process.kill(Number(child), signal);
  return container.ended;
}

t.test('the server as an image', { skip }, async (t) => {
  const out = testFolder(t);
  const made = await runPackage(['--only', 'image', '--fast', '--verify', '--out', out]);
  t.equal(made.code, 0, made.stderr);
  t.match(
    made.stdout,
    /4 files are the same when built a second time/,
    'two images, and what is inside them',
  );
  const run = (program: string, ...args: readonly string[]): string =>
    execFileSync(program, args, { encoding: 'utf8' });
  const archive = (architecture: string): string =>
    `oci-archive:${join(out, `schoolgate-image_${VERSION}_${architecture}.oci.tar`)}`;

  t.test('it says what it is and how it runs', (t) => {
    for (const architecture of ['amd64', 'arm64']) {
      const { config, ...rest } = JSON.parse(run('skopeo', 'inspect', '--config', archive(architecture)));
      t.same([rest.architecture, rest.os], [architecture, 'linux']);
      t.equal(config.User, '10001:10001');
      t.same(Object.keys(config.Volumes), ['/var/lib/schoolgate']);
      t.same(Object.keys(config.ExposedPorts), ['8080/tcp', '8883/tcp']);
    }
    t.end();
  });

  await t.test(
    'its container runs with nothing but its volume to write on, and tells its health',
    async (t) => {
      sweepDeadLabs();
      const network = `${createLabTag()}-oci`;
      run('ip', 'netns', 'add', network);
      t.teardown(() => deleteNamespace(network));
      run('ip', '-n', network, 'link', 'set', 'lo', 'up');
      run('skopeo', 'copy', '--quiet', archive('amd64'), `oci:${join(out, 'layout')}:schoolgate`);
      const bundle = join(out, 'bundle');
      run('umoci', 'unpack', '--image', `${join(out, 'layout')}:schoolgate`, bundle);
      const { process: wanted } = JSON.parse(readFileSync(join(bundle, 'config.json'), 'utf8')) as {
        readonly process: Process;
      };
      const root = join(bundle, 'rootfs');
      const volume = join(out, 'volume');
      mkdirSync(volume, { mode: 0o700 });
      lchownSync(volume, wanted.user.uid, wanted.user.gid);
      mkdirSync(join(root, 'proc'));
      /** In namespaces of its own, as a container has them. */
      const inside = (args: readonly string[]): TestProcess => {
        const script = [
          'mount --bind "$0" "$0"',
          'mount --bind "$1" "$0/var/lib/schoolgate"',
          'mount -t proc proc "$0/proc"',
          'mount -o remount,bind,ro "$0"',
          'root=$0; user=$2; shift 2',
          'exec chroot --userspec="$user" "$root" "$@"',
        ].join(' && ');
        const { uid, gid } = wanted.user;
        const enter = ['netns', 'exec', network, 'env', '--ignore-environment', ...wanted.env];
        // The path of the image has none of these programs.
        const unshare = [
          '/usr/bin/env',
          '--chdir=/',
          'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
          'unshare',
          '--mount',
          '--pid',
          '--fork',
          '--kill-child',
        ];
        const shell = ['sh', '-c', script, root, volume, `${uid}:${gid}`, ...args];
        return startProgram('ip', [...enter, ...unshare, ...shell]);
      };
      const server = inside(wanted.args);
      t.teardown(() => endContainer(server, 'SIGKILL'));
      await server.line(/sign-in\?token=/);
      const ask = async (...args: readonly string[]) => {
        const asked = inside(args);
        return { ...(await asked.ended), said: asked.lines.join('\n') + asked.stderr() };
      };
      const health = await ask('/usr/lib/schoolgate/node', '/usr/lib/schoolgate/healthcheck.cjs');
      t.equal(health.code, 0, health.said);
      const key = await ask(
        '/usr/bin/schoolgate',
        'keys',
        'create',
        '--name',
        'SIS',
        '--scopes',
        'read-only',
      );
      t.equal(key.code, 0, key.said);
      t.equal(run('find', volume, '!', '-uid', '10001').trim(), '');
      t.equal((await ask('/bin/sh', '-c', 'true')).code, 127, 'there is no shell');
      t.equal((await endContainer(server, 'SIGTERM')).code, 0, 'it stops in order');
    },
  );
});
