import t from 'tap';
import { hasFields, hasText } from '../../support/has-fields.ts';

/** Whether an assertion holds. */
function holds(
  assertion: (t: Parameters<typeof hasFields>[0] & Parameters<typeof hasText>[0]) => void,
): boolean {
  let held = false;
  const witness = {
    currentAssert: undefined,
    strictSame: (found: unknown, wanted: unknown) => {
      held = isSame(found, wanted);
      return held;
    },
    ok: (value: unknown) => {
      held = value === true;
      return held;
    },
  };
  assertion(witness as never);
  return held;
}

function isSame(found: unknown, wanted: unknown): boolean {
  if (Object.is(found, wanted)) return true;
  if (typeof found !== 'object' || typeof wanted !== 'object' || found === null || wanted === null)
    return false;
  const [names, others] = [Object.keys(found), Object.keys(wanted)];
  return (
    Array.isArray(found) === Array.isArray(wanted) &&
    names.length === others.length &&
    names.every((name) => isSame(found[name as keyof object], wanted[name as keyof object]))
  );
}

const has = (actual: unknown, expected: unknown): boolean => holds((t) => hasFields(t, actual, expected));

t.test('named fields count, at every depth, and others are free', async (t) => {
  t.ok(has({ a: 1, b: { c: 2, d: 3 } }, { b: { c: 2 } }));
  t.notOk(has({ a: 1 }, { a: 2 }));
  t.notOk(has({ a: 1 }, { b: 1 }));
  t.notOk(has(null, { a: 1 }));
  t.notOk(has('a', { a: 1 }));
});

t.test('a list is the whole list, and a text the whole text', async (t) => {
  t.ok(has([{ a: 1, b: 2 }], [{ a: 1 }]));
  t.notOk(has([1], []), 'an empty list is no list of one');
  t.notOk(has([1, 2], [1]));
  t.notOk(has([1], [1, 2]));
  t.notOk(has({ length: 0 }, []));
  t.notOk(has('unlock', 'lock'));
});

t.test('null, undefined and what is missing differ', async (t) => {
  t.notOk(has({ a: null }, { a: undefined }));
  t.notOk(has({ a: undefined }, { a: null }));
  t.ok(has({}, { a: undefined }), 'a field that is not there is undefined');
  t.notOk(has({ a: 0 }, { a: false }));
});

t.test('an expression stands for a text that it finds, a class for its values', async (t) => {
  t.ok(has({ a: 'unlock' }, { a: /lock/ }));
  t.notOk(has({ a: 'open' }, { a: /lock/ }));
  t.notOk(has({ a: 1 }, { a: /1/ }), 'a number is no text');
  t.ok(has({ a: 'x', b: 1, c: new RangeError('x') }, { a: String, b: Number, c: RangeError }));
  t.notOk(has({ a: 1 }, { a: String }));
  t.notOk(has({ a: null }, { a: String }));
});

t.test('a part of a text is asked for by its own name', async (t) => {
  t.ok(holds((t) => hasText(t, 'unlock', 'lock')));
  t.notOk(holds((t) => hasText(t, 'open', 'lock')));
  t.notOk(holds((t) => hasText(t, ['lock'], 'lock')));
});
