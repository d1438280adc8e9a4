import { type BuildResult, build } from 'esbuild';
import { replaceFile } from './replace-file.ts';
import { ROOT } from './repository.ts';

/** The agent as one file, from which the single-file programs and the installers are made. */
export const AGENT_BUNDLE = 'dist/agent-bundle/schoolgate-agent.cjs';

/** Bundles the agent into one CommonJS file, the form of Node's single-file programs. Nothing is written. */
export function bundleAgent(): Promise<BuildResult<{ metafile: true; write: false }>> {
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
    write: false,
  });
}

/**
 * Writes the bundle so that two builds at once never read each other's half-written file: a program made from an empty file does nothing
 * and reports nothing.
 */
export async function writeAgentBundle(): Promise<void> {
  const { outputFiles } = await bundleAgent();
  for (const { path, contents } of outputFiles) await replaceFile(path, contents);
}
