import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { Clock } from '../../kit/clock.ts';
import { type DiskSpace, systemDiskSpace } from '../../kit/disk-space.ts';
import { messageOf } from '../../kit/fault.ts';
import { OperatorError, systemErrorCode } from '../../kit/operator-error.ts';
import { explainListenError } from '../config/listen-error.ts';
import type { Settings } from '../config/settings.ts';
import type { DataLayout } from '../data-folder/layout.ts';
import { proveWritable, unwritable } from '../data-folder/prepare.ts';
import { findRunningServer } from '../data-folder/server-lock.ts';
import { reserveOf } from '../disk/disk-reserve.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const OLDEST_MINOR = 18; // as tools/launch.cjs has it
const MEGABYTE = 1_048_576;
const GIGABYTE = 1024 * MEGABYTE;
/** Below this the database may stop in the middle of a lesson. */
const FREE_FAIL_BYTES = 100 * MEGABYTE;
/** A term's activity of a school takes about this much. */
const FREE_WARN_BYTES = GIGABYTE;
/** This version was made later: a clock that shows an earlier time is wrong. */
const MADE_AT = Date.UTC(2026, 10, 1);
const YEAR_MS = 365 * 86_400_000;
/** Clocks of file systems and machines differ by less than this. */
const FUTURE_TOLERANCE_MS = 5 * 60_000;

export function checkNode(version: string): Finding {
  const [major, minor] = version.split('.').map(Number);
  if (major === 22 && (minor ?? 0) >= OLDEST_MINOR) return ok('Node', `version ${version}`);
  return fail(
    'Node',
    `version ${version} does not suit`,
    `Run "npm ci" to install the one that does, 22.${OLDEST_MINOR} or a later 22.`,
  );
}

/** A clock that is wrong makes certificates, tokens and logs wrong. */
export async function checkClock(clock: Clock, layout: DataLayout): Promise<Finding> {
  const now = clock.now();
  const says = `it is ${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const todo = 'Set the clock and switch time synchronisation (NTP) on.';
  if (now < MADE_AT || now > MADE_AT + 20 * YEAR_MS) return fail('Clock', `${says}, which cannot be`, todo);
  const written = await modifiedAt(layout.database);
  if (written !== null && written > now + FUTURE_TOLERANCE_MS) {
    return fail(
      'Clock',
      `${says}, but the database was written on ${new Date(written).toISOString().slice(0, 10)}, which is later`,
      todo,
    );
  }
  return ok('Clock', says);
}

export async function checkDataFolder(layout: DataLayout): Promise<readonly Finding[]> {
  const check = 'Data folder';
  const mode = await modeOf(layout.root);
  if (mode === null) return [await checkMissingFolder(layout.root)];
  try {
    await proveWritable(layout.root);
  } catch (error) {
    return [fail(check, unwritable(layout.root, error), 'Put that right and run doctor again.')];
  }
  const writable = ok(check, `${layout.root} can be written`);
  if (process.platform === 'win32') return [writable, await checkSpace(layout.root)];
  const open = await tooOpen([layout.root, layout.certificates, layout.secrets, layout.database]);
  const privacy =
    open.length === 0
      ? ok('Permissions', 'the data is private to its owner')
      : warn(
          'Permissions',
          `other accounts can read ${open.join(', ')}`,
          `Run: chmod -R go-rwx ${layout.root}`,
        );
  return [writable, privacy, await checkSpace(layout.root)];
}

async function checkMissingFolder(folder: string): Promise<Finding> {
  let parent = dirname(folder);
  while ((await modeOf(parent)) === null && dirname(parent) !== parent) parent = dirname(parent);
  try {
    await proveWritable(parent);
    return ok('Data folder', `${folder} does not exist yet; the server makes it`);
  } catch (error) {
    return fail('Data folder', unwritable(folder, error), 'Put that right and run doctor again.');
  }
}

export async function checkSpace(folder: string, disk: DiskSpace = systemDiskSpace): Promise<Finding> {
  const { freeBytes: free, totalBytes } = await disk.read(folder);
  const detail =
    free >= GIGABYTE ? `${Math.floor(free / GIGABYTE)} GB free` : `${Math.floor(free / MEGABYTE)} MB free`;
  if (free < FREE_FAIL_BYTES)
    return fail('Disk', detail, 'Make room: a full disk stops the server from recording anything.');
  if (free < reserveOf(totalBytes)) {
    return warn(
      'Disk',
      `${detail}: only the reserve for locks, commands and the audit trail is left`,
      'Make room: until then records wait on the devices.',
    );
  }
  if (free < FREE_WARN_BYTES) return warn('Disk', detail, 'Make room soon.');
  return ok('Disk', detail);
}

async function tooOpen(paths: readonly string[]): Promise<readonly string[]> {
  const modes = await Promise.all(paths.map(async (path) => ({ path, mode: await modeOf(path) })));
  return modes.filter(({ mode }) => mode !== null && (mode & 0o077) !== 0).map(({ path }) => path);
}

/** The ports are free, or held by the very server of this data folder. */
export async function checkPorts(settings: Settings, layout: DataLayout): Promise<readonly Finding[]> {
  const running = await findRunningServer(layout);
  if (running !== null) {
    const ports = `${running.httpPort} and ${running.mqttPort}`;
    return [
      ok('Server', `running, process ${running.pid}, ${running.http}`),
      ok('Ports', `${ports} are held by it`),
    ];
  }
  const ports = await Promise.all(
    [settings.httpPort, settings.mqttPort].map((port) => checkPort(settings, port)),
  );
  return [ok('Server', 'none runs on this data folder now'), ...ports];
}

async function checkPort(settings: Settings, port: number): Promise<Finding> {
  const check = `Port ${port}`;
  const server = createServer();
  try {
    server.listen({ host: settings.host, port, exclusive: true });
    await once(server, 'listening');
    return ok(check, `free on ${settings.host}`);
  } catch (error) {
    const explained = explainListenError(error, settings);
    return fail(
      check,
      messageOf(explained),
      explained instanceof OperatorError ? 'Then run doctor again.' : 'See the message.',
    );
  } finally {
    server.close();
  }
}

async function modeOf(path: string): Promise<number | null> {
  return (await statOrNull(path))?.mode ?? null;
}

async function modifiedAt(path: string): Promise<number | null> {
  // The write-ahead log is younger than the database file that it will be merged into.
  const times = await Promise.all(
    [path, join(`${path}-wal`)].map(async (each) => (await statOrNull(each))?.mtimeMs ?? null),
  );
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.max(...known);
}

async function statOrNull(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) return null;
    throw error;
  }
}
