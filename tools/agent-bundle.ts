import { type BuildResult, build } from 'esbuild';
import { ROOT } from './repository.ts';

/** The agent as one file: what the single-file programs and the installers are made of. */
export const AGENT_BUNDLE = 'dist/agent-bundle/schoolgate-agent.cjs';

/** Bundles the agent into one CommonJS file, the form that Node's single-file programs take; `write: false` only analyses. */
export function bundleAgent({
  write,
}: {
  readonly write: boolean;
}): Promise<BuildResult<{ metafile: true }>> {
  return build({
    absWorkingDir: ROOT,
    entryPoints: ['agent/main.ts'],
    outfile: AGENT_BUNDLE,
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    define: { 'import.meta.dirname': '__dirname' },
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    write,
  });
}
