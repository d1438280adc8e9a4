import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { ROOT } from '../support/child-process.ts';
import { testFolder } from '../support/test-folder.ts';

const SOURCES = join(ROOT, 'agent/os/windows/host');
const HERE = import.meta.dirname;
const STRICT = ['-std=c17', '-g', '-O1', '-Wall', '-Wextra', '-Wshadow', '-Wconversion', '-Werror'];
const SANITIZED = ['-fsanitize=address,undefined', '-fno-sanitize-recover=all'];
const FUZZ_RUNS = 100_000;

const JSON_MODULES = ['json', 'text', 'unicode', 'memory'];
/** The modules that each test is linked with. */
const TESTS: Readonly<Record<string, readonly string[]>> = {
  json: JSON_MODULES,
  frames: ['frames', 'message', ...JSON_MODULES],
  filter_plan: ['filter_plan', 'ip_address', ...JSON_MODULES],
  worker_frame: ['worker_frame', 'text', 'unicode'],
  datagram_frame: ['datagram_frame'],
  attempts: ['attempts'],
  arguments: ['arguments', 'memory', 'scalars', 'text', 'unicode'],
};

/** @returns the program */
function compile(folder: string, name: string, fuzz: 'test' | 'fuzz'): string {
  const program = join(folder, `${name}_${fuzz}`);
  const sources = [
    join(HERE, `${name}_test.c`),
    ...(fuzz === 'fuzz' ? ['-DFUZZ', join(HERE, 'fuzz_driver.c')] : []),
    ...(TESTS[name] ?? []).map((module) => join(SOURCES, `${module}.c`)),
  ];
  execFileSync('gcc', [...STRICT, ...SANITIZED, `-I${SOURCES}`, `-I${HERE}`, '-o', program, ...sources]);
  return program;
}

const skip =
  process.platform === 'linux' && existsSync('/usr/include/stdio.h') ? false : 'needs gcc and libc6-dev';

for (const name of Object.keys(TESTS)) {
  t.test(`${name} of the native host keeps its promises, whatever it is given`, { skip }, async (t) => {
    const folder = testFolder(t);
    const run = (program: string, ...args: readonly string[]): string =>
      execFileSync(program, args, { encoding: 'utf8' });
    t.equal(run(compile(folder, name, 'test')), 'ok\n');
    t.equal(run(compile(folder, name, 'fuzz'), String(FUZZ_RUNS)), 'ok\n');
  });
}
