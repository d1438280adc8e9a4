import { bundleAgent } from './agent-bundle.ts';
import { packageProgram, runNode } from './repository.ts';

/** Compiles what ships into dist/, then bundles the agent. Prints nothing but errors; resolves with whether it worked. */
export async function buildAll(): Promise<boolean> {
  const compiled = await runNode([packageProgram('typescript', 'tsc'), '-b', 'tsconfig.build.json']);
  if (compiled !== 0) return false;
  try {
    await bundleAgent({ write: true });
    return true;
  } catch {
    return false; // esbuild has printed why
  }
}

if (import.meta.main && !(await buildAll())) process.exitCode = 1;
