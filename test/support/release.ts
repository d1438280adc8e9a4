import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hardware } from '../../agent/ports/system-facts.ts';
import { loadIdentity, saveIdentity } from '../../agent/state/identity.ts';
import { stateFolderAt } from '../../agent/state/state-folder.ts';
import { csrfTokenOf } from '../../api/http/authentication/sessions.ts';
import { askFilter, dnsPortOf, filterOn, redirectedProbes } from '../integration/agent/filtering.ts';
import { FACTS, type Laptop, runLaptop } from '../integration/agent/laptop.ts';
import { ROOT } from './child-process.ts';
import type { Answer, School } from './school.ts';
import { until } from './until.ts';

/** Where the kept releases lie, each in a folder of its own. */
export const RELEASES: string = join(ROOT, 'test/fixtures');
/** Of a release: everything that its programs had on the disk, and what they said of it. */
export const STATE_FILE = 'state.tar.gz';
export const FACTS_FILE = 'school.json';

export interface ReleaseFacts {
  readonly release: string;
  /** Names of the folders beside `server` in the archive, and the devices that they are. */
  readonly laptops: Readonly<
    Record<'locked' | 'free', { readonly folder: string; readonly deviceId: string }>
  >;
  /** Secrets of this made-up school alone. */
  readonly secrets: {
    readonly readOnlyKey: string;
    readonly revokedKey: string;
    readonly webhookId: string;
    readonly webhookSecret: string;
    readonly teacher: { readonly email: string; readonly password: string };
    readonly pin: string;
  };
  /** A name that its policies block, and that the laptop which is free has asked for while the server was away. */
  readonly blocked: string;
  readonly askedOffline: string;
  /** What GET said, by path, to the last page. */
  readonly lists: Readonly<Record<string, readonly Row[]>>;
}

export type Row = Readonly<Record<string, unknown>>;

/** What a school is made of, by the paths that list it. */
export const LISTS = [
  '/v1/accounts',
  '/v1/alerts',
  '/v1/audit',
  '/v1/campuses',
  '/v1/categories/sources',
  '/v1/categories/suggestions',
  '/v1/classroom/sessions',
  '/v1/commands',
  '/v1/devices',
  '/v1/enrollment-tokens',
  '/v1/keys',
  '/v1/logs',
  '/v1/ous',
  '/v1/overrides',
  '/v1/policies',
  '/v1/users',
  '/v1/webhooks',
] as const;

export function keptReleases(): readonly { readonly folder: string; readonly facts: ReleaseFacts }[] {
  return readdirSync(RELEASES)
    .filter((name) => name.startsWith('release-'))
    .map((name) => {
      const folder = join(RELEASES, name);
      return { folder, facts: JSON.parse(readFileSync(join(folder, FACTS_FILE), 'utf8')) as ReleaseFacts };
    });
}

/** What a page of ours sends that has no session. */
export const PAGE = { 'sec-fetch-site': 'same-origin', authorization: '' } as const;

/** Asks as somebody who is signed in to the dashboard. */
export type Owner = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** The owner, signed in by a new link: some lists are for people alone. */
export async function ownerOf(school: School): Promise<Owner> {
  const link = await fetch(await school.signInLink(), { method: 'POST', headers: PAGE, redirect: 'manual' });
  const [, secret] = /^schoolgate-\d+=([^;]+)/.exec(link.headers.get('set-cookie') ?? '') ?? [];
  if (secret === undefined) throw new Error('no session was opened');
  const session = {
    ...PAGE,
    cookie: `schoolgate-${school.httpPort}=${secret}`,
    'x-csrf-token': csrfTokenOf(secret),
  };
  return (method, path, body) => school.request(method, path, body, session);
}

/** Of /v1/logs, which lists the last day alone, and at most 90 days. */
export interface LogRange {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;

/** @param end epoch milliseconds */
export function daysBefore(end: number, days: number): LogRange {
  return { from: new Date(end - days * DAY_MS).toISOString(), to: new Date(end).toISOString() };
}

/** All rows of a list, page by page. */
export async function readWhole(
  request: Owner,
  path: string,
  range: LogRange | null = null,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ ...range, ...(cursor === null ? {} : { cursor }) });
    const { status, body }: Answer = await request('GET', `${path}?${query}`);
    if (status !== 200) throw new Error(`GET ${path}: ${JSON.stringify(body)}`);
    rows.push(...body.data);
    cursor = body.nextCursor;
  } while (cursor !== null);
  return rows;
}

/** Of a made-up laptop: no fact of the machine that makes the fixture is in it. */
export function releaseHardware(name: string): Hardware {
  if (FACTS.hardware === undefined) throw new Error('the pretended computer has no hardware');
  return {
    ...FACTS.hardware,
    machineId: `schoolgate-release-${name}`,
    serial: `REL-${name}`,
    hostname: name,
  };
}

/** Gives a laptop the address that the server has in this run. */
export async function moveLaptop(stateDir: string, { httpPort, mqttPort }: School): Promise<void> {
  const folder = stateFolderAt(stateDir);
  const identity = await loadIdentity(folder);
  if (identity === null) throw new Error(`${stateDir} is not enrolled`);
  const moved = (url: string): string => {
    const at = new URL(url);
    // MQTT over WebSocket comes through the port of HTTP.
    at.port = String(at.protocol === 'mqtts:' ? mqttPort : httpPort);
    return at.href.replace(/\/$/, '');
  };
  await saveIdentity(folder, {
    ...identity,
    serverUrl: moved(identity.serverUrl),
    mqttUrls: identity.mqttUrls.map(moved),
  });
}

export interface ReleaseLaptop extends Laptop {
  /** Asks the laptop's own resolver. */
  ask(name: string): Promise<string>;
}

/** The agent of a state folder, with its filter, on a pretended computer. */
export async function startReleaseLaptop(stateDir: string, name: string): Promise<ReleaseLaptop> {
  let laptop: Laptop | null = null;
  const port = (): number | null => (laptop === null ? null : dnsPortOf(laptop));
  const running = await runLaptop(stateDir, {
    hardware: releaseHardware(name),
    filter: filterOn(0, `${stateDir}-shared`),
    probes: redirectedProbes(port),
  });
  laptop = running;
  return {
    ...running,
    async ask(asked) {
      const at = await until(port, { what: 'the filter’s port', timeoutMs: 30_000 });
      return askFilter(at, asked);
    },
  };
}

/** Types a PIN into the lock page, as the student does. @returns the status of the answer */
export async function typePin(url: string, pin: string): Promise<number> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { origin: new URL(url).origin },
    body: new URLSearchParams({ pin }),
    redirect: 'manual',
  });
  return answer.status;
}
