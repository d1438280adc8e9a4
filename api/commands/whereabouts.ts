import type { CommandType } from '../../contracts/device/command.ts';
import type { Command } from '../../contracts/rest/resources.ts';
import type { Reply } from '../http/route.ts';

/** Their results tell where somebody is, or what runs there. */
const TELLING: ReadonlySet<string> = new Set<CommandType>(['locate', 'collect_diagnostics']);

/** The answer, with how many of its commands tell where somebody is: only such a look is noted. */
export function withWhereabouts(reply: Reply, commands: readonly Command[]): Reply {
  const telling = commands.filter(({ type, result }) => TELLING.has(type) && result !== null);
  return { ...reply, recordCount: telling.length };
}

/** The same of a page of commands. */
export function pageWithWhereabouts(reply: Reply): Reply {
  return withWhereabouts(reply, (reply.body as { readonly data: readonly Command[] }).data);
}
