import { execFile, execFileSync, spawn } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What a command in a namespace gave. */
export interface LabResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * A laptop and "the rest of the world" as two network namespaces with a cable between them; nothing of this machine's own network is
 * touched. Inside the laptop `/run` is empty, so that no command reaches this machine's own session manager.
 *
 *     net 10.200.0.1 (a site), 10.200.0.9 (the school server)  ——  laptop 10.200.0.2
 */
export interface LaptopLab {
  readonly site: string;
  readonly server: string;
  /** The command line that runs a command in a namespace as root, or on the laptop as the student. */
  command(where: 'net' | 'laptop' | 'student', args: readonly string[]): readonly [string, readonly string[]];
  /** Runs a command to its end; never rejects. */
  run(where: 'net' | 'laptop' | 'student', args: readonly string[]): Promise<LabResult>;
  down(): Promise<void>;
}

const STUDENT_UID = '1501';

/** Builds the lab. Needs root, iproute2 and util-linux. */
export async function buildLaptopLab(): Promise<LaptopLab> {
  const tag = `sg${process.pid % 100_000}`;
  const net = `${tag}-net`;
  const laptop = `${tag}-lap`;
  const ip = (...args: string[]): Promise<unknown> => run('ip', args);

  await ip('netns', 'add', net);
  await ip('netns', 'add', laptop);
  await ip('-n', net, 'link', 'set', 'lo', 'up');
  await ip('-n', laptop, 'link', 'set', 'lo', 'up');
  await ip(
    'link',
    'add',
    `${tag}a`,
    'netns',
    net,
    'type',
    'veth',
    'peer',
    'name',
    `${tag}b`,
    'netns',
    laptop,
  );
  await ip('-n', net, 'address', 'add', '10.200.0.1/24', 'dev', `${tag}a`);
  await ip('-n', net, 'address', 'add', '10.200.0.9/24', 'dev', `${tag}a`);
  await ip('-n', laptop, 'address', 'add', '10.200.0.2/24', 'dev', `${tag}b`);
  await ip('-n', net, 'link', 'set', `${tag}a`, 'up');
  await ip('-n', laptop, 'link', 'set', `${tag}b`, 'up');
  await ip('-n', laptop, 'route', 'add', 'default', 'via', '10.200.0.1');

  const command: LaptopLab['command'] = (where, args) => {
    if (where === 'net') return ['ip', ['netns', 'exec', net, ...args]];
    const student = ['setpriv', `--reuid=${STUDENT_UID}`, `--regid=${STUDENT_UID}`, '--clear-groups'];
    const inner = where === 'student' ? [...student, ...args] : args;
    // `ip netns exec` gives each command a mount namespace of its own: the empty /run is seen by nobody else.
    return [
      'ip',
      ['netns', 'exec', laptop, 'sh', '-c', 'mount -t tmpfs none /run && exec "$@"', 'sh', ...inner],
    ];
  };
  return {
    site: '10.200.0.1',
    server: '10.200.0.9',
    command,
    run: (where, args) => collect(...command(where, args)),
    async down() {
      await ip('netns', 'delete', laptop);
      await ip('netns', 'delete', net);
    },
  };
}

function collect(file: string, args: readonly string[]): Promise<LabResult> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
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
  const probe = `sg${process.pid % 100_000}-probe`;
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
