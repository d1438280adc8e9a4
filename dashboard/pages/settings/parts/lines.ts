/** A list as it is typed: one thing a line. */
export function textOf(lines: readonly string[]): string {
  return lines.join('\n');
}

/** Blank lines do not count. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
