// Compares agent/dependencies.txt with the packages that the agent's bundle links in; with --write, writes it. A package
// on that list runs as root on every laptop of the school, so that adding one shows in review.
import { bundleAgent } from './agent-bundle.ts';
import { keepCommittedFile } from './committed-file.ts';

/** The packages that a bundle's input files come from, sorted, each once. */
export function packagesOf(inputs: readonly string[]): string[] {
  const names = inputs.flatMap((file) => {
    const inside = file.split('node_modules/').at(-1);
    if (inside === undefined || inside === file) return [];
    const [first = '', second = ''] = inside.split('/');
    return [first.startsWith('@') ? `${first}/${second}` : first];
  });
  return [...new Set(names)].sort();
}

if (import.meta.main) {
  const { metafile } = await bundleAgent({ write: false });
  const linked = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((file) => (inputs[file]?.bytesInOutput ?? 0) > 0),
  );
  const packages = packagesOf(linked);
  keepCommittedFile(
    'agent/dependencies.txt',
    packages.map((name) => `${name}\n`).join(''),
    'npm run agent-dependencies',
  );
}
