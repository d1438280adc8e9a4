import type { CommandRunner } from '../../ports/command-runner.ts';

/**
 * The command that runs a PowerShell script: stops at the first error, writes UTF-8. The script is an argument, so it must hold no
 * double quote; texts of others go in through `quoted`.
 */
export function powershell(script: string): readonly string[] {
  if (script.includes('"')) throw new Error('a PowerShell script of ours must not hold a double quote');
  const start =
    "$ErrorActionPreference='Stop'; $ProgressPreference='SilentlyContinue'; [Console]::OutputEncoding=[Text.Encoding]::UTF8; ";
  return [
    'powershell.exe',
    '-NoProfile',
    '-NonInteractive',
    '-ExecutionPolicy',
    'Bypass',
    '-Command',
    start + script.replace(/\s*\n\s*/g, ' '),
  ];
}

/** The first statement of a script that works on what `scriptInput` gives to its standard input: that is in `$in` then. */
export const READ_INPUT = "$in=(@($input) -join '') | ConvertFrom-Json";

/**
 * What a script works on, as one line of JSON for its standard input: no text of others becomes part of a script, whatever is in it. ASCII, for Windows reads
 * standard input in the console's own code page.
 */
export function scriptInput(value: unknown): string {
  const escaped = JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${escaped}\n`;
}

/** A PowerShell string literal. Single quotes double (also the typographic ones, which PowerShell takes for the same); the double quote becomes one of those. */
export function quoted(text: string): string {
  const plain = text.replace(/"/g, '\u201d').replace(/['\u2018\u2019\u201a\u201b]/g, '$&$&');
  return `'${plain}'`;
}

/** An object or array that a script wrote as JSON; null for anything else. */
export async function readJson(run: CommandRunner, script: string, stdin?: string): Promise<unknown> {
  const { stdout } = await run.run(powershell(script), stdin === undefined ? {} : { stdin });
  try {
    const value: unknown = JSON.parse(stdout.replace(/^\uFEFF/, ''));
    return value;
  } catch {
    // An error message, nothing at all, or cut off: the caller knows nothing then.
    return null;
  }
}

/** A field of such an object; null when there is none. */
export function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
  return Object.getOwnPropertyDescriptor(value, name)?.value ?? null;
}

export function textField(value: unknown, name: string): string | null {
  const found = field(value, name);
  return typeof found === 'string' ? found : null;
}

export function numberField(value: unknown, name: string): number | null {
  const found = field(value, name);
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

/** PowerShell writes a list of one as its element: both are a list here. */
export function listField(value: unknown, name: string): readonly unknown[] {
  const found = field(value, name);
  if (found === null) return [];
  return Array.isArray(found) ? found : [found];
}
