import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ROOT } from '../../tools/repository.ts';
import { digestOf, keepFresh } from '../freshness.ts';
import { runProgram, versionOf } from '../run-program.ts';
import { COMPILER } from './windows-package.ts';

const HOST = join(ROOT, 'agent/os/windows/host');
/** Whether a folder was planted, host and installers find out alike. */
const SOURCES = [join(import.meta.dirname, 'setup-steps.c'), join(HOST, 'trusted_folder.c')];
const HEADERS = ['platform.h', 'trusted_folder.h'].map((name) => join(HOST, name));
const FLAGS = [
  ...[
    '-std=c17',
    '-Os',
    '-s',
    '-shared',
    '-static',
    '-Wall',
    '-Wextra',
    '-Werror',
    '-fstack-protector-strong',
  ],
  // Else it lies in memory where the hash of its own path says.
  '-Wl,--disable-auto-image-base',
  '-Wl,--nxcompat,--dynamicbase,--high-entropy-va,--no-insert-timestamp',
];
const LIBRARIES = ['-lmsi', '-lole32', '-lshell32', '-ladvapi32'];

/** Compiles setup-steps.c for x64. Does nothing when it is as before. @param out the library */
export async function buildStepsLibrary(out: string): Promise<void> {
  const parts = [
    ...(await Promise.all([...SOURCES, ...HEADERS].map((file) => readFile(file)))),
    JSON.stringify([FLAGS, LIBRARIES]),
    (await versionOf(COMPILER.program)) ?? '',
  ];
  await mkdir(dirname(out), { recursive: true });
  await keepFresh(out, digestOf(parts), async () => {
    await runProgram(COMPILER.program, [...FLAGS, '-o', out, ...SOURCES, ...LIBRARIES]);
  });
}
