import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { runProgram } from '../run-program.ts';
import { layOut, type PackageEntry, type Packer, type PackOptions } from '../system-package.ts';
import { inWorkFolder } from '../work-folder.ts';
import { signFile } from './sign.ts';
import {
  ARCHITECTURES,
  COMPILER,
  MENU_FOLDER,
  numbersOf,
  PROGRAM_FOLDER,
  type WindowsPackage,
} from './windows-package.ts';

/** setup.exe, for people and for tools that run programs. Its own part is for x64, which Windows on ARM64 runs too: NSIS has no other. */
export const exePacker: Packer<WindowsPackage> = {
  needs: [{ program: 'makensis', from: 'nsis', asked: '-VERSION' }, COMPILER],
  fileName: ({ name, version, target }) => `${name}_${version}_${ARCHITECTURES[target]}-setup.exe`,
  pack: (contents, out, options) => inWorkFolder((work) => pack(contents, work, out, options)),
};

async function pack(
  contents: WindowsPackage,
  work: string,
  out: string,
  { epoch, fast }: PackOptions,
): Promise<void> {
  const tree = join(work, 'tree');
  await mkdir(tree);
  const bytes = await layOut(contents.entries, tree, epoch);
  const files = join(work, 'files.nsh');
  await writeFile(files, `${macros(contents.entries, tree).join('\n')}\n`);
  const script = join(work, 'setup.nsi');
  await writeFile(script, contents.scripts.exe);
  // Not setup.exe: Windows loads libraries for that name alone.
  const made = join(work, basename(out));
  const defines = {
    VERSION: contents.version,
    FILE_VERSION: `${numbersOf(contents.version)}.0`,
    ARCH: ARCHITECTURES[contents.target],
    OUT: made,
    STEPS: contents.steps.file,
    FILES: files,
    COMPRESSION: fast ? 'zlib' : '/SOLID lzma',
    KILOBYTES: String(Math.ceil(bytes / 1024)),
  };
  const signs = `!uninstfinalize '"${process.execPath}" "${join(import.meta.dirname, 'sign.ts')}" "%1"'`;
  await runProgram(
    'makensis',
    [
      ...['-NOCONFIG', '-NOCD', '-WX', '-V2', '-INPUTCHARSET', 'UTF8'],
      ...Object.entries(defines).map(([name, value]) => `-D${name}=${value}`),
      // What is installed is signed; so is what takes it away.
      ...(contents.signing === null ? [] : [`-X${signs}`]),
      script,
    ],
    { env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) } },
  );
  if (contents.signing !== null) await signFile(made, contents.signing, epoch);
  await rename(made, out);
}

/** The files, in an order that is the same everywhere, as macros of NSIS. */
function macros(entries: readonly PackageEntry[], tree: string): readonly string[] {
  const below = (folder: string): readonly string[] =>
    entries.map(({ path }) => path).filter((path) => dirname(path) === folder);
  const macro = (name: string, lines: readonly string[]): readonly string[] => [
    `!macro ${name}`,
    ...lines.map((line) => `  ${line}`),
    '!macroend',
  ];
  return [
    ...macro(
      'ProgramFiles',
      below(PROGRAM_FOLDER).map((path) => `File "${join(tree, path)}"`),
    ),
    ...macro(
      'MenuFiles',
      below(MENU_FOLDER).map((path) => `File "/oname=$SMPROGRAMS\\${basename(path)}" "${join(tree, path)}"`),
    ),
    ...macro(
      'RemoveMenuFiles',
      below(MENU_FOLDER).map((path) => `Delete "$SMPROGRAMS\\${basename(path)}"`),
    ),
  ];
}
