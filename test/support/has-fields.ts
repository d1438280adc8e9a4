import type { Test } from 'tap';

/**
 * Asserts that a value has these fields, exactly. Beside `t.match`: a text is the whole text, a list has no more entries than are named, `undefined` is no null, and what is
 * not named of an object is free at every depth. A regular expression stands for a text that it finds, and `String`, `Number`, `Boolean` or a class for any value of it.
 */
export function hasFields(
  t: Pick<Test, 'strictSame' | 'currentAssert'>,
  actual: unknown,
  expected: unknown,
  message = 'should have these fields, exactly',
): void {
  // A failure tells where this was called.
  t.currentAssert = hasFields;
  t.strictSame(narrowed(actual, expected), expected, message);
}

/** Asserts that a text holds another, as it is written. */
export function hasText(
  t: Pick<Test, 'ok' | 'currentAssert'>,
  actual: unknown,
  text: string,
  message = `should hold ${JSON.stringify(text)}`,
): void {
  t.currentAssert = hasText;
  t.ok(typeof actual === 'string' && actual.includes(text), message, { found: actual, wanted: text });
}

/** The value with those fields only that the expectation names; what an expectation of a kind fits is put in the place of the value. */
function narrowed(actual: unknown, expected: unknown): unknown {
  if (expected instanceof RegExp)
    return typeof actual === 'string' && fits(actual, expected) ? expected : actual;
  if (typeof expected === 'function') return isOf(actual, expected) ? expected : actual;
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return actual;
    return actual.map((entry, index) => (index < expected.length ? narrowed(entry, expected[index]) : entry));
  }
  if (!isPlain(expected) || typeof actual !== 'object' || actual === null) return actual;
  return Object.fromEntries(
    Object.entries(expected).map(([name, inner]) => [
      name,
      narrowed((actual as Readonly<Record<string, unknown>>)[name], inner),
    ]),
  );
}

/** Regular expressions with the flag `g` remember where they were. */
function fits(text: string, expression: RegExp): boolean {
  return text.search(expression) >= 0;
}

// biome-ignore lint/complexity/noBannedTypes: any class may stand for its values
function isOf(value: unknown, kind: Function): boolean {
  return Object(value) instanceof kind && value !== null && value !== undefined;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value))
  );
}
