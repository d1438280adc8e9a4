// `npm run package`: builds what ships, as packages of the systems where it is installed. docs/deploy/laptops.md says how they are used.
import { parseArgs } from 'node:util';
import { buildAll } from '../tools/build.ts';
import { buildPackages, type PackageOrder, PRODUCTS, type ProductName } from './build-packages.ts';
import { TARGETS, type Target } from './executable/node-packages.ts';
import { KINDS, type Kind } from './kinds.ts';
import { verifyPackages } from './verify.ts';

const USAGE = `npm run package [-- OPTIONS]
  --target NAME   ${TARGETS.join(', ')}; default: all; may be repeated
  --only NAME     ${Object.keys(PRODUCTS).join(', ')}; default: all
  --kind NAME     ${Object.keys(KINDS).join(', ')}; default: those that this machine can build; may be repeated
  --out FOLDER    default: dist/packages
  --fast          compress lightly
  --verify        build a second time elsewhere, and compare`;

if (import.meta.main) await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<void> {
  try {
    const { verify, ...order } = readOrder(args);
    if (!(await buildAll())) {
      process.exitCode = 1;
      return;
    }
    await buildPackages(order, (line) => console.log(line));
    if (verify) await verifyPackages(order, (line) => console.log(line));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

function readOrder(args: readonly string[]): PackageOrder & { readonly verify: boolean } {
  const { values } = parseArgs({
    args: [...args],
    options: {
      target: { type: 'string', multiple: true },
      only: { type: 'string', multiple: true },
      kind: { type: 'string', multiple: true },
      out: { type: 'string', default: 'dist/packages' },
      fast: { type: 'boolean', default: false },
      verify: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  const { out, fast, verify } = values;
  return {
    targets: chosen<Target>('target', values.target, TARGETS),
    products: chosen<ProductName>('only', values.only, Object.keys(PRODUCTS) as ProductName[]),
    kinds: chosen<Kind>('kind', values.kind, Object.keys(KINDS) as Kind[]),
    // What was asked for by name fails where its program is missing.
    mustHaveTargets: values.target !== undefined,
    mustHaveKinds: values.kind !== undefined,
    out,
    fast,
    verify,
  };
}

function chosen<Name extends string>(
  option: string,
  names: readonly string[] | undefined,
  all: readonly Name[],
): readonly Name[] {
  for (const name of names ?? [])
    if (!(all as readonly string[]).includes(name))
      throw new Error(`--${option} ${name}: there is ${all.join(', ')}`);
  return all.filter((name) => names === undefined || names.includes(name));
}
