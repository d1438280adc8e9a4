import { type ListRules, PAGE_WINDOW } from '../http/lists/list-rules.ts';
import { RECORDS_RANGE } from '../http/lists/time-range.ts';

/** Both lists of records: newest first, a hundred a page, and page numbers only for what a person would leaf through. */
export const RECORD_LIST: ListRules = {
  sortable: ['timestamp'],
  defaultSort: '-timestamp',
  defaultLimit: 100,
  maxLimit: 1_000,
  timeRange: RECORDS_RANGE,
  pageWindow: PAGE_WINDOW,
};
