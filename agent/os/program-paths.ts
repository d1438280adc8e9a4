import { accessSync, constants } from 'node:fs';
import { posix, win32 } from 'node:path';

/** Only the administrator writes there; NixOS keeps all programs in the last. */
const LINUX = ['/usr/sbin', '/usr/bin', '/sbin', '/bin', '/run/current-system/sw/bin'] as const;
/** Sealed by the system. */
const DARWIN = ['/usr/sbin', '/usr/bin', '/sbin', '/bin'] as const;
const WINDOWS = ['System32'] as const;

/** The folders from which the agent runs programs as root, in the order of searching. @param systemRoot where Windows is */
export function programFolders(platform: NodeJS.Platform, systemRoot = 'C:\\Windows'): readonly string[] {
  if (platform === 'win32') return WINDOWS.map((folder) => win32.join(systemRoot, folder));
  return platform === 'darwin' ? DARWIN : LINUX;
}

/** Where a program is; null = the system has none of that name. What is a path stays one. */
export type FindProgram = (name: string) => string | null;

/**
 * Finds programs in the system's own folders, never by PATH: others may write into folders of PATH, and a program there would run as root. A found
 * path is remembered; one that was not found is looked for again, because it may be installed meanwhile.
 */
export function createFindProgram(
  folders: readonly string[],
  isProgram: (path: string) => boolean = canRun,
): FindProgram {
  const found = new Map<string, string>();
  return (name) => {
    if (/[\\/]/.test(name)) return name;
    const known = found.get(name);
    if (known !== undefined) return known;
    const path = folders.map((folder) => join(folder, name)).find(isProgram);
    if (name === '' || path === undefined) return null;
    found.set(name, path);
    return path;
  };
}

function join(folder: string, name: string): string {
  return folder.includes('\\') ? win32.join(folder, name) : posix.join(folder, name);
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // not there, or not to be run: the next folder may have it
  }
}

/** For this computer. */
export const findSystemProgram: FindProgram = createFindProgram(
  programFolders(process.platform, process.env.SystemRoot),
);
