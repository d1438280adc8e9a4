import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { createSchool, type School } from '../support/school.ts';
import { testFolder } from '../support/test-folder.ts';
import { type FleetMeasure, type HonestFleet, startHonestFleet } from './honest-fleet.ts';

/** As many as a small school has: what an attack costs them is what counts. */
const HONEST_DEVICES = 200;

/** The figure of a quiet server is taken over so long, and each attack lasts at least as long. */
const WATCH_SECONDS = 10;
/** The 99th percentile of what honest laptops wait, as a multiple of the same figure without the attack, taken right before. */
const MAX_RATIO = 2;
/**
 * Up to here (milliseconds) a wait is none, whatever the ratio. A quiet server's figure is 6 to 12 ms, and ten of a thousand messages make it: two slow writes of a shared
 * disk, of some 20 ms each, are enough to multiply it by four without any attack. Nobody and nothing notices so much: an agent gives a server up after 20 s.
 */
const UNNOTICED_MS = 50;
/** By the clock on the wall (milliseconds), with whatever else this machine does. */
const MAX_CLOCK_MS = 500;
/** Memory that an attack may leave behind (bytes): Node gives back late what it took for a burst. */
const MAX_GROWTH_BYTES = 192 * 1_048_576;
/**
 * What an attack may write in its ten seconds. A device's messages are read at a rate (2 MiB, then a quarter of a MiB a second): four laptops bring 18 MiB, which take twice
 * that in pages that two long rows do not fit into. The rest is for the honest ones and the write-ahead log, which is kept at its largest size.
 */
const MAX_DISK_BYTES = 48 * 1_048_576;
/** The attacker's work must not be taken for the server's: on a machine of two cores it gets what is left. */
const ATTACKER_NICENESS = 19;
/** Linux shares the processors out among sessions first, and niceness counts within one (sched(7), “The autogroup feature”). */
const AUTOGROUP = '/proc/self/autogroup';
/** So that what other sessions of this machine do is not taken for the server's slowness. All that runs here takes less than one processor. */
const SESSION_NICENESS = -10;

/** What an attacker in the school's network has. */
export interface Stand {
  readonly school: School;
  readonly fleet: HonestFleet;
  /** `127.0.0.1` ports of the server. */
  readonly mqttPort: number;
  readonly certificateAuthority: string;
}

export interface Attack {
  /** What the attacker does, in words. */
  readonly what: string;
  /** Attacks until the signal. Throws where the attack itself could not be made. */
  readonly run: (stand: Stand, signal: AbortSignal) => Promise<void>;
}

/** A real server with honest laptops, and how they fare without an attack. */
export async function buildStand(t: Test, env: Readonly<Record<string, string>> = {}): Promise<Stand> {
  // Before the processes are started that inherit it. A kernel may have been built, or told, to do without.
  if (existsSync(AUTOGROUP)) writeFileSync(AUTOGROUP, String(SESSION_NICENESS));
  const school = await createSchool(testFolder(t), t.teardown.bind(t), env);
  const fleet = await startHonestFleet(t, school, HONEST_DEVICES);
  setPriority(process.pid, ATTACKER_NICENESS);
  return {
    school,
    fleet,
    mqttPort: school.mqttPort,
    certificateAuthority: readFileSync(join(school.dataDir, 'certificates/ca.crt'), 'utf8'),
  };
}

/** Lets an attack run beside the honest laptops, and asks that they hardly noticed and that the server grew within bounds. */
export async function underAttack(t: Test, stand: Stand, { what, run }: Attack): Promise<void> {
  const { school, fleet } = stand;
  const idle = await fleet.measure(WATCH_SECONDS);
  const before = sizesOf(school);
  const startedAt = Date.now();
  const ender = new AbortController();
  const attack = run(stand, ender.signal);
  const [attacked] = await Promise.all([
    fleet.measure(WATCH_SECONDS).finally(() => ender.abort()),
    // An attack that ends early, or breaks, is seen here.
    attack,
  ]);
  const after = sizesOf(school);
  t.comment(
    `${what}: ${told(attacked)}; without: ${told(idle)}; ` +
      `memory ${megabytes(before.memory)} -> ${megabytes(after.memory)} MB, disk ${megabytes(before.disk)} -> ${megabytes(after.disk)} MB`,
  );
  const most = Math.max(MAX_RATIO * idle.p99Ms, UNNOTICED_MS);
  t.ok(
    attacked.p99Ms <= most,
    `p99 ${round(attacked.p99Ms)} ms of at most ${round(most)}: ${told(attacked)}`,
  );
  t.ok(attacked.clockP99Ms <= MAX_CLOCK_MS, `by the clock ${round(attacked.clockP99Ms)} ms`);
  t.equal(attacked.cuts, idle.cuts, 'nobody honest is cut off');
  t.ok(after.memory - before.memory <= MAX_GROWTH_BYTES, 'memory stays in bounds');
  t.ok(after.disk - before.disk <= MAX_DISK_BYTES, 'the disk is not filled');
  await heardSince(t, stand, startedAt);
}

/** All honest laptops are on-line, and were heard during the attack: their heartbeats too came into the store. */
async function heardSince(t: Test, { school, fleet }: Stand, since: number): Promise<void> {
  // Heartbeats come every 10 s and are written in batches.
  await fleet.measure(3);
  const list = await school.request('GET', '/v1/devices?limit=200&q=HONEST');
  t.equal(list.status, 200);
  const honest = new Set(fleet.deviceIds);
  const heard = (list.body.data as readonly { id: string; status: string; lastSeen: string }[]).filter(
    ({ id, status, lastSeen }) => honest.has(id) && status === 'online' && Date.parse(lastSeen) >= since,
  );
  t.equal(heard.length, HONEST_DEVICES, 'every honest laptop is on-line and was heard meanwhile');
}

function sizesOf(school: School): { readonly memory: number; readonly disk: number } {
  const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${school.pid()}/status`, 'utf8'));
  return { memory: Number(resident?.[1]) * 1_024, disk: folderBytes(school.dataDir) };
}

function folderBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
}

const round = (value: number): number => Math.round(value * 10) / 10;
const megabytes = (bytes: number): number => Math.round(bytes / 1_048_576);
const told = ({ sent, p50Ms, p99Ms, worstMs, ...clock }: FleetMeasure): string =>
  `${sent} sent, p50 ${round(p50Ms)}, p99 ${round(p99Ms)}, worst ${round(worstMs)} ms (by the clock ${round(clock.clockP99Ms)} and ${round(clock.clockWorstMs)} ms; withheld ${round(clock.withheldMs)} ms)`;
