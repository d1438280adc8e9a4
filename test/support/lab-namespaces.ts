import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where iproute2 keeps the names of network namespaces. */
const NAMES_FOLDER = '/run/netns';
/** What `createLabTag` makes, followed by the part that the thing has in its laboratory. */
const TAGGED = /^sg(\d+)x[0-9a-z]{4}-/;

/**
 * A name for all that one laboratory leaves on this machine: the process that built it, and a random part, for a machine gives a number again.
 * At most 14 characters, so that a network device may bear it with one letter more (IFNAMSIZ).
 */
export function createLabTag(): string {
  return `sg${process.pid}x${randomInt(36 ** 4)
    .toString(36)
    .padStart(4, '0')}`;
}

/** A laboratory's own `/etc`, which `sweepDeadLabs` knows. */
export function labFolder(tag: string): string {
  return join(tmpdir(), `${tag}-etc`);
}

/**
 * Removes what laboratories of dead processes left: their namespaces, the programs in those, and their folders. A test file that runs out of time
 * is killed and removes nothing itself. What a living process of the same number may own stays.
 */
export function sweepDeadLabs(): void {
  for (const name of namesOfDead(NAMES_FOLDER)) deleteNamespace(name);
  for (const name of namesOfDead(tmpdir())) rmSync(join(tmpdir(), name), { recursive: true, force: true });
}

/** Ends all that runs in the namespace, and takes its name away. One that is gone is no error. */
export function deleteNamespace(name: string): void {
  const script =
    'for pid in $(ip netns pids "$0"); do kill -KILL "$pid" || true; done; ip netns delete "$0" || true';
  execFileSync('sh', ['-c', script, name], { stdio: 'ignore' });
}

function namesOfDead(folder: string): readonly string[] {
  return namesIn(folder).filter((name) => {
    const owner = TAGGED.exec(name)?.[1];
    return owner !== undefined && !isAlive(Number(owner));
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // Nobody has made a namespace since this machine started.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
