import { chmod, copyFile, mkdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { LinuxTarget, Target } from './executable/node-packages.ts';
import { digestOf } from './freshness.ts';

/** One thing that a package brings. `path` is absolute on the computer where it is installed; all belongs to root. */
export type PackageEntry = { readonly path: string } & (
  | {
      readonly mode: number;
      /** A file of this machine that is copied. */
      readonly file: string;
      /** A file in /etc that the administrator may change: an upgrade leaves his. */
      readonly config?: true;
    }
  | { readonly mode: number; readonly text: string; readonly config?: true }
  /** A folder that is this package's own, or of another mode than 0755. */
  | { readonly mode: number; readonly folder: true }
  | { readonly link: string }
);

/** A package of Debian, as it was fetched. */
export interface DebianComponent {
  readonly name: string;
  readonly version: string;
  readonly architecture: string;
  /** Of the .deb, hexadecimal. */
  readonly sha256: string;
}

/** What is installed, on whatever system. */
export interface PackageContents {
  readonly name: string;
  /** Of package.json. */
  readonly version: string;
  readonly target: Target;
  /** One line. */
  readonly summary: string;
  /** Paragraphs of plain text. */
  readonly description: readonly string[];
  readonly entries: readonly PackageEntry[];
  /** Folders, from the repository's root, of npm's packages that are inside. */
  readonly components: readonly string[];
  /** Packages of Debian that are inside. */
  readonly debian?: readonly DebianComponent[];
}

/** A package of Linux, whatever packs it. */
export interface SystemPackage extends PackageContents {
  readonly target: LinuxTarget;
  readonly section: { readonly deb: string; readonly rpm: string };
  readonly depends: { readonly deb: readonly string[]; readonly rpm: readonly string[] };
  /** What is installed with it unless somebody says no. */
  readonly recommends: { readonly deb: readonly string[]; readonly rpm: readonly string[] };
  /** Whole scripts, by the names that the packers have for them. */
  readonly scripts: {
    readonly deb: Readonly<
      Partial<Record<'preinst' | 'postinst' | 'prerm' | 'postrm' | 'config' | 'templates', string>>
    >;
    readonly rpm: Readonly<Partial<Record<'pre' | 'post' | 'preun' | 'postun', string>>>;
  };
}

export interface PackOptions {
  /** Seconds since 1970: every time in the package. */
  readonly epoch: number;
  /** Compress lightly. */
  readonly fast: boolean;
}

/** A program that packing needs. */
export interface NeededProgram {
  readonly program: string;
  /** Debian's package that has it. */
  readonly from: string;
  /** By which it tells its version; default: `--version`. */
  readonly asked?: string;
}

/** What packs {@link PackageContents}. */
export interface Packer<Contents extends PackageContents> {
  readonly needs: readonly NeededProgram[];
  fileName(contents: Contents): string;
  /** @param out the file that it makes */
  pack(contents: Contents, out: string, options: PackOptions): Promise<void>;
}

/**
 * Lays the contents out below a folder, every time being that of the commit.
 * @returns the bytes of all files
 */
export async function layOut(entries: readonly PackageEntry[], root: string, epoch: number): Promise<number> {
  let bytes = 0;
  const folders = new Set<string>();
  const own = new Map<string, number>();
  for (const entry of entries) {
    const place = join(root, entry.path);
    for (let above = dirname(entry.path); above !== '/'; above = dirname(above)) folders.add(above);
    await mkdir(dirname(place), { recursive: true });
    if ('link' in entry) {
      await symlink(entry.link, place);
      continue;
    }
    if ('folder' in entry) {
      await mkdir(place, { recursive: true });
      own.set(entry.path, entry.mode);
    } else if ('text' in entry) await writeFile(place, entry.text);
    else await copyFile(entry.file, place);
    await chmod(place, entry.mode);
    if (!('folder' in entry)) {
      await utimes(place, epoch, epoch);
      bytes += (await stat(place)).size;
    }
  }
  // From the deepest, for making a file changes the time of its folder.
  for (const folder of [...new Set([...folders, ...own.keys()])].sort().reverse()) {
    // Whatever the umask is.
    await chmod(join(root, folder), own.get(folder) ?? 0o755);
    await utimes(join(root, folder), epoch, epoch);
  }
  return bytes;
}

/** Of all that a package is made of, and what packs it. */
export async function digestOfPackage(
  { entries, ...rest }: PackageContents,
  options: PackOptions,
  packer: string,
): Promise<string> {
  const parts: (string | Uint8Array)[] = [JSON.stringify([rest, options, packer])];
  for (const entry of entries) {
    parts.push(JSON.stringify('file' in entry ? { ...entry, file: '' } : entry));
    if ('file' in entry) parts.push(await readFile(entry.file));
  }
  return digestOf(parts);
}
