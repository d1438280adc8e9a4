import { type TSchema, Type } from 'typebox';
import type { IdPrefix } from '../../contracts/ids.ts';
import { closed, IdOf } from '../../contracts/rest/resources.ts';

/** The path parameter of a single resource. A malformed id is treated as an id that does not exist. */
export function idParams(prefix: IdPrefix) {
  return Type.Object({ id: IdOf(prefix) }, closed);
}

/** A filter that takes several values by repeating the parameter. */
export function manyOf<T extends TSchema>(values: T, maxItems = 20) {
  return Type.Optional(Type.Array(values, { minItems: 1, maxItems }));
}
