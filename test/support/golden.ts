import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * The committed text that something must be, from a file. With SCHOOLGATE_GOLDEN=write a text that was found to differ is written there, and each line that changed is told: read
 * them before they are committed. Never in CI, where nobody reads.
 * @throws Error in CI when it is to be written
 */
export function goldenText(path: string, found: string): string {
  const wanted = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (process.env.SCHOOLGATE_GOLDEN !== 'write') return wanted;
  if (process.env.CI !== undefined) throw new Error('SCHOOLGATE_GOLDEN=write is for people, not for CI');
  if (found === wanted) return wanted;
  writeFileSync(path, found);
  process.stderr.write(`${path} was written anew:\n${changedLines(wanted, found).join('\n')}\n`);
  return found;
}

/** Lines that are in one text more often than in the other: `-` of the former, `+` of the new one. */
export function changedLines(before: string, after: string): readonly string[] {
  const counts = new Map<string, number>();
  for (const line of before.split('\n')) counts.set(line, (counts.get(line) ?? 0) - 1);
  for (const line of after.split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts].flatMap(([line, count]) =>
    count === 0 ? [] : Array<string>(Math.abs(count)).fill(`${count < 0 ? '-' : '+'} ${line}`),
  );
}
