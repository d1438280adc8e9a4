/** Text without control characters other than tab and line ends. Every string of the REST API must match it (ECMA-262, `u` flag). */
export const PLAIN_TEXT = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$';

/** Invisible characters beyond the 16 bits of an escape: musical symbols and tags. `portablePattern` leaves them out. */
const FAR_INVISIBLE = [
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
]
  .map((range) => range.map((code) => String.fromCodePoint(code)).join('-'))
  .join('');

/**
 * Invisible characters: blanks, controls, characters that Unicode lets programs leave out (Default_Ignorable_Code_Point), and the blank of
 * Braille. It is the inside of a character class of a pattern.
 */
const INVISIBLE = `\\s\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb${FAR_INVISIBLE}`;

/** Plain text with something visible in it. Schemas ask for it by the pattern `\S`. */
export const READABLE_TEXT = `${PLAIN_TEXT.slice(0, -1)}[^${INVISIBLE}]${PLAIN_TEXT.slice(1)}`;
/** The name of a unit, which is a part of a path: without slash and control characters, and with something visible. */
export const UNIT_NAME = `^[^/\\u0000-\\u001f\\u007f-\\u009f]*[^/${INVISIBLE}][^/\\u0000-\\u001f\\u007f-\\u009f]*$`;

/**
 * A pattern for the API description. Programs that read patterns without the `u` flag refuse a range of characters beyond 16 bits, and the
 * escapes for it differ between languages. So the description promises a little less than the server checks.
 */
export function portablePattern(pattern: string): string {
  return pattern.replaceAll(FAR_INVISIBLE, '');
}

const SOMETHING = '\\S';

/** Keywords that already restrict which texts are accepted. */
const RESTRICTIONS = ['pattern', 'format', 'enum', 'const'] as const;
/** Members that hold values instead of schemas. */
const VALUES = new Set(['default', 'examples', 'example', 'enum', 'const']);

/**
 * A schema whose unrestricted strings must be plain text. Validation and the OpenAPI document both use it, so that the document promises
 * what is checked. It returns a new value; members that are not schemas stay as they are.
 */
export function withPlainText(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withPlainText);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(schema))
    copy[name] = VALUES.has(name) ? inner : withPlainText(inner);
  if (isString(copy) && !RESTRICTIONS.some((name) => Object.hasOwn(copy, name))) copy.pattern = PLAIN_TEXT;
  if (copy.pattern === SOMETHING) copy.pattern = READABLE_TEXT;
  return copy;
}

function isString({ type }: Readonly<Record<string, unknown>>): boolean {
  return type === 'string' || (Array.isArray(type) && type.includes('string'));
}
