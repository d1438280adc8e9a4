import type { Command } from 'commander';

/**
 * Ends with status 1 and the commands that there are when the command line names another, also within a group such as "keys". The library itself would
 * take it for an argument of the default command.
 */
export function requireKnownCommand(group: Command, [given, ...rest]: readonly string[]): void {
  if (given === undefined || given.startsWith('-') || given === 'help' || group.commands.length === 0) return;
  const command = group.commands.find((one) => one.name() === given || one.aliases().includes(given));
  if (command !== undefined) {
    requireKnownCommand(command, rest);
    return;
  }
  const names = group.commands.map((one) => one.name());
  group.error(`schoolgate: "${given}" is no command. There are: ${names.join(', ')}.`);
}
