import { readFileSync } from 'node:fs';
import { shippedFile } from './package-root.ts';

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
