import { copyFile, mkdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AGENT_PROGRAM } from '../../tools/programs.ts';
import { packageProgram, ROOT } from '../../tools/repository.ts';
import { digestOf, keepFresh } from '../freshness.ts';
import { runProgram } from '../run-program.ts';
import { inWorkFolder } from '../work-folder.ts';
import { fetchNode, seedPkgCache } from './fetch-node.ts';
import { NODE_PACKAGES, NODE_VERSION, type Target } from './node-packages.ts';

/** A laptop of a school has a small disk, and a line that thirty of them share. */
const MOST_BYTES = 130_000_000;

/**
 * Makes the agent one program with Node inside, from the bundle that is in dist/. Does nothing when what it is made of is as before.
 * @param out the program
 * @throws Error when it grew too large
 */
export async function buildAgentExecutable(target: Target, out: string): Promise<void> {
  const bundle = join(ROOT, AGENT_PROGRAM);
  const { version: pkg } = JSON.parse(
    await readFile(join(dirname(packageProgram('@yao-pkg/pkg', 'pkg')), '../package.json'), 'utf8'),
  ) as { readonly version: string };
  const inputs = digestOf([NODE_PACKAGES[target].sha256, NODE_VERSION, pkg, await readFile(bundle)]);
  await keepFresh(out, inputs, () => build(bundle, target, out));
  const { size } = await stat(out);
  if (size > MOST_BYTES)
    throw new Error(`${basename(out)} for ${target} has ${size} bytes, ${MOST_BYTES} are allowed`);
}

async function build(bundle: string, target: Target, out: string): Promise<void> {
  const node = await fetchNode(target);
  await inWorkFolder(async (work) => {
    await seedPkgCache(work, target, node);
    const copy = join(work, basename(bundle));
    await copyFile(bundle, copy);
    await mkdir(dirname(out), { recursive: true });
    const program = join(import.meta.dirname, 'pkg-sea.ts');
    await runProgram(process.execPath, [program, copy, target, out], {
      env: { ...process.env, HOME: work, TMPDIR: work },
    });
  });
}
