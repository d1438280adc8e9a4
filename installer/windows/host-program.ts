// `node installer/windows/host-program.ts --out FOLDER [--recording] [--arch arm64]` builds the native host by hand.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../../tools/repository.ts';
import { runProgram } from '../run-program.ts';
import { findZig } from './zig.ts';

const HOST_SOURCES = join(ROOT, 'agent/os/windows/host');
const HOST_PROGRAM = 'schoolgate-host.exe';

const HOST_ARCHITECTURES = ['x64', 'arm64'] as const;
type HostArchitecture = (typeof HOST_ARCHITECTURES)[number];

const MINGW = 'x86_64-w64-mingw32-gcc';

const STRICT = ['-std=c17', '-Wall', '-Wextra', '-Wshadow', '-Wconversion', '-Werror'];
/** No path of this machine gets into the program. */
const SMALL = ['-Os', '-s', '-static'];
const HARDENED = ['-fstack-protector-strong'];
const LINKER = ['--nxcompat', '--dynamicbase', '--high-entropy-va', '--no-insert-timestamp'];
const LIBRARIES = ['ws2_32', 'iphlpapi', 'wtsapi32', 'secur32', 'advapi32', 'userenv'];

interface HostOrder {
  readonly arch: HostArchitecture;
  /** For tests: calls of the filtering platform go to a file. Never in what ships. */
  readonly recording: boolean;
  /** What the host says of itself: at most 64 characters. */
  readonly version: string;
  /** An existing folder. */
  readonly out: string;
  /** For tests: what the service runs in place of the agent, as a format with `%ls` for its folder (twice at most). */
  readonly agentCommand?: string;
  /** For tests: likewise what runs in place of the worker. Its arguments follow. */
  readonly workerCommand?: string;
}

/**
 * Builds schoolgate-host.exe. The same sources, compiler and version give the same bytes.
 * @returns the program's path @throws Error with the compiler's words, or when there is no compiler for arm64 (zig.ts)
 */
export async function buildHost(order: HostOrder): Promise<string> {
  const program = join(order.out, HOST_PROGRAM);
  const sources = (await readdir(HOST_SOURCES)).filter((name) => name.endsWith('.c')).sort();
  const libraries = LIBRARIES.map((library) => `-l${library}`);
  const work = await mkdtemp(join(order.out, '.build-'));
  try {
    const { compiler, env, first, last } = await compilerFor(order.arch, work);
    const flags = [...first, ...STRICT, ...SMALL, ...HARDENED, ...definitions(order)];
    const headers = order.arch === 'x64' ? await precompile(compiler, flags, work) : [];
    const args = [...flags, ...last, ...headers, '-o', program, ...sources, ...libraries];
    await runProgram(compiler, args, { cwd: HOST_SOURCES, env: { ...process.env, ...env } });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return program;
}

/** Reads the headers of Windows once for all sources: a quarter of the time. @returns the flags that say so */
async function precompile(
  compiler: string,
  flags: readonly string[],
  work: string,
): Promise<readonly string[]> {
  const header = join(work, 'platform.h');
  await runProgram(compiler, [...flags, '-x', 'c-header', 'platform.h', '-o', `${header}.gch`], {
    cwd: HOST_SOURCES,
  });
  return ['-include', header];
}

interface Compiler {
  readonly compiler: string;
  readonly env: Readonly<Record<string, string>>;
  readonly first: readonly string[];
  /** For linking. */
  readonly last: readonly string[];
}

async function compilerFor(arch: HostArchitecture, work: string): Promise<Compiler> {
  if (arch === 'x64') return { compiler: MINGW, env: {}, first: [], last: [`-Wl,${LINKER.join(',')}`] };
  const { program, env } = await findZig(work);
  return { compiler: program, env, first: ['cc', '-target', 'aarch64-windows-gnu'], last: [] };
}

function definitions({ recording, version, agentCommand, workerCommand }: HostOrder): readonly string[] {
  if (!/^[\w.+-]{1,64}$/.test(version)) throw new Error(`${version} is no version`);
  return [
    `-DVERSION="${version}"`,
    ...(recording ? ['-DRECORD'] : []),
    ...(agentCommand === undefined ? [] : [`-DAGENT_COMMAND=L${JSON.stringify(agentCommand)}`]),
    ...(workerCommand === undefined ? [] : [`-DWORKER_COMMAND=L${JSON.stringify(workerCommand)}`]),
  ];
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      out: { type: 'string' },
      arch: { type: 'string', default: 'x64' },
      recording: { type: 'boolean', default: false },
      version: { type: 'string', default: '0.0.0' },
      'agent-command': { type: 'string' },
    },
  });
  const arch = HOST_ARCHITECTURES.find((name) => name === values.arch);
  if (values.out === undefined || arch === undefined)
    throw new Error('usage: --out FOLDER [--arch x64|arm64] [--recording] [--version VERSION]');
  const command = values['agent-command'];
  await buildHost({
    arch,
    recording: values.recording,
    version: values.version,
    out: values.out,
    ...(command === undefined ? {} : { agentCommand: command }),
  });
}
