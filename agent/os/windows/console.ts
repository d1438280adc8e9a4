import type { CommandRunner } from '../../ports/command-runner.ts';
import { powershell } from './powershell.ts';

/** The user whose session is on the screen. */
export interface ConsoleUser {
  /** DOMAIN\name as Windows writes it; the bare name when only `query user` knows it. */
  readonly user: string;
  /** Number of the session; null where `query user` is missing (Home edition). */
  readonly sessionId: string | null;
}

/** Win32_ComputerSystem.UserName: who is signed in at the console, empty for remote sessions. */
const USER_SCRIPT = '(Get-CimInstance Win32_ComputerSystem).UserName';

export async function readConsole({ run }: { readonly run: CommandRunner }): Promise<ConsoleUser | null> {
  const row = parseQueryUser((await run.run(['query.exe', 'user'])).stdout);
  const full = (await run.run(powershell(USER_SCRIPT))).stdout.replace(/^\uFEFF/, '').trim();
  const user = /^[^\\\r\n]+\\[^\\\r\n]+$/.test(full) ? full : row?.user;
  return user === undefined ? null : { user, sessionId: row?.sessionId ?? null };
}

/**
 * ` anna   console   1  Active   none   20/11/2026 08:01`. The words of the state are translated, the name "console" is not. A
 * disconnected session has no name in that column.
 */
function parseQueryUser(text: string): { readonly user: string; readonly sessionId: string } | null {
  for (const line of text.split(/\r?\n/)) {
    const [, user, sessionId] = /^[> ](\S.*?)\s{2,}console\s+(\d{1,6})\s/i.exec(line) ?? [];
    if (user !== undefined && sessionId !== undefined) return { user, sessionId };
  }
  return null;
}
