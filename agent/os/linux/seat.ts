import type { CommandRunner } from '../../ports/command-runner.ts';

/** The session at this computer's own screen. */
export interface Seat {
  readonly user: string;
  /** logind's session id; null when there is no logind. */
  readonly sessionId: string | null;
  readonly uid: number | null;
  /** X display, as far as logind knows it (`:0`). */
  readonly display: string | null;
}

/** A login leaves a handful of sessions behind; more than this is a flood, and the command line has its limit. */
const MAX_SESSIONS = 64;

const PROPERTIES = ['Id', 'Name', 'User', 'Seat', 'Active', 'Class', 'Remote', 'Type', 'Display'];

/**
 * Asks logind for the active, local session of a user (not of the sign-in screen, class "greeter"); where there is no logind, utmp
 * through who(1). Null: nobody.
 */
export async function readSeat({ run }: { readonly run: CommandRunner }): Promise<Seat | null> {
  const list = await run.run(['loginctl', 'list-sessions', '--no-legend', '--no-pager']);
  if (list.code !== 0) return seatFromWho((await run.run(['who'])).stdout);
  const ids = list.stdout.split('\n').flatMap((line) => /^\s*([A-Za-z0-9]+)\s/.exec(line)?.[1] ?? []);
  if (ids.length === 0) return null;
  const properties = PROPERTIES.flatMap((name) => ['-p', name]);
  // A session that ends in between makes the code non-zero; the others are shown all the same.
  const shown = await run.run([
    'loginctl',
    'show-session',
    '--no-pager',
    ...ids.slice(0, MAX_SESSIONS),
    ...properties,
  ]);
  return seatFromSessions(shown.stdout);
}

function seatFromSessions(shown: string): Seat | null {
  const sessions = shown
    .split(/\n\s*\n/)
    .map((block) => new Map(block.split('\n').flatMap((line): [string, string][] => keyAndValue(line))))
    .filter((of) => of.get('Active') === 'yes' && of.get('Remote') !== 'yes' && (of.get('Seat') ?? '') !== '')
    // Newer systemd calls an administrator's session "user-early", and a light one "user-light" (sd-login(3)).
    .filter((of) => (of.get('Class') ?? '').startsWith('user') && (of.get('Name') ?? '') !== '');
  const best = sessions.find((of) => of.get('Seat') === 'seat0') ?? sessions[0];
  const user = best?.get('Name');
  if (best === undefined || user === undefined) return null;
  const uid = best.get('User') ?? '';
  return {
    user,
    sessionId: best.get('Id') ?? null,
    uid: /^\d{1,10}$/.test(uid) ? Number(uid) : null,
    display: best.get('Display') || null,
  };
}

function keyAndValue(line: string): [string, string][] {
  const at = line.indexOf('=');
  return at < 1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()]];
}

/** `anna  tty2  2026-11-20 08:01 (:0)`: a terminal of this computer, or an X display; ptys and other hosts are not at the screen. */
function seatFromWho(who: string): Seat | null {
  for (const line of who.split('\n')) {
    const [, user, terminal, from] = /^(\S+)\s+(\S+)\s.*?(?:\(([^)]*)\))?\s*$/.exec(line) ?? [];
    if (user === undefined || terminal === undefined) continue;
    const local = from === undefined || /^(:\d|tty\d|login screen)/.test(from);
    if (local && /^(:\d+|tty\d+|seat\d+)/.test(terminal)) {
      return {
        user,
        sessionId: null,
        uid: null,
        display: [terminal, from].find((name) => name?.startsWith(':')) ?? null,
      };
    }
  }
  return null;
}
