import type { CommandRunner } from '../../ports/command-runner.ts';
import type { SessionAccount } from '../../ports/system-facts.ts';

/** The session at this computer's own screen. */
export interface Seat {
  readonly user: string;
  /** logind's session id; null when there is no logind. */
  readonly sessionId: string | null;
  readonly uid: number | null;
  /** X display, as far as logind knows it (`:0`). */
  readonly display: string | null;
}

/** Who uses this computer now. */
export interface Sessions {
  /** Null: nobody is at the screen. */
  readonly seat: Seat | null;
  /** Everyone with a session of any kind, at the screen, switched away, remote or ending; each once. Null when there is no logind. */
  readonly accounts: readonly SessionAccount[] | null;
}

/** A login leaves a handful of sessions behind; more than this is a flood, and the command line has its limit. */
const MAX_SESSIONS = 64;

const PROPERTIES = ['Id', 'Name', 'User', 'Seat', 'Active', 'Class', 'Remote', 'Type', 'Display'];

/** The active, local session of a user (not of the sign-in screen, class "greeter"). Null: nobody. */
export async function readSeat({ run }: { readonly run: CommandRunner }): Promise<Seat | null> {
  return (await readSessions({ run })).seat;
}

/** Asks logind for the sessions; where there is no logind, utmp through who(1), which knows no user ids. */
export async function readSessions({ run }: { readonly run: CommandRunner }): Promise<Sessions> {
  const list = await run.run(['loginctl', 'list-sessions', '--no-legend', '--no-pager']);
  if (list.code !== 0) return { seat: seatFromWho((await run.run(['who'])).stdout), accounts: null };
  const ids = list.stdout.split('\n').flatMap((line) => /^\s*([A-Za-z0-9]+)\s/.exec(line)?.[1] ?? []);
  if (ids.length === 0) return { seat: null, accounts: [] };
  const properties = PROPERTIES.flatMap((name) => ['-p', name]);
  // A session that ends in between makes the code non-zero; the others are shown all the same.
  const shown = await run.run([
    'loginctl',
    'show-session',
    '--no-pager',
    ...ids.slice(0, MAX_SESSIONS),
    ...properties,
  ]);
  const sessions = sessionsFrom(shown.stdout);
  return { seat: seatFromSessions(sessions), accounts: accountsFromSessions(sessions) };
}

/** The properties of each session. */
type Shown = ReadonlyMap<string, string>;

function sessionsFrom(shown: string): readonly Shown[] {
  return shown
    .split(/\n\s*\n/)
    .map((block) => new Map(block.split('\n').flatMap((line): [string, string][] => keyAndValue(line))));
}

/** The sign-in screen has an account of its own. */
function accountsFromSessions(all: readonly Shown[]): readonly SessionAccount[] {
  const found = all.flatMap((of): [number, string][] => {
    const uid = uidOf(of);
    const name = of.get('Name') ?? '';
    return uid === null || name === '' || of.get('Class') === 'greeter' ? [] : [[uid, name]];
  });
  return [...new Map(found)].map(([uid, user]) => ({ uid, user }));
}

function seatFromSessions(all: readonly Shown[]): Seat | null {
  const sessions = all
    .filter((of) => of.get('Active') === 'yes' && of.get('Remote') !== 'yes' && (of.get('Seat') ?? '') !== '')
    // Newer systemd calls an administrator's session "user-early", and a light one "user-light" (sd-login(3)).
    .filter((of) => (of.get('Class') ?? '').startsWith('user') && (of.get('Name') ?? '') !== '');
  const best = sessions.find((of) => of.get('Seat') === 'seat0') ?? sessions[0];
  const user = best?.get('Name');
  if (best === undefined || user === undefined) return null;
  return {
    user,
    sessionId: best.get('Id') ?? null,
    uid: uidOf(best),
    display: best.get('Display') || null,
  };
}

function uidOf(of: Shown): number | null {
  const uid = of.get('User') ?? '';
  return /^\d{1,10}$/.test(uid) ? Number(uid) : null;
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
