/**
 * Writes "this or null" as one type with two names (`type: [string, "null"]`), the form of OpenAPI 3.1 that generators understand; a
 * reference or an array of alternatives stays an `anyOf`. Returns a new value.
 */
export function withNullTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNullTypes);
  if (typeof value !== 'object' || value === null) return value;
  const plain = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withNullTypes(inner)]),
  );
  const { anyOf, ...rest } = plain;
  const other = nullableOf(anyOf);
  if (other === null) return plain;
  const choices = Array.isArray(other.enum) ? { enum: [...other.enum, null] } : {};
  return { ...rest, ...other, ...choices, type: [other.type, 'null'] };
}

/** The other of two alternatives of which one is null, when it has a single type of its own. */
function nullableOf(anyOf: unknown): Readonly<Record<string, unknown>> | null {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return null;
  const schemas = anyOf as Readonly<Record<string, unknown>>[];
  const other = schemas.find((one) => one.type !== 'null');
  if (other === undefined || !schemas.some((one) => one.type === 'null')) return null;
  return typeof other.type === 'string' ? other : null;
}
