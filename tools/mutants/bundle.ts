import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { ROOT } from '../repository.ts';

/** A test file with all of our code that it needs, as the body of a CommonJS module. Packages are loaded as ever, once. */
export interface Bundle {
  readonly test: string;
  readonly code: string;
}

/** Bundles a test file with another text in the place of one source. @throws when the test cannot be bundled: one that waits at its top level */
export async function bundleTest(test: string, source: string, content: string): Promise<Bundle> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, test)],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    packages: 'external',
    logLevel: 'silent',
    plugins: [standInForTap, withText(join(ROOT, source), content)],
  });
  const [output] = outputFiles;
  if (output === undefined) throw new Error(`nothing came of ${test}`);
  return { test, code: output.text };
}

/** Takes `tap` from the worker that runs the test. */
const standInForTap: Plugin = {
  name: 'stand-in for tap',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^tap$/ }, () => ({ path: 'tap', namespace: 'stand-in' }));
    onLoad({ filter: /.*/, namespace: 'stand-in' }, () => ({
      contents: 'const t = globalThis.schoolgateTap; export default t; export const test = t.test;',
      loader: 'js',
    }));
  },
};

function withText(file: string, content: string): Plugin {
  return {
    name: 'faults',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const text = path === file ? content : readFileSync(path, 'utf8');
        return { contents: withPlace(text, path), loader: 'ts' };
      });
    },
  };
}

/** A bundle has one `import.meta`, and each of its files was at another place. */
function withPlace(text: string, path: string): string {
  return text
    .replaceAll('import.meta.main', 'false')
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
    .replaceAll('import.meta.filename', JSON.stringify(path));
}
