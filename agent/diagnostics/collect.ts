import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../kit/fault.ts';
import { importPublicKey, sha256 } from '../../kit/signing.ts';
import { computerInBrief } from '../core/commands/inspection-commands.ts';
import { readTarget } from '../core/target/signed-message.ts';
import { enrollmentName } from '../enrollment/enroll.ts';
import { filterOwnFiles } from '../os/linux/filter/places.ts';
import { AGENT_UNITS, RESOLVED_UNIT } from '../os/linux/units.ts';
import { AgentError } from '../ports/agent-error.ts';
import type { CommandRunner } from '../ports/command-runner.ts';
import type { SystemFacts } from '../ports/system-facts.ts';
import { AGENT_VERSION } from '../report/version.ts';
import { type Identity, loadIdentity, readText } from '../state/identity.ts';
import type { StateFolder } from '../state/state-folder.ts';
import { summariseState } from '../state/state-summary.ts';
import { type RunningStatus, readStatus } from '../state/status-file.ts';

/** Lines of the units' journal, newest last: some days of a quiet agent. */
const JOURNAL_LINES = 2_000;
/** All of installer/agent/units. */
const OUR_UNITS = [...AGENT_UNITS, 'schoolgate-boot.service', 'schoolgate-enroll.service'];

export interface DiagnosticSources {
  readonly folder: StateFolder;
  readonly run: CommandRunner;
  readonly facts: SystemFacts;
  readonly platform: NodeJS.Platform;
}

export interface DiagnosticFile {
  readonly name: string;
  /** What it tells, for the manifest. */
  readonly about: string;
  readonly text: string;
}

export interface Diagnosis {
  readonly files: readonly DiagnosticFile[];
  readonly leftOut: readonly { readonly name: string; readonly why: string }[];
}

interface Part {
  readonly name: string;
  readonly about: string;
  /** Only on Linux. */
  readonly linux?: true;
  /** A text, or what becomes JSON. @throws Error for a part that cannot be had: the others are collected all the same */
  read(sources: DiagnosticSources): Promise<unknown>;
}

/**
 * Every part lists what it collects and collects nothing else: no key, code, password or hash of one, and nothing that people did. It leaves out the
 * sets of the firewall, because they hold addresses that people asked for, and names of people and of sites that were opened for them.
 */
const PARTS: readonly Part[] = [
  { name: 'agent.json', about: 'versions and the computer in brief', read: agentPart },
  { name: 'enrollment.json', about: 'which school and device, without the key', read: enrollmentPart },
  { name: 'status.json', about: 'what the agent last said of itself', read: statusPart },
  {
    name: 'state.json',
    about: 'versions of the target state, what waits for the server, the agent’s own faults',
    read: statePart,
  },
  { name: 'files.json', about: 'names, sizes and rights of the files in the state folder', read: filesPart },
  { name: 'filter.json', about: 'what the filter wants, and what its journal would undo', read: filterPart },
  {
    name: 'nft.txt',
    about: 'rules of the firewall, without the contents of sets',
    linux: true,
    read: ({ run }) => output(run, ['nft', '--terse', 'list', 'ruleset']),
  },
  {
    name: 'resolv.conf.txt',
    about: 'resolvers of the system',
    linux: true,
    read: () => readFile('/etc/resolv.conf', 'utf8'),
  },
  {
    name: 'units.txt',
    about: 'states of the services',
    linux: true,
    read: ({ run }) =>
      output(run, [
        'systemctl',
        'show',
        '--property=Id,LoadState,UnitFileState,ActiveState,SubState,Result,NRestarts,ExecMainStatus,StateChangeTimestamp',
        ...OUR_UNITS,
        RESOLVED_UNIT,
      ]),
  },
  {
    name: 'journal.txt',
    about: `the last ${JOURNAL_LINES} lines that the services logged`,
    linux: true,
    read: ({ run }) =>
      output(run, [
        'journalctl',
        '--no-pager',
        '--no-hostname',
        '--output=short-iso',
        `--lines=${JOURNAL_LINES}`,
        ...OUR_UNITS.map((unit) => `--unit=${unit}`),
      ]),
  },
];

/** Collects what a helpdesk needs, each part as far as this account may read it. */
export async function collectDiagnostics(sources: DiagnosticSources): Promise<Diagnosis> {
  const files: DiagnosticFile[] = [];
  const leftOut: { name: string; why: string }[] = [];
  for (const { name, about, linux, read } of PARTS) {
    if (linux === true && sources.platform !== 'linux') {
      leftOut.push({ name, why: 'only on Linux' });
      continue;
    }
    try {
      const found = await read(sources);
      const text = typeof found === 'string' ? found : JSON.stringify(found, null, 2);
      files.push({ name, about, text: text.endsWith('\n') ? text : `${text}\n` });
    } catch (error) {
      leftOut.push({ name, why: messageOf(error).replaceAll(/\s+/g, ' ') });
    }
  }
  return { files, leftOut };
}

async function output(run: CommandRunner, command: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run.run(command);
  if (code !== 0) throw new AgentError(`${command[0]} ended with ${code}: ${stderr.trim().slice(0, 300)}`);
  return stdout;
}

async function agentPart({ facts }: DiagnosticSources): Promise<unknown> {
  return { agentVersion: AGENT_VERSION, node: process.versions.node, ...(await computerInBrief(facts)) };
}

/** @throws AgentError when there is none */
async function enrolled(folder: StateFolder): Promise<Identity> {
  const identity = await loadIdentity(folder);
  if (identity === null) throw new AgentError('this computer is not enrolled');
  return identity;
}

async function enrollmentPart({ folder }: DiagnosticSources): Promise<unknown> {
  const identity = await enrolled(folder);
  const { deviceId, serverUrl, serverPublicKey, mqttUrls, organisation, ou, enrolledAt } = identity;
  return {
    ...{ deviceId, serverUrl, serverPublicKey, mqttUrls, organisation, ou },
    enrolledAt: new Date(enrolledAt).toISOString(),
    certificateAuthoritySha256: sha256(identity.certificateAuthority),
  };
}

async function statusPart({ folder }: DiagnosticSources): Promise<unknown> {
  const status = await readStatus(folder);
  if (status === null) throw new AgentError('no agent has written its status here');
  const { lock, classroom, link, filter, ...more }: RunningStatus = status;
  const { pid, startedAt, writtenAt, observe, targetVersion, campus, battery, charging } = more;
  const { state, since, until, network, session, window, problems } = lock;
  return {
    ...{ pid, startedAt, writtenAt, observe, targetVersion, campus, battery, charging, link, filter },
    lock: { state, since, until, network, session, window, problems },
    classroom: {
      mode: classroom.session?.mode ?? null,
      sessions: classroom.sessions,
      overrides: classroom.overrides.length,
    },
    outbox: more.outbox,
    clockOffsetMs: more.clockOffsetMs,
  };
}

async function statePart({ folder }: DiagnosticSources): Promise<unknown> {
  const identity = await enrolled(folder);
  const { target, ...state } = summariseState(folder.database, enrollmentName(identity));
  return { ...state, target: target === null ? null : await targetInBrief(target, identity) };
}

async function targetInBrief(
  jws: string,
  { serverPublicKey, deviceId }: Identity,
): Promise<Readonly<Record<string, unknown>>> {
  const read = await readTarget(jws, { publicKey: importPublicKey(serverPublicKey), deviceId });
  if (!read.ok) return { refused: read.refusal.code };
  const { version, issuedAt, lock, settings, policy, categories, sessions, overrides, removal } = read.value;
  return {
    ...{ version, issuedAt },
    lock: { wanted: lock.wanted, until: lock.until, hasPin: lock.pin !== null },
    policy: policy === undefined ? null : { version: policy.version, hash: policy.hash, bytes: policy.bytes },
    categories: categories ?? null,
    sessions: sessions?.length ?? 0,
    overrides: overrides?.length ?? 0,
    people: settings.people?.length ?? 0,
    campuses: settings.campuses.length,
    heartbeatSeconds: settings.heartbeatSeconds,
    hasRemovalCode: removal !== undefined,
  };
}

async function filesPart({ folder }: DiagnosticSources): Promise<unknown> {
  const names = (await readdir(folder.path)).sort();
  return await Promise.all(
    names.map(async (name) => {
      const { size, mode, mtime } = await stat(join(folder.path, name));
      return { name, bytes: size, mode: (mode & 0o7777).toString(8), changed: mtime.toISOString() };
    }),
  );
}

async function filterPart({ folder }: DiagnosticSources): Promise<unknown> {
  const { goal, journal } = filterOwnFiles(folder.path);
  return { goal: goalInBrief(await readText(goal)), journal: journalInBrief(await readText(journal)) };
}

const GOAL_MEMBERS = ['mode', 'failMode', 'ports', 'networkResolvers', 'localNetworks', 'pinnedEgress'];

function goalInBrief(text: string | null): unknown {
  if (text === null) return null;
  const goal = JSON.parse(text) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(GOAL_MEMBERS.map((member) => [member, goal[member]]));
}

/** Reads lines of a checksum and an entry. The former content of files belongs to the school, and is left out. */
function journalInBrief(text: string | null): unknown {
  if (text === null) return null;
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { kind, key, file, folder, before } = parsed(line.slice(9));
      return { kind, key, file, folder, hadContent: before !== null && before !== undefined };
    });
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'damaged' };
    throw error;
  }
}
