import { type TSchema, Type } from 'typebox';
import type { IdPrefix } from '../../contracts/ids.ts';
import { closed, IdOf } from '../../contracts/rest/resources.ts';
import type { ListPage, ListQuery } from '../../store/ports/list.ts';
import { pageOf } from '../../store/rules/list-page.ts';

/** The path parameter of a single resource. A malformed id is one that does not exist. */
export function idParams(prefix: IdPrefix) {
  return Type.Object({ id: IdOf(prefix) }, closed);
}

/** A filter that takes several values when the parameter is repeated. */
export function manyOf<T extends TSchema>(values: T, maxItems = 20) {
  return Type.Optional(Type.Array(values, { minItems: 1, maxItems }));
}

/** Reads a page of a list that the store keeps whole, such as campuses: some dozens of rows. */
export async function pageOfAll<Row extends { readonly id: string }, Field extends string>(
  rows: Promise<readonly Row[]> | readonly Row[],
  query: ListQuery<unknown, Field>,
  sortValueOf: (row: Row, field: Field) => string | number | null,
): Promise<ListPage<Row>> {
  return pageOf(await rows, query, sortValueOf);
}
