import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ROOT, type TestProcess } from './child-process.ts';
import type { LabResult } from './laptop-lab.ts';
import type { SchoolLab } from './school-lab.ts';
import { until } from './until.ts';

const SYSTEMD = '/usr/lib/systemd/systemd';
const SYSTEM_UNITS = '/usr/lib/systemd/system';
/** As `[Install]` of each unit says; the laboratory enrolls the laptop itself. */
const ENABLED = {
  'sysinit.target': ['schoolgate-boot.service'],
  'sockets.target': ['schoolgate-agent.socket'],
  'multi-user.target': ['schoolgate-agent.service', 'schoolgate-agent.path'],
} as const;

/** The laptop with its own systemd: process 1 of a process namespace, which has the units of `installer/agent/units` as they are, systemd's targets, and nothing else. */
export interface LaptopService {
  /** Switches the computer on. */
  boot(): Promise<void>;
  /** Cuts the power: every process is gone at once. */
  powerOff(): Promise<void>;
  systemctl(...args: readonly string[]): Promise<LabResult>;
  /** Properties of a unit, by `systemctl show`. */
  show(unit: string, ...properties: readonly string[]): Promise<Readonly<Record<string, string>>>;
  /** Runs a command beside the agent, where its process numbers hold and `/var/lib/schoolgate-agent` is its state. */
  inside(...args: readonly string[]): Promise<LabResult>;
  /** What agent and worker logged. */
  log(): string;
  /** While it is there the agent's program fails at once; the rescue still runs. */
  readonly breakFile: string;
  down(): Promise<void>;
}

/**
 * @param folder that of the school lab
 * @param resolved with systemd-resolved and the system's bus, as most laptops have them
 */
export function createLaptopService(
  lab: SchoolLab,
  folder: string,
  { resolved = false }: { readonly resolved?: boolean } = {},
): LaptopService {
  const tag = `sg${process.pid % 100_000}-service`;
  const [units, programs, varLib] = ['units', 'programs', 'var-lib'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const logFile = join(folder, 'service.log');
  const breakFile = join(varLib, 'break');
  writeUnits(units);
  writePrograms(programs, lab.agentProgram);
  if (resolved) addResolved(units, programs, lab.etc);
  // There is no journal.
  for (const service of globSync(`${units}/*.service`)) {
    mkdirSync(`${service}.d`, { recursive: true });
    writeFileSync(
      `${service}.d/log.conf`,
      `[Service]\nStandardOutput=append:${logFile}\nStandardError=append:${logFile}\n`,
    );
  }
  chmodSync(varLib, 0o755);
  let manager: TestProcess | null = null;

  const inside: LaptopService['inside'] = async (...args) => {
    if (manager === null) throw new Error('the computer is off');
    const pid = await firstProcess(manager.pid);
    return lab.net('nsenter', `--target=${pid}`, '--all', ...args);
  };
  const powerOff = async (): Promise<void> => {
    await manager?.end('SIGKILL');
    manager = null;
    await until(() => removeGroups(tag), { what: 'the control groups to be empty', timeoutMs: 30_000 });
  };
  return {
    async boot() {
      writeFileSync(logFile, '');
      manager = lab.startAsRoot('sh', '-ec', START, units, programs, varLib, tag);
      await until(async () => (await inside('systemctl', 'is-system-running', '--wait')).stdout !== '', {
        what: `systemd to have started; it said: ${manager.stderr().slice(-2_000)}`,
        timeoutMs: 60_000,
      });
    },
    powerOff,
    systemctl: (...args) => inside('systemctl', ...args),
    async show(unit, ...properties) {
      const { stdout } = await inside(
        'systemctl',
        'show',
        unit,
        ...properties.map((name) => `--property=${name}`),
      );
      return Object.fromEntries(
        stdout
          .trim()
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
      );
    },
    inside,
    log: () => readFileSync(logFile, 'utf8'),
    breakFile,
    down: powerOff,
  };
}

/** A control group of the shell's own, so that nothing of systemd's is left in others. @param name it, in the shell's words */
const ownGroup = (name: string): string => `
  for tree in /sys/fs/cgroup /sys/fs/cgroup/*; do
    test -e $tree/cgroup.procs || continue
    mkdir -p $tree/${name}
    echo $$ > $tree/${name}/cgroup.procs || true
  done 2>/dev/null`;

/** systemd as process 1 of namespaces of its own; it ends with the command. @param units the only folder of its units */
const systemd = (units: string, target: string): string =>
  `unshare --pid --fork --mount-proc --uts --ipc --cgroup --kill-child env -i PATH="$PATH" container=lab SYSTEMD_UNIT_PATH=${units} \\
    ${SYSTEMD} --system --unit=${target} --log-target=console --show-status=no`;

/** In a mount namespace of its own. $0 units, $1 programs, $2 /var/lib, $3 name of the control group. */
const START = `${ownGroup('$3')}
  mount -t tmpfs none /opt
  mkdir -p /opt/schoolgate /opt/lib/schoolgate-agent /run/units
  mount --bind "$1" /opt/schoolgate
  mount -t overlay -o lowerdir=/opt/lib:/usr/lib none /usr/lib
  mount --bind "$1" /usr/lib/schoolgate-agent
  mount --bind "$2" /var/lib
  mount --bind "$0" /run/units
  mount --bind /opt/schoolgate/sleep /bin/sleep
  test ! -d /opt/schoolgate/bin || mount -t overlay -o lowerdir=/opt/schoolgate/bin:/usr/bin none /usr/bin
  exec ${systemd('/run/units', 'multi-user.target')}
`;

function writeUnits(units: string): void {
  mkdirSync(units, { recursive: true });
  for (const target of globSync(`${SYSTEM_UNITS}/*.target`))
    copyFileSync(target, join(units, basename(target)));
  cpSync(join(ROOT, 'installer/agent/units'), units, { recursive: true });
  for (const [target, wanted] of Object.entries(ENABLED)) {
    mkdirSync(join(units, `${target}.wants`));
    for (const unit of wanted) symlinkSync(`../${unit}`, join(units, `${target}.wants`, unit));
  }
}

/** Debian's package, unpacked by tools/service-programs.sh: installing it would change this machine's own name resolution. */
const RESOLVED = join(ROOT, 'test/service/resolved');

function addResolved(units: string, programs: string, etc: string): void {
  for (const unit of ['dbus.service', 'dbus.socket'])
    copyFileSync(join(SYSTEM_UNITS, unit), join(units, unit));
  symlinkSync('../dbus.socket', join(units, 'sockets.target.wants/dbus.socket'));
  copyFileSync(join(RESOLVED, SERVICE_OF_RESOLVED), join(units, basename(SERVICE_OF_RESOLVED)));
  symlinkSync(
    `../${basename(SERVICE_OF_RESOLVED)}`,
    join(units, 'multi-user.target.wants', basename(SERVICE_OF_RESOLVED)),
  );
  mkdirSync(join(units, `${basename(SERVICE_OF_RESOLVED)}.d`));
  writeFileSync(
    join(units, `${basename(SERVICE_OF_RESOLVED)}.d/program.conf`),
    '[Service]\nExecStart=\nExecStart=!!/opt/schoolgate/systemd-resolved\n',
  );
  copyFileSync(join(RESOLVED, 'lib/systemd/systemd-resolved'), join(programs, 'systemd-resolved'));
  // The agent runs what is in the system's own folders only.
  mkdirSync(join(programs, 'bin'));
  copyFileSync(join(RESOLVED, 'usr/bin/resolvectl'), join(programs, 'bin/resolvectl'));
  mkdirSync(join(etc, 'dbus-1/system.d'), { recursive: true });
  copyFileSync(
    join(RESOLVED, POLICY_OF_RESOLVED),
    join(etc, 'dbus-1/system.d', basename(POLICY_OF_RESOLVED)),
  );
  for (const [file, line] of Object.entries(ACCOUNT_OF_RESOLVED)) appendFileSync(join(etc, file), line);
}

const SERVICE_OF_RESOLVED = 'lib/systemd/system/systemd-resolved.service';
const POLICY_OF_RESOLVED = 'usr/share/dbus-1/system.d/org.freedesktop.resolve1.conf';
const ACCOUNT_OF_RESOLVED = {
  passwd: 'systemd-resolve:x:991:991::/nonexistent:/usr/sbin/nologin\n',
  group: 'systemd-resolve:x:991:\n',
} as const;

/** The agent as one program, and a sleep that is short whatever it is told. */
function writePrograms(programs: string, agent: readonly string[]): void {
  mkdirSync(programs, { recursive: true });
  copyFileSync('/bin/sleep', join(programs, 'real-sleep'));
  const scripts = {
    'schoolgate-agent': `test "$1" = rescue || test ! -e /var/lib/break || exit 1\nexec ${agent.map((one) => `'${one}'`).join(' ')} "$@"`,
    sleep: 'exec /opt/schoolgate/real-sleep 0.5',
  };
  for (const [name, script] of Object.entries(scripts))
    writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

/** Process 1 of the namespace, as this machine numbers it. */
async function firstProcess(parent: number): Promise<number> {
  return until(
    () => Number(spawnSync('pgrep', ['--parent', String(parent)], { encoding: 'utf8' }).stdout.trim()),
    { what: 'systemd to begin' },
  );
}

/** @returns whether none is left */
function removeGroups(tag: string): boolean {
  const find = ['/sys/fs/cgroup', '-depth', '-type', 'd', '-path', `*/${tag}*`];
  spawnSync('find', [...find, '-exec', 'rmdir', '{}', '+'], { stdio: 'ignore' });
  return spawnSync('find', find, { encoding: 'utf8' }).stdout === '';
}

/** Why systemd cannot run here as process 1 of a namespace, in words; null = it can. */
export function serviceObstacle(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'systemd-'));
  const tag = `sg${process.pid % 100_000}-probe`;
  try {
    mkdirSync(join(folder, 'units'));
    writeFileSync(join(folder, 'units/probe.target'), '[Unit]\nWants=probe.service\n');
    writeFileSync(
      join(folder, 'units/probe.service'),
      `[Unit]\nDefaultDependencies=no\n[Service]\nType=oneshot\nExecStart=/bin/touch ${folder}/ran\n`,
    );
    const script = `${ownGroup(tag)}
      mount -t tmpfs none /run
      ${systemd(`${folder}/units`, 'probe.target')} &
      for look in $(seq 100); do test ! -e ${folder}/ran || break; sleep 0.1; done
      kill -KILL $!`;
    spawnSync('unshare', ['--mount', 'sh', '-c', script], { stdio: 'ignore', timeout: 30_000 });
    execFileSync('test', ['-e', join(folder, 'ran')], { stdio: 'ignore' });
    return null;
  } catch {
    return 'systemd cannot run here as process 1 of a namespace (Debian: systemd; control groups must be writable)';
  } finally {
    // What was killed is in its groups until it is reaped.
    for (let look = 0; look < 50 && !removeGroups(tag); look++) spawnSync('sleep', ['0.1']);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Why there is no systemd-resolved to run, in words; null = there is. */
export function resolvedObstacle(): string | null {
  return existsSync(join(RESOLVED, SERVICE_OF_RESOLVED)) && existsSync(join(SYSTEM_UNITS, 'dbus.service'))
    ? null
    : 'systemd-resolved is not here (tools/service-programs.sh unpacks it) or the system bus is not (Debian: dbus)';
}
