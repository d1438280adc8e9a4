import { existsSync, readFileSync, statSync } from 'node:fs';
import { filesBelow } from '../repository.ts';

/** Lines of one place of a sample: most faults lie within. */
const PLACE_LINES = 3;

/** The sources of a folder, or the file itself. */
export function sourcesOf(path: string): readonly string[] {
  if (!existsSync(path)) throw new Error(`there is no ${path}`);
  return statSync(path).isDirectory() ? filesBelow(path.replace(/\/+$/, ''), '.ts') : [path];
}

/** Places that hold code, each as likely as any other. @param count of places */
export function pickPlaces(files: readonly string[], count: number, random: () => number): readonly string[] {
  const all = files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.flatMap((line, index) =>
      isCode(line) ? [`${file}:${index + 1}-${index + PLACE_LINES}`] : [],
    );
  });
  const picked = new Set<string>();
  while (picked.size < Math.min(count, all.length)) picked.add(all[Math.floor(random() * all.length)] ?? '');
  return [...picked].sort();
}

function isCode(line: string): boolean {
  return (
    /[=?!<>&|+(-]/.test(line) && !/^\s*(\*|\/\/|\/\*|import |export (type|interface) |readonly )/.test(line)
  );
}

/** How long the code is, in bytes. */
export function seedOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + statSync(file).size, 0);
}

/** Mulberry32: the same seed makes the same sample. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
