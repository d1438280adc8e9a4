import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { createSchool, type School } from '../support/school.ts';
import { type HonestFleet, startHonestFleet } from './honest-fleet.ts';
import { preloadEnvironment } from './preloads.ts';
import { PROXY_ADDRESS } from './proxy.ts';

/** What an attacker in the school's network has. */
export interface Stand {
  readonly school: School;
  readonly fleet: HonestFleet;
  /** `127.0.0.1` ports of the server. */
  readonly mqttPort: number;
  readonly certificateAuthority: string;
  /** While this file is there, the server's disk is as good as full. */
  readonly fullDisk: string;
}

export interface Attack {
  /** What the attacker does, in words. */
  readonly what: string;
  /** Gets ready, so that the attack lasts as long as the watch. @returns what attacks until the signal; it throws where the attack could not be made, or where what is to stop it did not */
  readonly prepare: (stand: Stand) => Promise<(signal: AbortSignal) => Promise<void>>;
}

export interface StandOptions {
  /** Empty, for the server's data. */
  readonly folder: string;
  readonly honestDevices: number;
  readonly heartbeatMs: number;
  /** Registers the clean-up, as tap's `t.teardown`. */
  readonly onEnd: (work: () => unknown) => void;
}

/** A real server with honest laptops. */
export async function buildStand({
  folder,
  honestDevices,
  heartbeatMs,
  onEnd,
}: StandOptions): Promise<Stand> {
  const fullDisk = join(folder, 'disk-is-full');
  const school = await createSchool(folder, onEnd, {
    ...preloadEnvironment(fullDisk),
    SCHOOLGATE_TRUST_PROXY: `${PROXY_ADDRESS}/32`,
  });
  const fleet = await startHonestFleet(school, { count: honestDevices, heartbeatMs, onEnd });
  return {
    school,
    fleet,
    fullDisk,
    mqttPort: school.mqttPort,
    certificateAuthority: readFileSync(join(school.dataDir, 'certificates/ca.crt'), 'utf8'),
  };
}

/** Attacks for as long as the watch takes. Rejects where the attack ends early by a fault of its own, or the watch does. */
export async function attackWhile<T>(stand: Stand, { prepare }: Attack, watch: () => Promise<T>): Promise<T> {
  const attack = await prepare(stand);
  const ender = new AbortController();
  const [seen] = await Promise.all([watch().finally(() => ender.abort()), attack(ender.signal)]);
  return seen;
}

/** Honest laptops that the server shows as on-line, and has heard since a moment (Unix milliseconds). */
export async function heardSince({ school, fleet }: Stand, since: number): Promise<number> {
  const list = await school.request('GET', '/v1/devices?limit=200&q=HONEST');
  if (list.status !== 200) throw new Error(`the devices answered ${list.status}`);
  const honest = new Set(fleet.deviceIds);
  return (list.body.data as readonly { id: string; status: string; lastSeen: string }[]).filter(
    ({ id, status, lastSeen }) => honest.has(id) && status === 'online' && Date.parse(lastSeen) >= since,
  ).length;
}

/** How many alerts there are in all. */
export async function alertCount({ school }: Stand): Promise<number> {
  const list = await school.request('GET', '/v1/alerts?limit=1');
  if (list.status !== 200) throw new Error(`the alerts answered ${list.status}`);
  return list.body.total;
}

/** No attack comes from here, and uses up what the address may ask. */
const WATCHER = new Agent({ localAddress: '127.0.0.99' });

/** A figure of the server, or what it has counted since it began, e.g. `gateway_refused_total{reason="over_quota"}`. */
export async function countOf({ school }: Stand, name: string): Promise<number> {
  const answer = await request(`http://127.0.0.1:${school.httpPort}/metrics`, { dispatcher: WATCHER });
  if (answer.statusCode !== 200) throw new Error(`the metrics answered ${answer.statusCode}`);
  const lines = (await answer.body.text()).split('\n');
  const line = lines.find((one) => one.startsWith(`schoolgate_${name} `));
  return Number(line?.split(' ').at(-1) ?? 0);
}

/** What the server's process holds of the memory (bytes). */
export function memoryOf(school: School): number {
  const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${school.pid()}/status`, 'utf8'));
  return Number(resident?.[1]) * 1_024;
}
