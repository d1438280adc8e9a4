import t from 'tap';
import {
  applyIndexDelta,
  isIndexDelta,
  makeIndexDelta,
} from '../../../../contracts/categories/index-delta.ts';
import { CategoryIndexError, readIndexParts } from '../../../../contracts/categories/index-format.ts';
import { fc } from '../../../support/property.ts';
import { built, type Listed } from './support.ts';

const many = (count: number, prefix = 'name'): Listed =>
  Array.from({ length: count }, (_, number) => [`${prefix}-${number}.example`, number % 30] as const);

t.test('an old index and the delta make exactly the new index', async (t) => {
  let made = 0;
  fc.assert(
    fc.property(fc.nat({ max: 60 }), fc.nat({ max: 60 }), fc.nat({ max: 300 }), (gone, come, turned) => {
      const before = built(many(1_000));
      const names = [...many(1_000).slice(gone), ...many(come, 'new')];
      const changed = names.map(([name, category], at): Listed[number] => [
        name,
        at === turned ? 39 : category,
      ]);
      const after = built(changed, readIndexParts(before));
      const delta = makeIndexDelta(before, after);
      if (delta === null) return readIndexParts(before).slots !== readIndexParts(after).slots;
      made += 1;
      return Buffer.compare(applyIndexDelta(before, delta), after) === 0;
    }),
    { numRuns: 100 },
  );
  t.ok(made > 90, `${made} deltas`);
});

t.test('a delta of one name in a hundred is far smaller than the file', async (t) => {
  const before = built(many(20_000));
  const after = built([...many(20_000).slice(100), ...many(100, 'new')], readIndexParts(before));
  const delta = makeIndexDelta(before, after);
  t.ok(delta !== null && delta.byteLength < 6_000, `${delta?.byteLength} bytes of ${after.byteLength}`);
  t.ok(delta !== null && isIndexDelta(delta));
  t.notOk(isIndexDelta(after));
});

t.test('there is no delta where slots differ, nor one that is not worth it', async (t) => {
  t.equal(makeIndexDelta(built(many(100)), built(many(200))), null);
  const before = built(many(1_000));
  t.equal(makeIndexDelta(before, built(many(1_000, 'other'), readIndexParts(before))), null);
});

t.test('a delta for another file does not make the wanted one, and does not crash', async (t) => {
  const before = built(many(1_000));
  const after = built(many(1_010), readIndexParts(before));
  const delta = makeIndexDelta(before, after) ?? new Uint8Array();
  const other = built(many(1_000, 'other'));
  try {
    t.not(Buffer.compare(applyIndexDelta(other, delta), after), 0);
  } catch (error) {
    t.ok(error instanceof CategoryIndexError);
  }
});

t.test('a damaged delta is refused in words, or makes some index: never anything else', async (t) => {
  const before = built(many(1_000));
  const delta = makeIndexDelta(before, built(many(1_020), readIndexParts(before))) ?? new Uint8Array();
  let refused = 0;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat({ max: delta.byteLength - 1 }), fc.nat({ max: 255 })), {
        minLength: 1,
        maxLength: 5,
      }),
      fc.option(fc.nat({ max: delta.byteLength }), { freq: 3 }),
      (changes, cut) => {
        const bytes = delta.slice(0, cut ?? delta.byteLength);
        for (const [at, value] of changes) if (at < bytes.byteLength) bytes[at] = value;
        try {
          readIndexParts(applyIndexDelta(before, bytes));
        } catch (error) {
          if (!(error instanceof CategoryIndexError)) throw error;
          refused += 1;
        }
        return true;
      },
    ),
    { numRuns: 2_000 },
  );
  t.ok(refused > 500, `${refused} were refused`);
  t.throws(() => applyIndexDelta(before, delta.subarray(0, delta.length - 1)), CategoryIndexError);
  t.throws(() => applyIndexDelta(before, Uint8Array.from([...delta, 0])), /behind its end/);
});
