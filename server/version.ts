import { readFileSync } from 'node:fs';
import { shippedFile } from './package-root.ts';

/** The version of this installation, such as `0.1.0`. */
export function serverVersion(): string {
  const { version } = JSON.parse(readFileSync(shippedFile('package.json'), 'utf8')) as { version: string };
  return version;
}
