import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createLabTag, deleteNamespace, labFolder, sweepDeadLabs } from './lab-namespaces.ts';
import { openClone } from './open-clone.ts';

const run = promisify(execFile);

/** What a command in a namespace gave. */
export interface LabResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * A laptop and "the rest of the world" as network namespaces with a cable between them; nothing of this machine's own network is touched. Inside the
 * laptop `/run` is empty, so that no command reaches this machine's own session manager, and `/etc` is a copy that all its commands share.
 *
 *     net                                      laptop                          guest (when asked for)
 *     10.200.0.1   gateway, sites, resolver    10.200.0.2   student, agent     10.201.0.2   a container or virtual
 *     10.200.0.8   a foreign resolver, DoH     10.201.0.1   forwards           fd00:201::2  machine on the laptop
 *     10.200.0.9   the school server                        for the guest
 *     fd00:200::1, ::8, ::9                    fd00:200::2, fd00:201::1
 */
export interface LaptopLab {
  readonly site: string;
  readonly server: string;
  /** A resolver that nobody gave us, and a DoH server. */
  readonly foreign: string;
  /** The laptop's own `/etc`, as a path of this machine. */
  readonly etc: string;
  /** The network namespaces' names, and the laptop's cable to the world. */
  readonly names: Readonly<Record<'net' | 'laptop' | 'guest' | 'cable', string>>;
  readonly studentUid: number;
  /** Of the user `schoolgate`. */
  readonly workerUid: number;
  /** The command line that runs a command in a namespace as root, or on the laptop as one of its users. */
  command(where: LabPlace, args: readonly string[]): readonly [string, readonly string[]];
  /** Runs a command to its end; never rejects. */
  run(where: LabPlace, args: readonly string[], stdin?: string): Promise<LabResult>;
  down(): Promise<void>;
}

export type LabPlace = 'net' | 'laptop' | 'student' | 'worker' | 'guest';

export interface LaptopLabOptions {
  /** More addresses of the world, by their last number: 10.200.0.N and fd00:200::N. */
  readonly hosts?: readonly number[];
  readonly guest?: boolean;
  /** Resolvers that the network gave the laptop; default: the gateway. */
  readonly resolvers?: readonly string[];
  /** More files of the laptop's `/etc`: path below it and content. */
  readonly etc?: Readonly<Record<string, string>>;
}

const STUDENT_UID = 1501;
const WORKER_UID = 990;
const HOSTS = [1, 8, 9];
/** Without what tap adds to each Node below a test: at the end of a process that writes to tap's folder, which the worker's account may not. */
const PLAIN = ['env', '--unset=NODE_OPTIONS'];

/**
 * Builds the lab, and removes what labs of dead processes left. Needs root, iproute2 and util-linux.
 * @throws Error with the program's own words, and with nothing left behind, where it cannot be built or its accounts cannot run Node
 */
export async function buildLaptopLab(options: LaptopLabOptions = {}): Promise<LaptopLab> {
  sweepDeadLabs();
  const lab = planLab(createLabTag(), options);
  try {
    await buildNetwork(lab.names, options);
    await buildEtc(lab.etc, options);
    await Promise.all([mustRun(lab, 'student'), mustRun(lab, 'worker')]);
    return lab;
  } catch (error) {
    await lab.down();
    throw error;
  }
}

function planLab(tag: string, options: LaptopLabOptions): LaptopLab {
  const names = { net: `${tag}-net`, laptop: `${tag}-lap`, guest: `${tag}-gst`, cable: `${tag}b` };
  const etc = labFolder(tag);
  // `ip netns exec` gives each command a mount namespace of its own: what is mounted is seen by nobody else.
  const mounts = `set -e\n${openClone()}\nmount -t tmpfs none /run\nmount --bind "$0" /etc\nexec "$@"`;
  const command: LaptopLab['command'] = (where, args) => {
    if (where === 'net' || where === 'guest')
      return ['ip', ['netns', 'exec', names[where], ...PLAIN, ...args]];
    const uid = where === 'student' ? STUDENT_UID : WORKER_UID;
    const user = where === 'laptop' ? [] : ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
    return ['ip', ['netns', 'exec', names.laptop, 'sh', '-c', mounts, etc, ...user, ...PLAIN, ...args]];
  };
  return {
    site: '10.200.0.1',
    server: '10.200.0.9',
    foreign: '10.200.0.8',
    etc,
    names,
    studentUid: STUDENT_UID,
    workerUid: WORKER_UID,
    command,
    run: (where, args, stdin) => collect(...command(where, args), stdin),
    async down() {
      for (const name of [names.laptop, names.net, ...(options.guest ? [names.guest] : [])])
        deleteNamespace(name);
      await rm(etc, { recursive: true, force: true });
    },
  };
}

/** Without it a test learns that an account cannot run Node by waiting for what never comes. */
async function mustRun(lab: LaptopLab, where: 'student' | 'worker'): Promise<void> {
  const { code, stdout, stderr } = await lab.run(where, [process.execPath, '--version']);
  if (code !== 0 || !stdout.startsWith('v'))
    throw new Error(`the ${where} of the laboratory cannot run Node (code ${code}): ${stderr.trim()}`);
}

async function buildNetwork(
  { net, laptop, guest, cable }: LaptopLab['names'],
  options: LaptopLabOptions,
): Promise<void> {
  const tag = cable.slice(0, -1);
  const hosts = [...new Set([...HOSTS, ...(options.hosts ?? [])])];
  await script(`
    ip netns add ${net}; ip -n ${net} link set lo up
    ip netns add ${laptop}; ip -n ${laptop} link set lo up
    ip link add ${tag}a netns ${net} type veth peer name ${tag}b netns ${laptop}
    for host in ${hosts.join(' ')}; do
      ip -n ${net} address add 10.200.0.$host/24 dev ${tag}a
      ip -n ${net} address add fd00:200::$host/64 dev ${tag}a nodad
    done
    ip -n ${laptop} address add 10.200.0.2/24 dev ${tag}b
    ip -n ${laptop} address add fd00:200::2/64 dev ${tag}b nodad
    ip -n ${net} link set ${tag}a up; ip -n ${laptop} link set ${tag}b up
    ip -n ${laptop} route add default via 10.200.0.1
    ip -n ${laptop} route add default via fd00:200::1`);
  if (options.guest !== true) return;
  await script(`
    ip netns add ${guest}; ip -n ${guest} link set lo up
    ip link add ${tag}c netns ${laptop} type veth peer name ${tag}d netns ${guest}
    ip -n ${laptop} address add 10.201.0.1/24 dev ${tag}c
    ip -n ${laptop} address add fd00:201::1/64 dev ${tag}c nodad
    ip -n ${guest} address add 10.201.0.2/24 dev ${tag}d
    ip -n ${guest} address add fd00:201::2/64 dev ${tag}d nodad
    ip -n ${laptop} link set ${tag}c up; ip -n ${guest} link set ${tag}d up
    ip -n ${guest} route add default via 10.201.0.1
    ip -n ${guest} route add default via fd00:201::1
    ip -n ${net} route add 10.201.0.0/24 via 10.200.0.2
    ip -n ${net} route add fd00:201::/64 via fd00:200::2
    ip netns exec ${laptop} sysctl -qw net.ipv4.ip_forward=1 net.ipv6.conf.all.forwarding=1`);
}

/** A copy of this machine's `/etc` with the laptop's users and resolvers. */
async function buildEtc(
  folder: string,
  { resolvers = ['10.200.0.1'], etc = {} }: LaptopLabOptions,
): Promise<void> {
  await mkdir(folder, { mode: 0o755 });
  // Some other program may put a file there or take it away while it is copied.
  await script(`cp -a /etc/. ${folder}/ || test -s ${folder}/passwd
    echo 'schoolgate:x:${WORKER_UID}:${WORKER_UID}::/nonexistent:/usr/sbin/nologin' >> ${folder}/passwd
    echo 'student:x:${STUDENT_UID}:${STUDENT_UID}::/nonexistent:/bin/sh' >> ${folder}/passwd
    echo 'schoolgate:x:${WORKER_UID}:' >> ${folder}/group
    echo 'student:x:${STUDENT_UID}:' >> ${folder}/group`);
  const files = { 'resolv.conf': resolvers.map((address) => `nameserver ${address}\n`).join(''), ...etc };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await rm(join(folder, path), { force: true });
    await writeFile(join(folder, path), content);
  }
}

async function script(lines: string): Promise<void> {
  await run('sh', ['-ec', lines]);
}

function collect(file: string, args: readonly string[], stdin = ''): Promise<LabResult> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    // A program that ends without reading makes the pipe break; its result tells the rest.
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.once('error', (error) => resolve({ code: 127, stdout, stderr: error.message }));
    child.once('close', (code) => resolve({ code: code ?? -1, stdout, stderr }));
  });
}

/** Why the lab cannot be built on this machine, in words; null = it can. */
export function labObstacle(): string | null {
  if (process.platform !== 'linux') return 'this is not Linux';
  if (process.getuid?.() !== 0) return 'this needs root';
  const probe = `${createLabTag()}-probe`;
  try {
    const check = `command -v nft setpriv curl && ip netns add ${probe} && ip netns delete ${probe}`;
    execFileSync('sh', ['-c', check], { stdio: 'ignore' });
    return null;
  } catch {
    return 'nft, ip, setpriv or curl is missing, or network namespaces are not permitted (Debian: nftables iproute2 util-linux curl)';
  }
}

/** Whether CI said that this suite must run: then an obstacle is a failure, not a skip. */
export function labRequired(): boolean {
  return (process.env.SCHOOLGATE_CI_REQUIRE ?? '').split(/[ ,]/).includes('netns');
}
