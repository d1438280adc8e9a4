import { CANNOT_RUN, type CommandResult } from '../../ports/command-runner.ts';

/** `Token : 16887845433265236111`, on standard error of `pfctl -E`. */
export function parseToken({ stdout, stderr }: CommandResult): string | null {
  return /^Token\s*:\s*(\d{1,20})\s*$/m.exec(`${stderr}\n${stdout}`)?.[1] ?? null;
}

/** Why pfctl failed, without its warning about ALTQ, which it gives on each call. */
export function pfReason(result: CommandResult): string {
  if (result.code === CANNOT_RUN) return 'pfctl is not there';
  const lines = result.stderr.split('\n').filter((line) => line.trim() !== '' && !line.includes('ALTQ'));
  return lines[0]?.trim() ?? `pfctl ended with ${result.code}`;
}

/** Whether pf is on, and its main rules still call the anchors below com.apple/. @param info of `-s info` @param main of `-s rules` */
export function callsAnchors(info: string, main: string): boolean {
  return /^Status: Enabled/m.test(info) && /^anchor "com\.apple\/\*"/m.test(main);
}
