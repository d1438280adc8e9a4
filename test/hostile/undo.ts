// Preloaded into a server of the tests: it runs the sources instead of the build, and changes one of them as it is loaded. Nothing is written.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { UNDOING, type Undoing } from './preloads.ts';

const { file, changes } = JSON.parse(process.env[UNDOING] ?? '') as Undoing;
const fromRoot = (path: string): string => new URL(`../../${path}`, import.meta.url).href;
const built = fromRoot('dist/server/main.js');
const changed = fromRoot(file);

registerHooks({
  load(url, context, nextLoad) {
    if (url === built)
      return { format: 'module', source: `import '${fromRoot('server/main.ts')}';`, shortCircuit: true };
    if (url !== changed) return nextLoad(url, context);
    let source = readFileSync(new URL(changed), 'utf8');
    for (const [from, to] of changes) {
      if (source.split(from).length !== 2) throw new Error(`${file} does not have once: ${from}`);
      source = source.replace(from, () => to);
    }
    return { format: 'module-typescript', source, shortCircuit: true };
  },
});
