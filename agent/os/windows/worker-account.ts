import { createHash } from 'node:crypto';
import type { CommandRunner } from '../../ports/command-runner.ts';

/** The account of a service, `NT SERVICE\NAME`: S-1-5-80 and the SHA-1 of its name in capital letters, UTF-16, as five numbers (MS-DTYP section 2.4.2.4, well-known SIDs). */
export function serviceSid(name: string): string {
  const digest = createHash('sha1').update(Buffer.from(name.toUpperCase(), 'utf16le')).digest();
  const numbers = [0, 4, 8, 12, 16].map((at) => digest.readUInt32LE(at));
  return `S-1-5-80-${numbers.join('-')}`;
}

/** Whose process the worker is where the native host starts it. */
export const WORKER_SID: string = serviceSid('SchoolgateWorker');
/** Whose process the agent is as a service. */
export const SYSTEM_SID = 'S-1-5-18';

/** Whose process this one is; SYSTEM when Windows does not say. */
export async function ownSid(run: CommandRunner): Promise<string> {
  const { stdout } = await run.run(['whoami.exe', '/user', '/fo', 'csv', '/nh']);
  const [, sid = SYSTEM_SID] = /,"(S-1-[\d-]+)"\s*$/.exec(stdout) ?? [];
  return sid;
}
