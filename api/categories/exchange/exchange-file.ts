import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { CATEGORY_SOURCE_FORMATS, type CategorySourceFormat } from '../../../store/ports/category-sources.ts';

/**
 * The exchange file: one school gives its lists to another school that has no internet (docs/category-index.md). It is gzip of lines. The
 * first line is the head. For each source follow a line `=` with its description, lines `#` with a category, the names of that category,
 * and lines `@` with a name that the list wants to keep open. A line `.` ends the file.
 */
export const EXCHANGE_VERSION = 1;
export const SOURCE_MARK = '=';
export const CATEGORY_MARK = '#';
export const EXCEPTION_MARK = '@';
export const END_MARK = '.';
/** Longest text about the place of a source, so that a line stays short (characters). */
export const MAX_PLACE = 500;

const Head = Type.Object({
  format: Type.Literal('schoolgate-categories'),
  version: Type.Integer({ minimum: 1 }),
  /** RFC 3339, UTC, with milliseconds, so that the texts sort by time. */
  createdAt: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' }),
  /** Version of Schoolgate that made the file. */
  product: Type.String({ maxLength: 40 }),
  /** Number of the index that the exporting server used. */
  index: Type.Integer({ minimum: 0 }),
});
export type ExchangeHead = Static<typeof Head>;

const Source = Type.Object({
  id: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,39}$' }),
  format: Type.Unsafe<CategorySourceFormat>(
    Type.Union(CATEGORY_SOURCE_FORMATS.map((name) => Type.Literal(name))),
  ),
  category: Type.Union([Type.Null(), Type.String({ pattern: '^[a-z0-9_]{1,40}$' })]),
  /** Where the exporter has the list from, as a text for people. */
  place: Type.String({ maxLength: MAX_PLACE }),
});
export type ExchangedSource = Static<typeof Source>;

/** Null = the text is not a head. */
export function parseHead(text: string): ExchangeHead | null {
  return parseAs(Head, text);
}

/** Null = the text does not describe a source. */
export function parseSource(text: string): ExchangedSource | null {
  return parseAs(Source, text);
}

/** SHA-256 of a file as `sha256sum` prints it: hexadecimal. @throws the system's error */
export async function hashOfFile(file: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(file) as AsyncIterable<Uint8Array>) digest.update(chunk);
  return digest.digest('hex');
}

function parseAs<T extends TSchema>(schema: T, text: string): Static<T> | null {
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(schema, value) ? value : null;
  } catch {
    return null; // null is the answer
  }
}
