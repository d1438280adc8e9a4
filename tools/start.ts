// `npm start -- --demo`: builds the programs if the sources have changed, then becomes `schoolgate serve --demo` in this same process.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isBuilt } from './build-stamp.ts';
import { ROOT } from './repository.ts';

const PROGRAM = join(ROOT, 'server/bin/schoolgate.cjs');

if ((await isBuilt()) || build()) {
  process.argv.splice(1, 1, PROGRAM, 'serve');
  createRequire(import.meta.url)(PROGRAM);
} else {
  process.exitCode = 1;
}

/** Builds in a process of its own: what builds would stay in memory beside the server. */
function build(): boolean {
  return spawnSync(process.execPath, [join(ROOT, 'tools/build.ts')], { stdio: 'inherit' }).status === 0;
}
