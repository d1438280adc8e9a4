import type { Command } from 'commander';
import { examine } from '../doctor/examine.ts';
import type { Finding } from '../doctor/finding.ts';
import { type CommonOptions, configOf, type FlagOptions, withCommonOptions } from './common-options.ts';
import { print } from './output.ts';

const MARKS = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' } as const;
const NAME_WIDTH = 14;

export function addDoctor(program: Command): void {
  withCommonOptions(
    program.command('doctor').description('check that a server can run here, and say what to do when not'),
  )
    .option('--host <address>', 'address that the server listens on')
    .option('--http-port <port>', 'its HTTP port')
    .option('--mqtt-port <port>', 'its MQTT port')
    .addHelpText(
      'after',
      '\nEnds with status 1 when something keeps the server from working. Changes nothing; works beside a running server.',
    )
    .action(doctor);
}

async function doctor(options: CommonOptions & FlagOptions): Promise<void> {
  const findings = await examine(() => configOf(options));
  const failed = findings.filter(({ state }) => state === 'fail').length;
  print(
    options.json,
    { ok: failed === 0, findings },
    [...findings.map(lineOf), '', verdict(findings)].join('\n'),
  );
  process.exitCode = failed === 0 ? 0 : 1;
}

function lineOf({ check, state, detail, todo }: Finding): string {
  const line = `${MARKS[state]}  ${check.padEnd(NAME_WIDTH)} ${detail}`;
  return todo === null ? line : `${line}\n${' '.repeat(NAME_WIDTH + 7)}→ ${todo}`;
}

function verdict(findings: readonly Finding[]): string {
  const count = (state: Finding['state']): number =>
    findings.filter((finding) => finding.state === state).length;
  if (count('fail') > 0) return `${count('fail')} to put right before the server can work.`;
  return count('warn') > 0 ? 'The server can work; see the warnings.' : 'All is well.';
}
