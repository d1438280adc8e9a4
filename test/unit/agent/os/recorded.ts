import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createFileReader } from '../../../../agent/os/file-reader.ts';
import {
  CANNOT_RUN,
  type CommandResult,
  type CommandRunner,
  type RunOptions,
} from '../../../../agent/ports/command-runner.ts';
import type { FileReader } from '../../../../agent/ports/file-reader.ts';
import type { HostAddress, HostInfo } from '../../../../agent/ports/host-info.ts';
import { goldenText } from '../../../support/golden.ts';

const FOLDER = fileURLToPath(new URL('../../../fixtures/agent-os/', import.meta.url));

/** One recorded output. */
export function fixture(path: string): string {
  return readFileSync(`${FOLDER}${path}`, 'utf8');
}

/** A recorded computer's files. */
export function recordedFiles(computer: string): FileReader {
  return createFileReader({ root: `${FOLDER}${computer}` });
}

/** What a plan must be. */
export function golden(name: string, found: string): string {
  return goldenText(`${FOLDER}golden/${name}`, found);
}

export interface RecordedRunner extends CommandRunner {
  readonly ran: readonly { readonly cmd: string; readonly stdin: string | undefined }[];
}

/** What a program answers: its output, or all of a result; a list is answered one by one. */
export type Answer = string | Partial<CommandResult>;

/** There is no such program. */
export const MISSING: Answer = { code: CANNOT_RUN, stderr: 'spawn ENOENT' };

/**
 * Answers a command by the first key with which it begins, or which it contains when the key begins with `…`. Throws on a command
 * without an answer.
 */
export function recordedRunner(
  answers: Readonly<Record<string, Answer | readonly Answer[]>>,
): RecordedRunner {
  const ran: { readonly cmd: string; readonly stdin: string | undefined }[] = [];
  const counts = new Map<string, number>();
  return {
    ran,
    run(words: readonly string[], options: RunOptions = {}) {
      const cmd = words.join(' ');
      ran.push({ cmd, stdin: options.stdin });
      const key = Object.keys(answers).find((start) =>
        start.startsWith('…') ? cmd.includes(start.slice(1)) : cmd.startsWith(start),
      );
      const found = key === undefined ? undefined : answers[key];
      if (key === undefined || found === undefined) throw new Error(`no answer was recorded for: ${cmd}`);
      const count = counts.get(key) ?? 0;
      counts.set(key, count + 1);
      const answer = isList(found) ? (found[count] ?? found.at(-1) ?? '') : found;
      const result = typeof answer === 'string' ? { stdout: answer } : answer;
      return Promise.resolve({ code: 0, stdout: '', stderr: '', ...result });
    },
  };
}

function isList(value: Answer | readonly Answer[]): value is readonly Answer[] {
  return Array.isArray(value);
}

/** The same answer whatever is asked: for nonsense. */
export function alwaysRunner(answer: Partial<CommandResult>): CommandRunner {
  return { run: () => Promise.resolve({ code: 0, stdout: '', stderr: '', ...answer }) };
}

const ADDRESSES: readonly HostAddress[] = [
  { interface: 'lo', address: '127.0.0.1', prefix: 8, family: 4, internal: true },
  { interface: 'lo', address: '::1', prefix: 128, family: 6, internal: true },
  { interface: 'wlp2s0', address: '10.20.1.50', prefix: 24, family: 4, internal: false },
  { interface: 'wlp2s0', address: '2001:db8:14:1::50', prefix: 64, family: 6, internal: false },
  { interface: 'wlp2s0', address: 'fe80::4a2:1', prefix: 64, family: 6, internal: false },
  { interface: 'usb0', address: '169.254.7.7', prefix: 16, family: 4, internal: false },
];

export const recordedHost: HostInfo = { hostname: () => 'lap-0042', interfaces: () => ADDRESSES };

/** What programs may print when all goes wrong; parsers must make nothing of it, and live. */
export const NONSENSE: readonly string[] = [
  '',
  '\n\n\n',
  '\0\0\u0001',
  '{',
  'null',
  '[]',
  '{"batteries":"full","status":{"Charging":"yes"},"routes":7,"neighbours":[null,3],"rules":"x","product":[]}',
  'command not found',
  '<html>Sign in</html>',
  ': = : = %; -InternalBattery-0\t999%; ; ',
  'Connected to nowhere\n\tSSID:',
  `${'a'.repeat(100_000)}\n`,
];

/** Throws where a value holds NaN or undefined. */
export function assertPlain(value: unknown): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error('a number that is none');
  if (value === undefined) throw new Error('undefined');
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) assertPlain(inner);
}
