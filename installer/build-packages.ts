import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ROOT } from '../tools/repository.ts';
import { agentPackage } from './agent/agent-package.ts';
import { LINUX_TARGETS, type Target, WINDOWS_TARGETS } from './executable/node-packages.ts';
import { keepFresh } from './freshness.ts';
import { imagePackage } from './image/image-package.ts';
import { KINDS, type Kind } from './kinds.ts';
import { sourceEpoch } from './project.ts';
import { versionOf } from './run-program.ts';
import { sbomOf } from './sbom.ts';
import { serverPackage } from './server/server-package.ts';
import { digestOfPackage, type NeededProgram, type PackageContents, type Packer } from './system-package.ts';
import { windowsAgentPackage } from './windows/windows-agent-package.ts';

/** What is packed, for one operating system. */
interface Product {
  readonly targets: readonly Target[];
  /** Of those, what this machine may be unable to make; it is then left out, with a word, unless it was asked for by name. */
  readonly mayBeMissing?: readonly Target[];
  /**
   * @param work a folder for what is made on the way; it is kept
   * @param tell gets what whoever builds should know, in a line
   */
  describe(target: Target, work: string, tell: (line: string) => void): Promise<PackageContents>;
  /** Of the same system. */
  readonly kinds: readonly Kind[];
  /** A package over it is refused: it is downloaded by every computer at once. */
  readonly mostBytes: number;
}

export const PRODUCTS = {
  agent: [
    { targets: LINUX_TARGETS, describe: agentPackage, kinds: ['deb', 'rpm'], mostBytes: 40_000_000 },
    {
      targets: WINDOWS_TARGETS,
      mayBeMissing: ['win-arm64'],
      describe: windowsAgentPackage,
      kinds: ['exe', 'msi'],
      // wixl compresses as it can, by half of what lzma does.
      mostBytes: 45_000_000,
    },
  ],
  server: [{ targets: LINUX_TARGETS, describe: serverPackage, kinds: ['deb', 'rpm'], mostBytes: 60_000_000 }],
  image: [{ targets: LINUX_TARGETS, describe: imagePackage, kinds: ['oci'], mostBytes: 80_000_000 }],
} as const satisfies Readonly<Record<string, readonly Product[]>>;

export type ProductName = keyof typeof PRODUCTS;

export interface PackageOrder {
  readonly targets: readonly Target[];
  /** Whether a target that this machine cannot make is an error; else it is left out, with a word. */
  readonly mustHaveTargets: boolean;
  readonly products: readonly ProductName[];
  readonly kinds: readonly Kind[];
  /** Whether a kind whose program is missing is an error; else it is left out, with a word. */
  readonly mustHaveKinds: boolean;
  /** A folder, from the repository's root. */
  readonly out: string;
  readonly fast: boolean;
}

/** The names and SHA-256 of all files, as sha256sum writes and reads them. */
export const SUMS_FILE = 'SHA256SUMS';

/**
 * Builds the packages, of what is in dist/. What is there and was made of the same is left.
 * @param tell gets a line a package
 * @throws Error in words for whoever builds
 */
export async function buildPackages(order: PackageOrder, tell: (line: string) => void): Promise<void> {
  const out = resolve(ROOT, order.out);
  await mkdir(out, { recursive: true });
  const packers = await usablePackers(order, tell);
  for (const product of productsOf(order)) {
    const usable = packers.filter(({ kind }) => product.kinds.includes(kind));
    if (usable.length === 0) continue;
    for (const target of order.targets.filter((one) => product.targets.includes(one))) {
      const contents = await describeOrLeaveOut(product, target, order, tell);
      if (contents !== null) await packContents(contents, usable, product, { order, tell });
    }
  }
  await writeFile(join(out, SUMS_FILE), await sumsOf(out));
}

function productsOf({ products }: PackageOrder): readonly Product[] {
  return products.flatMap((name): readonly Product[] => PRODUCTS[name]);
}

async function describeOrLeaveOut(
  product: Product,
  target: Target,
  { out, mustHaveTargets }: PackageOrder,
  tell: (line: string) => void,
): Promise<PackageContents | null> {
  try {
    return await product.describe(target, join(resolve(ROOT, out), '.work'), tell);
  } catch (error) {
    if (mustHaveTargets || product.mayBeMissing?.includes(target) !== true) throw error;
    tell(`left out: ${target}: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

async function packContents(
  contents: PackageContents,
  packers: readonly UsablePacker[],
  { mostBytes }: Product,
  { order, tell }: { readonly order: PackageOrder; readonly tell: (line: string) => void },
): Promise<void> {
  const out = resolve(ROOT, order.out);
  const epoch = await sourceEpoch();
  const sbom = `${contents.name}_${contents.version}_${contents.target}.cdx.json`;
  await writeFile(join(out, sbom), sbomOf(contents, epoch));
  for (const { packer, version } of packers) {
    const file = join(out, packer.fileName(contents));
    const options = { epoch, fast: order.fast };
    const digest = await digestOfPackage(contents, options, version);
    await keepFresh(file, digest, () => packer.pack(contents, file, options));
    const { size } = await stat(file);
    tell(`${packer.fileName(contents)}: ${(size / 1e6).toFixed(1)} MB`);
    if (size > mostBytes) throw new Error(`${file} has ${size} bytes, ${mostBytes} are allowed`);
  }
}

interface UsablePacker {
  readonly kind: Kind;
  readonly packer: Packer<PackageContents>;
  /** Of all its programs. */
  readonly version: string;
}

async function usablePackers(
  order: PackageOrder,
  tell: (line: string) => void,
): Promise<readonly UsablePacker[]> {
  const usable: UsablePacker[] = [];
  const possible = productsOf(order)
    .filter(({ targets }) => targets.some((one) => order.targets.includes(one)))
    .flatMap(({ kinds }) => kinds);
  for (const kind of order.kinds.filter((one) => possible.includes(one))) {
    const packer: Packer<PackageContents> = KINDS[kind];
    const versions: string[] = [];
    let missing: NeededProgram | undefined;
    for (const needed of packer.needs) {
      const version = await versionOf(needed.program, needed.asked);
      if (version === null) missing ??= needed;
      else versions.push(version);
    }
    if (missing === undefined) {
      usable.push({ kind, packer, version: versions.join(', ') });
      continue;
    }
    const why = `${kind} needs ${missing.program} (Debian: ${missing.from}), which is not here`;
    if (order.mustHaveKinds) throw new Error(why);
    tell(`left out: ${why}`);
  }
  return usable;
}

/** Lines of sha256sum for the files of a folder, hidden ones left out. */
export async function sumsOf(folder: string): Promise<string> {
  const lines: string[] = [];
  const files = (await readdir(folder, { withFileTypes: true })).filter(
    (entry) => entry.isFile() && !entry.name.startsWith('.') && entry.name !== SUMS_FILE,
  );
  for (const name of files.map((file) => file.name).sort()) {
    const sha256 = createHash('sha256')
      .update(await readFile(join(folder, name)))
      .digest('hex');
    lines.push(`${sha256}  ${name}\n`);
  }
  return lines.join('');
}
