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
 * @param folders of installed packages, from the repository's root
 * @throws Error for one without a licence file
 */
export function noticesOf(folders: readonly string[]): string {
  return folders
    .map((path) => {
      const folder = join(ROOT, path);
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        readonly name: string;
        readonly version: string;
      };
      const file = licenceFile(folder);
      if (file === null) throw new Error(`${name} has no licence file: find its words before it ships`);
      return heading(`${name} ${version}`) + readFileSync(file, 'utf8').trimEnd();
    })
    .join('\n\n');
}

/** The name of a part of a notice. */
export function heading(title: string): string {
  return `${title}\n${'='.repeat(title.length)}\n\n`;
}
