import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../tools/repository.ts';

/** The file of an installed package in which its licence is; null = it has none. */
function licenceFile(folder: string): string | null {
  const found = readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying)([.-].*)?$/i.test(name))
    .sort()[0];
  return found === undefined ? null : join(folder, found);
}

/**
 * The licences of npm's packages that a program contains, each in its own words, as most of them ask for.
 * @param packages names of installed packages, sorted
 * @throws Error for one without a licence file
 */
export function noticesOf(packages: readonly string[]): string {
  return packages
    .map((name) => {
      const folder = join(ROOT, 'node_modules', name);
      const file = licenceFile(folder);
      if (file === null) throw new Error(`${name} has no licence file: find its words before it ships`);
      const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        readonly version: string;
      };
      return heading(`${name} ${version}`) + readFileSync(file, 'utf8').trimEnd();
    })
    .join('\n\n');
}

/** The name of a part of a notice. */
export function heading(title: string): string {
  return `${title}\n${'='.repeat(title.length)}\n\n`;
}
