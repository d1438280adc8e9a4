// Preloaded into a server of the tests: changes one of its built files as it is loaded. Nothing is written.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { UNDOING, type Undoing } from './preloads.ts';

const { file, changes } = JSON.parse(process.env[UNDOING] ?? '') as Undoing;
const changed = new URL(`../../dist/${file}.js`, import.meta.url);

registerHooks({
  load(url, context, nextLoad) {
    if (url !== changed.href) return nextLoad(url, context);
    let source = readFileSync(changed, 'utf8');
    for (const [from, to] of changes) {
      if (source.split(from).length !== 2) throw new Error(`${file} does not have once: ${from}`);
      source = source.replace(from, () => to);
    }
    return { format: 'module', source, shortCircuit: true };
  },
});
