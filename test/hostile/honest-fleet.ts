import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEnroller, type SimulatedIdentity } from '../../server/simulated-laptop/identity.ts';
import type { School } from '../support/school.ts';

/**
 * What the honest laptops saw in a while. Times in milliseconds from a QoS 1 publish to its acknowledgement, which the server gives when the records are on disk. What
 * counts is without the time in which the kernel had no processor for the server's or the fleet's main thread: an attacker and a school's laptops have machines of their
 * own, and do not take the server's processor by anything but work that they make for it. That work, the disk and all waiting for one another stay in.
 */
export interface FleetMeasure {
  readonly sent: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly worstMs: number;
  /** As the clock on the wall says, with what this machine withheld. */
  readonly clockP99Ms: number;
  readonly clockWorstMs: number;
  /** How much that was of the whole while. */
  readonly withheldMs: number;
  /** Connections that have ended since the fleet began. */
  readonly cuts: number;
}

export interface FleetOrder {
  readonly serverPid: number;
  readonly heartbeatMs: number;
  readonly identities: readonly SimulatedIdentity[];
}

/** What was sent in a while and has been acknowledged since, every one of it. */
export interface FleetProof {
  readonly sent: number;
  /** Connections that have ended since the fleet began. */
  readonly cuts: number;
}

export interface FleetAsk {
  readonly ask: number;
  readonly kind: 'measure' | 'acknowledged';
  readonly seconds: number;
}

export type FleetNews =
  | { readonly kind: 'living' }
  | { readonly kind: 'told'; readonly ask: number; readonly told: FleetMeasure | FleetProof }
  | { readonly kind: 'failed'; readonly ask: number; readonly message: string }
  | { readonly kind: 'trouble'; readonly message: string };

/** Laptops that do what the agent does: connect with their keys, send heartbeats, and records that want an acknowledgement. */
export interface HonestFleet {
  readonly deviceIds: readonly string[];
  /** Watches for so long from now on. */
  measure(seconds: number): Promise<FleetMeasure>;
  /** Watches for so long, then waits until all that was published meanwhile is acknowledged. Rejects where something never is. */
  acknowledged(seconds: number): Promise<FleetProof>;
}

export interface FleetOptions {
  readonly count: number;
  /** Oftener than a real laptop, so that one which the server takes for off-line shows within an attack. */
  readonly heartbeatMs: number;
  /** Registers the clean-up, as tap's `t.teardown`. */
  readonly onEnd: (work: () => Promise<void>) => void;
}

/** Enrolls so many laptops and lets them live in a process of their own until the test ends. */
export async function startHonestFleet(
  school: School,
  { count, heartbeatMs, onEnd }: FleetOptions,
): Promise<HonestFleet> {
  const identities = await enrollMany(school, count);
  const child = fork(new URL('fleet-process.ts', import.meta.url), [], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onEnd(() => endOf(child));
  const asked = new Map<number, { resolve: (told: unknown) => void; reject: (error: Error) => void }>();
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', (code) => reject(new Error(`the fleet’s process ended with ${code}`)));
  });
  ended.catch(() => undefined);
  await new Promise<void>((resolve, reject) => {
    ended.catch(reject);
    child.on('message', (news: FleetNews) => {
      if (news.kind === 'living') resolve();
      else if (news.kind === 'trouble') reject(new Error(news.message));
      else if (news.kind === 'failed') asked.get(news.ask)?.reject(new Error(news.message));
      else asked.get(news.ask)?.resolve(news.told);
    });
    child.send({ identities, serverPid: school.pid(), heartbeatMs } satisfies FleetOrder);
  });
  const ask = (kind: FleetAsk['kind'], seconds: number): Promise<unknown> =>
    new Promise((resolve, reject) => {
      ended.catch(reject);
      const number = asked.size;
      asked.set(number, { resolve, reject });
      child.send({ ask: number, kind, seconds } satisfies FleetAsk);
    });
  return {
    deviceIds: identities.map(({ deviceId }) => deviceId),
    measure: (seconds) => ask('measure', seconds) as Promise<FleetMeasure>,
    acknowledged: (seconds) => ask('acknowledged', seconds) as Promise<FleetProof>,
  };
}

/** Enrolls laptops over HTTP, as installers do. @param name part of their machine ids, unique in the school */
export async function enrollMany(
  school: School,
  count: number,
  name = 'honest',
): Promise<readonly SimulatedIdentity[]> {
  const made = await school.request('POST', '/v1/enrollment-tokens', { name });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const enroller = createEnroller({
    server: `http://127.0.0.1:${school.httpPort}`,
    certificateAuthority: await readFile(join(school.dataDir, 'certificates/ca.crt'), 'utf8'),
  });
  const identities: SimulatedIdentity[] = [];
  try {
    for (let number = 0; number < count; number++)
      identities.push(
        await enroller.enroll(made.body.token, {
          machineId: `${name}-machine-${number}`,
          serial: `${name}-serial-${number}`,
          hostname: `${name.toUpperCase()}-${number}`,
          platform: 'linux',
          osVersion: 'Test 1',
          manufacturer: null,
          model: null,
        }),
      );
  } finally {
    await enroller.close();
  }
  return identities;
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.disconnect();
  await ended;
}
