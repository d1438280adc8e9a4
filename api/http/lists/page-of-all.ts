import type { ListPage, ListQuery } from '../../../store/ports/list.ts';
import { type ListedRow, pageOf } from '../../../store/rules/list-page.ts';

/** Reads a page of a list that the store returns whole, such as campuses: some dozens of rows. */
export async function pageOfAll<Row extends ListedRow, Field extends string>(
  rows: Promise<readonly Row[]> | readonly Row[],
  query: ListQuery<unknown, Field>,
  sortValueOf: (row: Row, field: Field) => string | number | null,
): Promise<ListPage<Row>> {
  return pageOf(await rows, query, sortValueOf);
}
