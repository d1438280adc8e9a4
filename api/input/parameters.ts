import { type TSchema, Type } from 'typebox';
import type { IdPrefix } from '../../contracts/ids.ts';
import { closed, IdOf } from '../../contracts/rest/resources.ts';

/** The path parameter of a single resource. A malformed id is treated as an id that does not exist. */
export function idParams(prefix: IdPrefix) {
  return Type.Object({ id: IdOf(prefix) }, closed);
}

/** The one unit that a summary or report is about. */
export const askedUnit = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 1_000,
    description: 'Path or `ou_` id of a unit; with its subtree. Default: all that the caller reaches.',
  }),
);

/** A filter that takes several values by repeating the parameter. */
export function manyOf<T extends TSchema>(values: T, maxItems = 20) {
  return Type.Optional(Type.Array(values, { minItems: 1, maxItems }));
}
