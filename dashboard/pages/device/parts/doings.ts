/** What can be done with a laptop beside lock and unlock. Each opens its own form or asks before it acts. */
export const PLAIN_COMMANDS = [
  'restart',
  'shutdown',
  'sign_out',
  'locate',
  'self_test',
  'sync_policy',
  'collect_diagnostics',
] as const;

export type PlainCommand = (typeof PLAIN_COMMANDS)[number];

export type Doing = 'lock' | 'edit' | 'remove' | 'message' | 'open_url' | PlainCommand;

export function isPlainCommand(doing: Doing | null): doing is PlainCommand {
  return (PLAIN_COMMANDS as readonly (Doing | null)[]).includes(doing);
}
