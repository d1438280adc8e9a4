/** Text without control characters other than tab and line ends: what every string of the REST API keeps to (ECMA-262, `u` flag). */
export const PLAIN_TEXT = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$';

/** Plain text with something to be read in it; schemas ask for it by the pattern `\\S`. */
export const READABLE_TEXT = `${PLAIN_TEXT.slice(0, -1)}[^\\s\\u0000-\\u001f\\u007f]${PLAIN_TEXT.slice(1)}`;
const SOMETHING = '\\S';

/** What already says which texts it takes. */
const RESTRICTIONS = ['pattern', 'format', 'enum', 'const'] as const;
/** Members that hold values, not schemas. */
const VALUES = new Set(['default', 'examples', 'example', 'enum', 'const']);

/**
 * A schema whose free strings are plain text. Validation and the OpenAPI document both go through here, so that the document promises
 * what is checked. Returns a new value; members that are not schemas stay as they are.
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
