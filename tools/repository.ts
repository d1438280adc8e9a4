import { type SpawnOptions, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The repository's root folder. */
export const ROOT = resolve(import.meta.dirname, '..');

/** Folders with our TypeScript. */
const SOURCE_FOLDERS = [
  'contracts',
  'words',
  'kit',
  'store',
  'gateway',
  'api',
  'server',
  'agent',
  'dashboard',
  'sdk/node',
  'installer',
  'bench',
  'test',
  'tools',
] as const;

/** Every TypeScript source file of ours, as paths from the root, folder by folder. Generated files are left out, because nobody edits them. */
export function sourceFiles(): string[] {
  return SOURCE_FOLDERS.flatMap((folder) =>
    ['.ts', '.tsx'].flatMap((ending) => filesBelow(folder, ending)),
  ).filter((file) => !file.includes('/generated/'));
}

/** Every file below a folder whose name has this ending, as sorted paths from the root; none when the folder does not exist. */
export function filesBelow(folder: string, ending: string): string[] {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.split(/[\\/]/).includes('node_modules'))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .sort();
}

/** The program file of an installed package, as a path that Node can run. */
export function packageProgram(packageName: string, program: string): string {
  const folder = join(ROOT, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>;
  };
  const file = typeof bin === 'string' ? bin : bin[program];
  if (file === undefined) throw new Error(`${packageName} has no program ${program}`);
  return join(folder, file);
}

/** Runs a script on this Node in the root folder and resolves with its exit status (128 when a signal ended it). */
export function runNode(args: readonly string[], options: SpawnOptions = {}): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', ...options });
    child.on('error', fail);
    child.on('exit', (code) => done(code ?? 128));
  });
}

/** Runs a script on this Node in the root folder. Resolves with its exit status and its whole output. */
export async function captureNode(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ status: number; output: string }> {
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const status = await new Promise<number>((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done(code ?? 128));
  });
  return { status, output };
}
