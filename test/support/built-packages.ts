import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentPackage } from '../../installer/agent/agent-package.ts';
import { KINDS } from '../../installer/kinds.ts';
import { serverPackage } from '../../installer/server/server-package.ts';
import type { Packer, SystemPackage } from '../../installer/system-package.ts';
import { ROOT, runNode } from './child-process.ts';

/** The version in package.json. */
export const VERSION: string = (
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string }
).version;

/** The quickest that there is: what is tested is not the compression. */
export const AGENT_HERE = ['--only', 'agent', '--target', 'linux-x64', '--fast'] as const;

/** Runs `npm run package` with options. */
export function runPackage(
  options: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ReturnType<typeof runNode> {
  return runNode([join(ROOT, 'installer/package.ts'), ...options], env);
}

/** Whether a program can be started here. */
export function hasProgram(name: string): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v "$0"', name], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Of the server. */
export const SERVER_HERE = ['--only', 'server', '--target', 'linux-x64', '--fast'] as const;

type LinuxKind = 'deb' | 'rpm';

interface BuiltTwice {
  readonly current: string;
  readonly newer: string;
}

/** Builds the agent's package for this processor, and the same under a later version. @returns their files */
export function buildAgentTwice(kind: LinuxKind, out: string): Promise<BuiltTwice> {
  return buildTwice(AGENT_HERE, agentPackage, kind, out);
}

/** The same of the server's. */
export function buildServerTwice(kind: LinuxKind, out: string): Promise<BuiltTwice> {
  return buildTwice(SERVER_HERE, serverPackage, kind, out);
}

async function buildTwice(
  options: readonly string[],
  describe: typeof agentPackage,
  kind: LinuxKind,
  out: string,
): Promise<BuiltTwice> {
  const { code, stderr } = await runPackage([...options, '--kind', kind, '--out', out]);
  if (code !== 0) throw new Error(stderr);
  const packer: Packer<SystemPackage> = KINDS[kind];
  const contents = await describe('linux-x64', join(out, '.work'));
  const newer = { ...contents, version: '99.0.0' };
  const files = { current: join(out, packer.fileName(contents)), newer: join(out, packer.fileName(newer)) };
  await packer.pack(newer, files.newer, { epoch: 0, fast: true });
  return files;
}
