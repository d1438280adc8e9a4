// `npm run measure -- hostile`: what honest laptops wait while hostile ones and strangers do their worst, in figures, one a line as JSON. Programs must be built first.
// `node test/measure/hostile.ts NAME …` measures these attacks alone.
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ATTACKS } from '../hostile/attacks/all.ts';
import { alertCount, attackWhile, buildStand, heardSince, memoryOf, type Stand } from '../hostile/stand.ts';

/** As many as a small school has: what an attack costs them is what counts. */
const HONEST_DEVICES = 200;
const HEARTBEAT_MS = 10_000;
/** The figure of a quiet server is taken over so long, and each attack lasts at least as long. */
const WATCH_SECONDS = 10;
/** The heartbeats of the watch are written in batches. */
const WRITTEN_SECONDS = 3;
/** The 99th percentile of what honest laptops wait, as a multiple of the same figure without the attack, taken right before. */
const MAX_RATIO = 2;
/**
 * Up to here (milliseconds) a wait is none, whatever the ratio. A quiet server's figure is 6 to 12 ms, and ten of a thousand messages make it: two slow writes of a shared
 * disk, of some 20 ms each, are enough to multiply it by four without any attack. Nobody and nothing notices so much: an agent gives a server up after 20 s.
 */
const UNNOTICED_MS = 50;
/** By the clock on the wall (milliseconds), with whatever else this machine does. */
const MAX_CLOCK_MS = 500;
/** Memory that an attack may leave behind (MB): Node gives back late what it took for a burst. */
const MAX_GROWTH_MB = 192;
/**
 * What an attack may write in its ten seconds (MB). A device's messages are read at a rate (2 MiB, then a quarter of a MiB a second): four laptops bring 18 MiB, which take
 * twice that in pages that two long rows do not fit into. The rest is for the honest ones and the write-ahead log, which is kept at its largest size.
 */
const MAX_DISK_MB = 48;
/** What a laptop may make in a day's hundredth part: the rest of the list is for what matters. */
const MAX_ALERTS = 100;
/** The attacker's work must not be taken for the server's: on a machine of two cores it gets what is left. */
const ATTACKER_NICENESS = 19;
/** Linux shares the processors out among sessions first, and niceness counts within one (sched(7), “The autogroup feature”). */
const AUTOGROUP = '/proc/self/autogroup';
/** So that what other sessions of this machine do is not taken for the server's slowness. All that runs here takes less than one processor. */
const SESSION_NICENESS = -10;

interface Figure {
  readonly figure: string;
  readonly value: number;
  readonly unit: string;
  readonly bound: number;
  readonly ok: boolean;
}

const ends: (() => unknown)[] = [];
const folder = mkdtempSync(join(tmpdir(), 'schoolgate-hostile-'));
try {
  // Before the processes are started that inherit it. A kernel may have been built, or told, to do without.
  if (existsSync(AUTOGROUP)) writeFileSync(AUTOGROUP, String(SESSION_NICENESS));
  const stand = await buildStand({
    folder,
    honestDevices: HONEST_DEVICES,
    heartbeatMs: HEARTBEAT_MS,
    onEnd: (work) => ends.push(work),
  });
  setPriority(process.pid, ATTACKER_NICENESS);
  const named = process.argv.slice(2);
  for (const name of named.length > 0 ? named : Object.keys(ATTACKS))
    for (const figure of await measure(stand, name)) process.stdout.write(`${JSON.stringify(figure)}\n`);
} finally {
  for (const work of ends.reverse()) await work();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(stand: Stand, name: string): Promise<readonly Figure[]> {
  const attack = ATTACKS[name];
  if (attack === undefined) throw new Error(`no attack is called ${name}`);
  const { school, fleet } = stand;
  const idle = await fleet.measure(WATCH_SECONDS);
  const before = {
    memory: memoryOf(school),
    disk: folderBytes(school.dataDir),
    alerts: await alertCount(stand),
  };
  const startedAt = Date.now();
  const attacked = await attackWhile(stand, attack, () => fleet.measure(WATCH_SECONDS));
  const memory = memoryOf(school) - before.memory;
  const disk = folderBytes(school.dataDir) - before.disk;
  await fleet.measure(WRITTEN_SECONDS);
  const unheard = fleet.deviceIds.length - (await heardSince(stand, startedAt));
  return [
    atMost(`p99 under ${name}`, attacked.p99Ms, 'ms', Math.max(MAX_RATIO * idle.p99Ms, UNNOTICED_MS)),
    atMost(`p99 by the clock under ${name}`, attacked.clockP99Ms, 'ms', MAX_CLOCK_MS),
    atMost(`memory left by ${name}`, memory / 1_048_576, 'MB', MAX_GROWTH_MB),
    atMost(`disk filled by ${name}`, disk / 1_048_576, 'MB', MAX_DISK_MB),
    atMost(`honest laptops cut under ${name}`, attacked.cuts - idle.cuts, 'laptops', 0),
    atMost(`honest laptops unheard under ${name}`, unheard, 'laptops', 0),
    ...(name === 'ALERT_FLOOD'
      ? [atMost(`alerts made by ${name}`, (await alertCount(stand)) - before.alerts, 'alerts', MAX_ALERTS)]
      : []),
  ];
}

function atMost(figure: string, measured: number, unit: string, bound: number): Figure {
  const round = (value: number): number => Math.round(value * 10) / 10;
  return { figure, value: round(measured), unit, bound: round(bound), ok: measured <= bound };
}

function folderBytes(path: string): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
}
