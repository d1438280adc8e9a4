import { COMMAND_STATUSES, COMMAND_TYPES, type CommandType } from '../../contracts/device/command.ts';
import { type Command, OneOf } from '../../contracts/rest/resources.ts';
import type { CommandFilter } from '../../store/ports/commands.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import { type ListRules, PAGE_WINDOW } from '../http/lists/list-rules.ts';
import type { Reply } from '../http/route.ts';
import { manyOf } from '../input/parameters.ts';

/** The filters of every list of commands. */
export const commandFilters = {
  status: manyOf(OneOf(COMMAND_STATUSES)),
  type: manyOf(OneOf(COMMAND_TYPES)),
} as const;

export type CommandListQuery = ListQuery<CommandFilter, 'createdAt'>;

/** Newest first. `from` and `to` bound when a command was asked for. */
export const COMMAND_LIST: ListRules = {
  sortable: ['createdAt'],
  defaultSort: '-createdAt',
  timeRange: {},
  pageWindow: PAGE_WINDOW,
};

/** Types whose results tell where a person is, or which programs run. */
const TELLING: ReadonlySet<string> = new Set<CommandType>(['locate', 'collect_diagnostics']);

/** The answer, with the number of its commands that tell where a person is. Only such a view goes into the audit. */
export function withWhereabouts(reply: Reply, commands: readonly Command[]): Reply {
  const telling = commands.filter(({ type, result }) => TELLING.has(type) && result !== null);
  return { ...reply, recordCount: telling.length };
}

/** The same for a page of commands. */
export function pageWithWhereabouts(reply: Reply): Reply {
  return withWhereabouts(reply, (reply.body as { readonly data: readonly Command[] }).data);
}
