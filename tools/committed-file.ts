import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './repository.ts';

/**
 * Keeps a committed generated file up to date. With `--write` on the command line it writes the file. Otherwise it fails the process when
 * the file differs from `content`, and names the first line that differs.
 */
export function keepCommittedFile(file: string, content: string, command: string): void {
  const path = join(ROOT, file);
  if (process.argv.includes('--write')) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return;
  }
  const difference = firstDifference(existsSync(path) ? readFileSync(path, 'utf8') : '', content);
  if (difference === null) return;
  console.error(`${file} is not what the sources give: ${difference}\nrun: ${command}`);
  process.exitCode = 1;
}

/** The first difference of two texts, as `line N: "a" is now "b"`; null when they are the same. */
export function firstDifference(committed: string, generated: string): string | null {
  if (committed === generated) return null;
  const before = committed.split('\n');
  const after = generated.split('\n');
  const index = after.findIndex((line, each) => line !== before[each]);
  const at = index === -1 ? after.length : index;
  return `line ${at + 1}: ${quote(before[at])} is now ${quote(after[at])}`;
}

function quote(line: string | undefined): string {
  return line === undefined ? 'nothing' : JSON.stringify(line.trim());
}
