// Compares agent/dependencies.txt with the packages in the agent's bundle; with --write, writes it. A package on that list runs as root on
// every laptop of the school, so a new one must show in review.

import { keepCommittedFile } from './committed-file.ts';
import { bundleAgent } from './programs.ts';

/** The folders, from the root, of the packages that a bundle's input files come from, sorted, each once. */
export function packageFoldersOf(inputs: readonly string[]): string[] {
  const folders = inputs.flatMap((file) => {
    const at = file.lastIndexOf('node_modules/');
    if (at < 0) return [];
    const start = at + 'node_modules/'.length;
    const [first = '', second = ''] = file.slice(start).split('/');
    return [file.slice(0, start) + (first.startsWith('@') ? `${first}/${second}` : first)];
  });
  return [...new Set(folders)].sort();
}

/** The folders of the packages that the agent's bundle links in. */
export async function agentPackageFolders(): Promise<string[]> {
  const { metafile } = await bundleAgent();
  return packageFoldersOf(
    Object.values(metafile.outputs).flatMap(({ inputs }) =>
      Object.keys(inputs).filter((file) => (inputs[file]?.bytesInOutput ?? 0) > 0),
    ),
  );
}

if (import.meta.main) {
  const names = (await agentPackageFolders()).map((folder) => folder.split('node_modules/').at(-1) ?? folder);
  keepCommittedFile(
    'agent/dependencies.txt',
    [...new Set(names)]
      .sort()
      .map((name) => `${name}\n`)
      .join(''),
    'npm run agent-dependencies',
  );
}
