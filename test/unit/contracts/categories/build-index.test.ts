import t from 'tap';
import { buildCategoryIndex } from '../../../../contracts/categories/build-index.ts';
import { openCategoryIndex } from '../../../../contracts/categories/category-index.ts';
import { readIndexParts } from '../../../../contracts/categories/index-format.ts';
import { fc } from '../../../support/property.ts';
import { built, LISTED } from './support.ts';

/** Two of its categories together are a set that no name has in the end. */
const THREE_AT_ONCE = [0, 1, 2].map((category) => ['example', category] as const);

t.test('the same names give the same bytes, in whatever order and however often they come', async () => {
  fc.assert(
    fc.property(LISTED, (listed) => {
      const [once, again] = [built(listed), built([...listed].reverse().concat(listed))];
      return Buffer.compare(once, again) === 0;
    }),
    { numRuns: 200, examples: [[THREE_AT_ONCE]] },
  );
});

t.test('the same names after an index like it give the same bytes as that index', async () => {
  fc.assert(
    fc.property(LISTED, (listed) => {
      const once = built(listed);
      return Buffer.compare(once, built(listed, readIndexParts(once))) === 0;
    }),
    { numRuns: 100 },
  );
});

t.test('more than 255 different sets of categories take two bytes a name, and are all right', async (t) => {
  const categories = Array.from({ length: 64 }, (_, number) => `c${number}`);
  const bytes = buildCategoryIndex({
    categories,
    each(add) {
      for (let number = 0; number < 1_000; number++) {
        add(`n${number}.example`, number % 64);
        add(`n${number}.example`, (number * 7 + Math.floor(number / 64)) % 64);
      }
    },
  });
  const index = openCategoryIndex(bytes);
  t.equal(readIndexParts(bytes).classes.BYTES_PER_ELEMENT, 2);
  for (let number = 0; number < 1_000; number++) {
    const expected = new Set([`c${number % 64}`, `c${(number * 7 + Math.floor(number / 64)) % 64}`]);
    t.same(index.categoriesOf(`n${number}.example`), [...expected].sort());
  }
});

t.test('an index that grew keeps its slots up to a load of 0.75, and then gets more', async (t) => {
  const names = (count: number) =>
    Array.from({ length: count }, (_, number) => [`n${number}.example`, 1] as const);
  const first = readIndexParts(built(names(660)));
  t.equal(first.slots, 1_000);
  t.equal(readIndexParts(built(names(750), first)).slots, 1_000);
  t.equal(readIndexParts(built(names(760), first)).slots, Math.ceil(760 / 0.66));
  t.equal(readIndexParts(built(names(100), first)).slots, Math.ceil(100 / 0.66));
});

t.test('more than a file can hold is refused', async (t) => {
  const categories = Array.from({ length: 257 }, (_, number) => `c${number}`);
  t.throws(() => buildCategoryIndex({ categories, each: () => undefined }), RangeError);
  t.throws(() => buildCategoryIndex({ categories: ['Not An Id'], each: () => undefined }), RangeError);
  t.throws(() => buildCategoryIndex({ categories: ['a'], each: (add) => add('x', 1) }), RangeError);
});
