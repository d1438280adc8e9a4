/** The result of one test file in a process that ran several, one after another. */
export interface FileSubtest {
  readonly name: string;
  /** null = the process ended before the file did. */
  readonly ok: boolean | null;
  readonly seconds: number;
  /** The TAP that the file would have written in a process of its own. */
  readonly output: string;
}

const BEGIN = /^# Subtest: (.*)$/;
const END = /^(not )?ok \d+ - (.*?)(?: # time=([\d.]+)(m?)s)?$/;
const INDENT = '    ';

/** The line that the process writes to its standard error before each file. */
export function beginOf(file: string): string {
  return `# Subtest: ${file}`;
}

/** Splits the TAP of such a process by file. */
export function fileSubtests(output: string): readonly FileSubtest[] {
  const found: FileSubtest[] = [];
  let running: { readonly name: string; readonly lines: string[] } | null = null;
  for (const line of output.split('\n')) {
    const begun = BEGIN.exec(line)?.[1];
    const result = running === null ? null : resultIn(line, running.name);
    if (begun !== undefined) running = { name: begun, lines: [] };
    if (begun !== undefined || running === null) continue;
    if (result === null) running.lines.push(withoutIndent(line));
    else found.push({ name: running.name, ...result, output: textOf(running.lines) });
    if (result !== null) running = null;
  }
  if (running !== null)
    found.push({ name: running.name, ok: null, seconds: 0, output: textOf(running.lines) });
  return found;
}

/** Splits the standard error of such a process by file. */
export function errorsOfFiles(errors: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let file = '';
  for (const line of errors.trimEnd().split('\n')) {
    const begun = BEGIN.exec(line)?.[1];
    if (begun === undefined) found.set(file, `${found.get(file) ?? ''}${line}\n`);
    else file = begun;
  }
  return found;
}

function resultIn(line: string, name: string): Pick<FileSubtest, 'ok' | 'seconds'> | null {
  const [whole, failed, ended, time = '0', milli = ''] = END.exec(line) ?? [];
  if (whole === undefined || ended !== name) return null;
  return { ok: failed === undefined, seconds: Number(time) / (milli === '' ? 1 : 1_000) };
}

function withoutIndent(line: string): string {
  return line.startsWith(INDENT) ? line.slice(INDENT.length) : line;
}

function textOf(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}
