// `npm start -- --demo`: builds the programs, then becomes `schoolgate serve --demo` in this same process.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildAll } from './build.ts';
import { ROOT } from './repository.ts';

const PROGRAM = join(ROOT, 'server/bin/schoolgate.cjs');

if (await buildAll()) {
  process.argv.splice(1, 1, PROGRAM, 'serve');
  createRequire(import.meta.url)(PROGRAM);
} else {
  process.exitCode = 1;
}
