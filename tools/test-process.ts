// The process of test files that share one: `node tools/test-process.ts FILE…` runs them one after another, each as a subtest with its
// name.
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Test } from 'tap';
import { beginOf } from './file-subtests.ts';

/** The key of the global object under which the test of the present file is stored. */
const FILE_TEST = Symbol.for('schoolgate.fileTest');
const shared = globalThis as unknown as { [FILE_TEST]: Test };

// Tap names the folders of tests by the program and its arguments, which would be too long.
const files = process.argv.splice(1).slice(1);
process.argv.push(resolve('tests'));
const { default: tap } = await import('tap');

// In a process of its own, a test file's import of `tap` gives the root test. Here it gives the test of the present file.
const FILE_TEST_MODULE = `data:text/javascript,${encodeURIComponent(`
  const file = () => globalThis[Symbol.for('${FILE_TEST.description}')];
  export default new Proxy({}, {
    get: (_, name) => {
      const value = file()[name];
      return typeof value === 'function' ? value.bind(file()) : value;
    },
    set: (_, name, value) => Reflect.set(file(), name, value),
  });
  export const test = (...given) => file().test(...given);`)}`;
registerHooks({
  resolve(specifier, context, next) {
    return specifier === 'tap'
      ? { url: FILE_TEST_MODULE, format: 'module', shortCircuit: true }
      : next(specifier, context);
  },
});

for (const file of files) {
  await tap.test(file, async (t) => {
    process.stderr.write(`${beginOf(file)}\n`);
    shared[FILE_TEST] = t;
    await import(pathToFileURL(resolve(file)).href);
  });
}
