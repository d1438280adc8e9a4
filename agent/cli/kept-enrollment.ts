import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { removeDurably } from '../../kit/durable-file.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import { type EnrollOptions, enroll } from '../enrollment/enroll.ts';
import { EnrollmentWaiting, ServerAway } from '../ports/agent-error.ts';
import { type Identity, readText } from '../state/identity.ts';

export interface KeptEnrollmentOptions extends Omit<EnrollOptions, 'server' | 'token'> {
  readonly log: Log;
}

/** Lines NAME=value, as systemd reads them on Linux. */
const SERVER = /^[ \t]*SCHOOLGATE_SERVER=(.*)$/m;
const TOKEN = /^[ \t]*SCHOOLGATE_ENROLLMENT_TOKEN=(.*)$/m;

/**
 * Enrolls by `enroll.conf` in the state folder. The installer for Windows leaves that file when it could not enroll; on Linux a unit does this. The
 * file is removed after success, and renamed to `enroll.conf.refused` when the server refuses, because the same would be refused again. @returns null
 * when there is no such file, or it was refused @throws ServerAway, EnrollmentWaiting when the same may succeed later
 */
export async function enrollAsKept({ log, ...options }: KeptEnrollmentOptions): Promise<Identity | null> {
  const file = join(options.folder.path, 'enroll.conf');
  const text = await readText(file);
  if (text === null) return null;
  try {
    const [, server = ''] = SERVER.exec(text) ?? [];
    const [, token = ''] = TOKEN.exec(text) ?? [];
    const { identity } = await enroll({ ...options, server: server.trim(), token: token.trim() });
    await removeDurably(file);
    log.info({ deviceId: identity.deviceId }, 'enrolled by what the installer was given');
    return identity;
  } catch (error) {
    if (error instanceof ServerAway || error instanceof EnrollmentWaiting) throw error;
    log.error({ error: messageOf(error) }, 'what the installer was given does not enroll this computer');
    await rename(file, `${file}.refused`);
    return null;
  }
}
