import type { Language } from '../../../contracts/languages.ts';
import { languageOfLocale } from '../../../words/language.ts';
import type { CommandRunner } from '../../ports/command-runner.ts';
import type { FileReader } from '../../ports/file-reader.ts';
import { readSeat } from './seat.ts';

/** The screen of the user at this computer, and how to start a program on it. */
export interface Desktop {
  readonly user: string;
  readonly uid: number;
  /** Of their session; where it does not tell, the default. */
  readonly language: Language;
  /** Puts a program into the user's session: their account, their screen, nothing of the agent's environment. */
  command(cmd: readonly string[]): readonly string[];
}

export type DesktopLookup =
  | { readonly found: true; readonly desktop: Desktop }
  | { readonly found: false; readonly reason: string };

export interface DesktopDependencies {
  readonly run: CommandRunner;
  readonly files: FileReader;
  /** The user id that the agent runs as: its own session needs no change of account. */
  readonly ownUid: number;
}

/**
 * The variables that a program needs to find the screen. It gets only these and the language, because the user may have written anything into the
 * environment.
 */
const SCREEN_VARIABLES = [
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XDG_RUNTIME_DIR',
  'XAUTHORITY',
  'DBUS_SESSION_BUS_ADDRESS',
] as const;
/** By which programs choose their language, the strongest first (POSIX.1-2017, XBD section 8.2). */
const LANGUAGE_VARIABLES = ['LC_ALL', 'LC_MESSAGES', 'LANG'] as const;
const LOCALE = /^[\w.@-]{1,40}$/;

const PATH = '/usr/local/bin:/usr/bin:/bin:/snap/bin';

/** Finds the desktop of the user at the seat: who it is from logind, the variables from one of their running programs. */
export async function findDesktop({ run, files, ownUid }: DesktopDependencies): Promise<DesktopLookup> {
  const seat = await readSeat({ run });
  if (seat === null) return { found: false, reason: 'nobody is signed in at the screen' };
  const uid = seat.uid ?? (await uidOf(seat.user, files));
  if (uid === null) return { found: false, reason: 'the signed-in user has no user id on this computer' };
  const variables = new Map(
    (await screenVariables(uid, seat.sessionId, files)) ?? (await likelyVariables(uid, seat.display, files)),
  );
  if (!variables.has('DISPLAY') && !variables.has('WAYLAND_DISPLAY'))
    return { found: false, reason: 'the signed-in user has no graphical screen' };
  const environment = [...variables].map(([name, value]) => `${name}=${value}`);
  const account = uid === ownUid ? [] : ['runuser', '-u', seat.user, '--'];
  const home = await homeOf(seat.user, files);
  const start = [
    ...account,
    'env',
    '-i',
    `PATH=${PATH}`,
    `USER=${seat.user}`,
    ...(home === null ? [] : [`HOME=${home}`]),
    ...environment,
  ];
  const locale = LANGUAGE_VARIABLES.map((name) => variables.get(name)).find((value) => value !== undefined);
  const language = languageOfLocale(locale ?? '');
  return { found: true, desktop: { user: seat.user, uid, language, command: (cmd) => [...start, ...cmd] } };
}

/** From the first program of the session that has a screen. */
async function screenVariables(
  uid: number,
  sessionId: string | null,
  files: FileReader,
): Promise<ReadonlyMap<string, string> | null> {
  for (const pid of await files.list('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const status = await files.readText(`/proc/${pid}/status`);
    if (/^Uid:\s+(\d+)/m.exec(status ?? '')?.[1] !== String(uid)) continue;
    const environ = new Map(
      ((await files.readText(`/proc/${pid}/environ`)) ?? '').split('\0').flatMap(nameAndValue),
    );
    const inSession =
      sessionId === null ||
      environ.get('XDG_SESSION_ID') === undefined ||
      environ.get('XDG_SESSION_ID') === sessionId;
    if (!inSession || (!environ.has('DISPLAY') && !environ.has('WAYLAND_DISPLAY'))) continue;
    return new Map([
      ...SCREEN_VARIABLES.flatMap((name) => nameAndValue(`${name}=${environ.get(name) ?? ''}`)),
      ...LANGUAGE_VARIABLES.flatMap((name): [string, string][] => {
        const value = environ.get(name) ?? '';
        return LOCALE.test(value) ? [[name, value]] : [];
      }),
    ]);
  }
  return null;
}

/** The variables as logind and the user's runtime folder suggest them, for a session without a program to read them from. */
async function likelyVariables(
  uid: number,
  display: string | null,
  files: FileReader,
): Promise<ReadonlyMap<string, string>> {
  const runtime = `/run/user/${uid}`;
  const names = await files.list(runtime);
  const wayland = names.find((name) => /^wayland-\d+$/.test(name));
  return new Map(
    [
      `DISPLAY=${display ?? ''}`,
      `WAYLAND_DISPLAY=${wayland ?? ''}`,
      names.length > 0 ? `XDG_RUNTIME_DIR=${runtime}` : '',
      names.includes('bus') ? `DBUS_SESSION_BUS_ADDRESS=unix:path=${runtime}/bus` : '',
    ].flatMap(nameAndValue),
  );
}

function nameAndValue(text: string): [string, string][] {
  const at = text.indexOf('=');
  return at < 1 || at === text.length - 1 ? [] : [[text.slice(0, at), text.slice(at + 1)]];
}

async function uidOf(user: string, files: FileReader): Promise<number | null> {
  const uid = (await accountOf(user, files))?.[2];
  return uid !== undefined && /^\d{1,10}$/.test(uid) ? Number(uid) : null;
}

async function homeOf(user: string, files: FileReader): Promise<string | null> {
  return (await accountOf(user, files))?.[5] || null;
}

/** The fields of passwd(5); null for accounts that live in a directory service. */
async function accountOf(user: string, files: FileReader): Promise<readonly string[] | null> {
  const lines = ((await files.readText('/etc/passwd')) ?? '').split('\n');
  return lines.map((line) => line.split(':')).find(([name]) => name === user) ?? null;
}
