import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ROOT } from '../tools/repository.ts';
import { agentPackage } from './agent/agent-package.ts';
import type { Target } from './executable/node-packages.ts';
import { keepFresh } from './freshness.ts';
import { imagePackage } from './image/image-package.ts';
import { KINDS, type Kind } from './kinds.ts';
import { sourceEpoch } from './project.ts';
import { versionOf } from './run-program.ts';
import { sbomOf } from './sbom.ts';
import { serverPackage } from './server/server-package.ts';
import { digestOfPackage, type Packer, type SystemPackage } from './system-package.ts';

/** What is packed. */
interface Product {
  /** @param work a folder for what is made on the way; it is kept */
  readonly describe: (target: Target, work: string) => Promise<SystemPackage>;
  readonly kinds: readonly Kind[];
  /** A package over it is refused: it is downloaded by every computer at once. */
  readonly mostBytes: number;
}

export const PRODUCTS = {
  agent: { describe: agentPackage, kinds: ['deb', 'rpm'], mostBytes: 40_000_000 },
  server: { describe: serverPackage, kinds: ['deb', 'rpm'], mostBytes: 60_000_000 },
  image: { describe: imagePackage, kinds: ['oci'], mostBytes: 80_000_000 },
} as const satisfies Readonly<Record<string, Product>>;

export type ProductName = keyof typeof PRODUCTS;

export interface PackageOrder {
  readonly targets: readonly Target[];
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
  const epoch = await sourceEpoch();
  for (const name of order.products) {
    const { describe, kinds, mostBytes }: Product = PRODUCTS[name];
    const itsPackers = packers.filter(({ kind }) => kinds.includes(kind));
    if (itsPackers.length === 0) continue;
    for (const target of order.targets) {
      const contents = await describe(target, join(out, '.work'));
      const sbom = `${contents.name}_${contents.version}_${target}.cdx.json`;
      await writeFile(join(out, sbom), sbomOf(contents, epoch));
      for (const { packer, version } of itsPackers) {
        const file = join(out, packer.fileName(contents));
        const options = { epoch, fast: order.fast };
        const digest = await digestOfPackage(contents, options, version);
        await keepFresh(file, digest, () => packer.pack(contents, file, options));
        const { size } = await stat(file);
        tell(`${packer.fileName(contents)}: ${(size / 1e6).toFixed(1)} MB`);
        if (size > mostBytes) throw new Error(`${file} has ${size} bytes, ${mostBytes} are allowed`);
      }
    }
  }
  await writeFile(join(out, SUMS_FILE), await sumsOf(out));
}

interface UsablePacker {
  readonly kind: Kind;
  readonly packer: Packer;
  readonly version: string;
}

async function usablePackers(
  { kinds, products, mustHaveKinds }: PackageOrder,
  tell: (line: string) => void,
): Promise<readonly UsablePacker[]> {
  const usable: UsablePacker[] = [];
  const possible = products.flatMap((name): readonly Kind[] => PRODUCTS[name].kinds);
  for (const kind of kinds.filter((one) => possible.includes(one))) {
    const packer: Packer = KINDS[kind];
    const version = await versionOf(packer.program);
    if (version !== null) {
      usable.push({ kind, packer, version });
      continue;
    }
    const why = `${kind} needs ${packer.program} (Debian: ${packer.from}), which is not here`;
    if (mustHaveKinds) throw new Error(why);
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
