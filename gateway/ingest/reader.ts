import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Refusal } from '../stats.ts';

export type Reading<T> = { readonly message: T } | { readonly refusal: Refusal };

/**
 * Makes a reader of one kind of message: UTF-8 JSON that fits the schema, or why it does not. Members that the schema does not name are
 * ignored. The schema is compiled once.
 */
export function createReader<S extends TSchema>(schema: S): (payload: Buffer) => Reading<Static<S>> {
  const validator = Compile(schema);
  return (payload) => {
    const parsed = parse(payload);
    if (parsed === undefined) return { refusal: 'bad_json' };
    return validator.Check(parsed) ? { message: parsed as Static<S> } : { refusal: 'bad_shape' };
  };
}

function parse(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'));
  } catch {
    return undefined;
  }
}
