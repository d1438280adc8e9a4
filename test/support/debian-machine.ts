import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasProgram } from './built-packages.ts';
import { ROOT, startProgram, type TestProcess } from './child-process.ts';
import { createLabTag, deleteNamespace, sweepDeadLabs } from './lab-namespaces.ts';
import type { LabResult } from './laptop-lab.ts';
import { until } from './until.ts';

const run = promisify(execFile);

/** Downloaded once; `npm ci` takes it away. */
const CACHE = join(ROOT, 'node_modules/.cache/schoolgate-debian');
const SUITE = 'bookworm';
/** What a laptop has, what the agent's package depends on, and RPM, whose packages and scripts run here as well. */
const INCLUDED = 'systemd,systemd-sysv,dbus,nftables,iproute2,rpm';

/** A computer with Debian and its own systemd, in a container whose network leads nowhere. */
export interface DebianMachine {
  /** Its root folder. */
  readonly root: string;
  /** Its network namespace, where other programs may be started beside it. */
  readonly network: string;
  boot(): Promise<void>;
  /** Runs a command as root while the computer is off: without systemd. Never rejects. */
  runOff(args: readonly string[]): Promise<LabResult>;
  powerOff(): Promise<void>;
  /** Runs a command as root; never rejects. Only what `env` names is in its environment. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<LabResult>;
  down(): Promise<void>;
}

/** @param folder where its root is put; it is copied, so that nothing of a test stays */
export function createDebianMachine(folder: string): DebianMachine {
  sweepDeadLabs();
  const root = join(folder, 'root');
  execFileSync('cp', ['--archive', debianRoot(), root]);
  const network = `${createLabTag()}-deb`;
  execFileSync('ip', ['netns', 'add', network]);
  // A network that leads nowhere: the resolver that DHCP gave is asked, and the firewall sees it.
  for (const words of [
    'link set lo up',
    'link add lan type veth peer name far',
    'link set far up',
    'address add 10.9.9.2/24 dev lan',
    'link set lan up',
    'route add default via 10.9.9.1',
  ])
    execFileSync('ip', ['-n', network, ...words.split(' ')]);
  writeFileSync(join(root, 'etc/resolv.conf'), 'nameserver 10.9.9.1\n');
  let container: TestProcess | null = null;

  const inside: DebianMachine['run'] = async (args, env = {}) => {
    if (container === null) throw new Error('the computer is off');
    const systemd = await firstProcess(container.pid);
    const enter = ['--target', systemd, '--mount', '--uts', '--ipc', '--net', '--pid', '--cgroup'];
    const environment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive', ...env };
    return runToEnd('nsenter', [...enter, ...args], environment);
  };
  const powerOff = async (): Promise<void> => {
    if (container === null) return;
    await inside(['systemctl', 'poweroff']);
    await container.ended;
    container = null;
  };
  return {
    root,
    network,
    async boot() {
      container = startProgram('systemd-nspawn', [
        ...['--quiet', '--register=no', '--keep-unit', '--boot', '--console=pipe', '--resolv-conf=off'],
        // Its own firewall, which is that of the namespace.
        ...[
          `--network-namespace-path=/run/netns/${network}`,
          '--capability=CAP_NET_ADMIN',
          `--directory=${root}`,
        ],
      ]);
      const { stderr } = container;
      await until(
        async () => /running|degraded/.test((await inside(['systemctl', 'is-system-running'])).stdout),
        {
          what: `Debian to have started; it said: ${stderr().slice(-2_000)}`,
          timeoutMs: 60_000,
          intervalMs: 250,
        },
      );
    },
    powerOff,
    runOff: (args) =>
      runToEnd(
        'systemd-nspawn',
        [
          '--quiet',
          '--register=no',
          '--keep-unit',
          '--pipe',
          '--resolv-conf=off',
          '--private-network',
          `--directory=${root}`,
          ...args,
        ],
        process.env,
      ),
    run: inside,
    async down() {
      await powerOff();
      deleteNamespace(network);
    },
  };
}

async function runToEnd(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<LabResult> {
  try {
    const { stdout, stderr } = await run(program, args, { env });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as LabResult;
    return { code: typeof code === 'number' ? code : 1, stdout, stderr };
  }
}

/** systemd, as this machine numbers it. */
async function firstProcess(nspawn: number): Promise<string> {
  const { stdout } = await run('pgrep', ['--parent', String(nspawn)]);
  return stdout.trim();
}

function debianRoot(): string {
  const root = join(CACHE, SUITE);
  if (existsSync(root)) return root;
  const made = `${root}.new`;
  rmSync(made, { recursive: true, force: true });
  mkdirSync(CACHE, { recursive: true });
  execFileSync('debootstrap', ['--variant=minbase', `--include=${INCLUDED}`, SUITE, made], {
    stdio: 'ignore',
  });
  renameSync(made, root);
  return root;
}

/** Why there can be no such computer here, in words; null = there can. */
export function debianObstacle(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'this needs Linux and root';
  const missing = ['systemd-nspawn', 'debootstrap', 'nsenter', 'ip', 'dpkg-deb'].filter(
    (name) => !hasProgram(name),
  );
  return missing.length === 0
    ? null
    : `${missing.join(', ')} is missing (Debian: systemd-container debootstrap iproute2 util-linux)`;
}
