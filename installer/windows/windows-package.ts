import { createHash } from 'node:crypto';
import type { WindowsTarget } from '../executable/node-packages.ts';
import type { NeededProgram, PackageContents } from '../system-package.ts';
import type { SigningKey } from './sign.ts';

/** A package of Windows, whatever packs it. Its entries stand below {@link PROGRAM_FOLDER} and {@link MENU_FOLDER}; Windows has no modes. */
export interface WindowsPackage extends PackageContents {
  readonly target: WindowsTarget;
  /** schoolgate_steps.dll (setup-steps.c), made for x64: setup programs of NSIS and wixl are. */
  readonly steps: {
    readonly file: string;
    /** Hexadecimal. */
    readonly sha256: string;
  };
  /** Whole scripts, by the kinds that have one. */
  readonly scripts: { readonly exe: string };
  /** Null: nothing is signed. */
  readonly signing: SigningKey | null;
}

/** Where `C:\Program Files\Schoolgate` is, seen from the drive. */
export const PROGRAM_FOLDER = '/Program Files/Schoolgate';
/** All users' start menu. */
export const MENU_FOLDER = '/ProgramData/Microsoft/Windows/Start Menu/Programs';

/** Makes what both kinds contain. */
export const COMPILER: NeededProgram = {
  program: 'x86_64-w64-mingw32-gcc',
  from: 'gcc-mingw-w64-x86-64',
};

/** What Windows calls the processors. */
export const ARCHITECTURES: Readonly<Record<WindowsTarget, 'x64' | 'arm64'>> = {
  'win-x64': 'x64',
  'win-arm64': 'arm64',
};

/** The three numbers that Windows compares; what a version has behind them (`-rc.1`) is not compared. */
export function numbersOf(version: string): string {
  const numbers = /^(\d+\.\d+\.\d+)(?:[-+]|$)/.exec(version)?.[1];
  if (numbers === undefined) throw new Error(`Windows cannot compare the version "${version}"`);
  return numbers;
}

/** A UUID of the eighth version, RFC 9562, in braces: the same words have the same, everywhere and for ever. */
export function guidOf(words: string): string {
  const hex = createHash('sha256').update(`schoolgate-agent\n${words}`).digest('hex').toUpperCase();
  return `{${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}}`;
}
