import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { exceededJsonLimit } from '../../kit/json-limits.ts';
import type { Refusal } from '../limits/stats.ts';

export type Reading<T> = { readonly message: T } | { readonly refusal: Refusal };

/**
 * Limits of a message. 500 records of 20 members have 10,000 values, and a newer agent may send more members. The deepest messages are results of commands.
 * Without limits, 2 MiB of brackets would take a third of a second to read.
 */
const LIMITS = { depth: 32, values: 50_000 };

/**
 * Makes a reader of one kind of message. It gives the message, UTF-8 JSON that fits the schema, or why it is refused. Members that the schema does not name are
 * ignored. The schema is compiled once.
 */
export function createReader<S extends TSchema>(schema: S): (payload: Buffer) => Reading<Static<S>> {
  const validator = Compile(schema);
  return (payload) => {
    const text = payload.toString('utf8');
    if (exceededJsonLimit(text, LIMITS) !== null) return { refusal: 'too_complex' };
    const parsed = parse(text);
    if (parsed === undefined) return { refusal: 'bad_json' };
    return validator.Check(parsed) ? { message: parsed as Static<S> } : { refusal: 'bad_shape' };
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
