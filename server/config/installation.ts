import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the installation. It is two above this file in the sources (`server/config`) as in the build (`dist/server`). */
const ROOT = join(import.meta.dirname, '../..');

/** A file that ships beside the code (`openapi/openapi.json`, `server/config/default.toml`), as an absolute path. @throws Error when it is missing */
export function shippedFile(path: string): string {
  const file = join(ROOT, path);
  if (!existsSync(file)) throw new Error(`${path} is missing from this installation: run "npm ci" again`);
  return file;
}

interface Manifest {
  readonly version: string;
  /** Of an installed package alone. */
  readonly schoolgateCommand?: string;
}

const manifest = (): Manifest => JSON.parse(readFileSync(shippedFile('package.json'), 'utf8')) as Manifest;

/** The version of this installation, such as `0.1.0`. */
export function serverVersion(): string {
  return manifest().version;
}

/** Whether a package brought it: then the commands are on the path, and the configuration says where the data is. */
export function isInstalled(): boolean {
  return manifest().schoolgateCommand !== undefined;
}

/** How a person calls this program: `npx schoolgate` from the sources. */
export function commandName(): string {
  return manifest().schoolgateCommand ?? 'npx schoolgate';
}

/** What is typed on a device to enroll it. */
export function enrollCommand(server: string, token: string): string {
  return `${isInstalled() ? 'sudo' : 'npx'} schoolgate-agent enroll --server ${server} --token ${token}`;
}
