import type { Log } from '../../../kit/log.ts';
import type { WindowsHost } from './host/windows-host.ts';

/** SYSTEM owns it; SYSTEM and the administrators may do all, nobody else anything; nothing is inherited from above, all below inherits this. */
export const PRIVATE_SDDL = 'O:SYG:SYD:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)';

/** As a private folder, and this account may read what is in it. */
export function sharedSddl(reader: string): string {
  return `${PRIVATE_SDDL}(A;OICI;FRFX;;;${reader})`;
}

/**
 * Makes a folder private. Everybody may create folders below C:\\ProgramData, so that one that somebody else has made is moved aside without being
 * read. Rejects when Windows refuses.
 */
export async function protectFolder(
  windows: WindowsHost,
  log: Log,
  { path, sddl = PRIVATE_SDDL }: { readonly path: string; readonly sddl?: string },
): Promise<void> {
  const { aside } = await windows.call('protect', { path, sddl });
  if (aside !== null) log.warn({ path, aside }, 'a folder of ours was somebody else’s: it was moved aside');
}

/**
 * Whether this is the owner and list of rights of a private folder, as Windows writes them: the groups do not matter, and further flags neither (AI, `auto-inherited`).
 */
export function isPrivate(sddl: string): boolean {
  const [, owner, flags = '', entries = ''] =
    /^O:(\w+)(?:G:[\w-]+)?D:([A-Z]*)((?:\([^()]*\))*)/.exec(sddl) ?? [];
  const rights = [...entries.matchAll(/\(([^()]*)\)/g)].map(([, entry = '']) => entry);
  const wanted = ['A;OICI;FA;;;SY', 'A;OICI;FA;;;BA'];
  return (
    (owner === 'SY' || owner === 'BA') &&
    flags.startsWith('P') &&
    rights.length === wanted.length &&
    wanted.every((entry) => rights.includes(entry))
  );
}
