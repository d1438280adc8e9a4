import type { CommandRunner } from '../../ports/command-runner.ts';

/** The user whose session is on the screen: the owner of /dev/console. */
export interface ConsoleUser {
  readonly user: string;
  readonly uid: number;
}

/** Owners of the console while nobody is signed in, or the setup assistant runs. */
const NOBODY = ['root', '_mbsetupuser', 'loginwindow', '_windowserver'];

export async function readConsole({ run }: { readonly run: CommandRunner }): Promise<ConsoleUser | null> {
  const { stdout } = await run.run(['stat', '-f', '%u %Su', '/dev/console']);
  const [, uid, user] = /^(\d{1,10}) (.+)$/.exec(stdout.trim()) ?? [];
  return uid === undefined || user === undefined || NOBODY.includes(user) ? null : { user, uid: Number(uid) };
}

/** Runs a program in the user's session: their launchd domain, then their account. */
export function inSession({ user, uid }: ConsoleUser, cmd: readonly string[]): readonly string[] {
  return ['launchctl', 'asuser', String(uid), 'sudo', '-u', user, ...cmd];
}
