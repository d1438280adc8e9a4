import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { SHIPPED_NAMES_FILE } from '../contracts/categories/shipped-names.ts';
import { AGENT_BUNDLE, writeAgentBundle } from './agent-bundle.ts';
import { replaceFile } from './replace-file.ts';
import { packageProgram, ROOT, runNode } from './repository.ts';

/** Compiles the shipped code into dist/, then bundles the agent. Prints only errors; resolves with whether it worked. */
export async function buildAll(): Promise<boolean> {
  const compiled = await runNode([packageProgram('typescript', 'tsc'), '-b', 'tsconfig.build.json']);
  if (compiled !== 0) return false;
  try {
    await writeAgentBundle();
  } catch {
    return false; // esbuild has printed why
  }
  // Both forms of the agent include the names of categories.
  for (const file of [
    `dist/${SHIPPED_NAMES_FILE}`,
    join(dirname(AGENT_BUNDLE), basename(SHIPPED_NAMES_FILE)),
  ])
    await replaceFile(join(ROOT, file), await readFile(join(ROOT, SHIPPED_NAMES_FILE)));
  const description = JSON.parse(await readFile(join(ROOT, 'openapi/openapi.json'), 'utf8')) as object;
  await replaceFile(join(ROOT, 'dist/openapi.yaml'), Buffer.from(stringify(description)));
  return true;
}

if (import.meta.main && !(await buildAll())) process.exitCode = 1;
