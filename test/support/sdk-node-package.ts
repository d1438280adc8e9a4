import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './child-process.ts';

/** A folder in which the client for Node is installed as its package has it, with its examples beside. */
export function installNodeClient(folder: string): void {
  const client = join(folder, 'node_modules/@schoolgate/sdk');
  mkdirSync(client, { recursive: true });
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const project = join(ROOT, 'sdk/node/tsconfig.package.json');
  execFileSync(process.execPath, [compiler, '-p', project, '--outDir', join(client, 'dist')]);
  cpSync(join(ROOT, 'sdk/node/package.json'), join(client, 'package.json'));
  cpSync(join(ROOT, 'sdk/node/examples'), join(folder, 'examples'), { recursive: true });
  cpSync(join(ROOT, 'sdk/node/test/smoke.mjs'), join(folder, 'smoke.mjs'));
  symlinkSync(join(ROOT, 'node_modules/undici'), join(folder, 'node_modules/undici'));
}
