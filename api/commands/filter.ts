import { COMMAND_STATUSES, COMMAND_TYPES } from '../../contracts/device/command.ts';
import { OneOf } from '../../contracts/rest/resources.ts';
import type { CommandFilter } from '../../store/ports/commands.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import { type ListRules, PAGE_WINDOW } from '../http/lists/list-rules.ts';
import { manyOf } from '../input/parameters.ts';

/** The filters that every list of commands has. */
export const commandFilters = {
  status: manyOf(OneOf(COMMAND_STATUSES)),
  type: manyOf(OneOf(COMMAND_TYPES)),
} as const;

export type CommandListQuery = ListQuery<CommandFilter, 'createdAt'>;

/** Newest first. */
export const COMMAND_LIST: ListRules = {
  sortable: ['createdAt'],
  defaultSort: '-createdAt',
  pageWindow: PAGE_WINDOW,
};
