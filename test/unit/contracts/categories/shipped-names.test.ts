import t from 'tap';
import { buildCategoryIndex } from '../../../../contracts/categories/build-index.ts';
import { openCategoryIndex } from '../../../../contracts/categories/category-index.ts';
import {
  CategoryIndexError,
  MAX_RUN,
  readIndexParts,
} from '../../../../contracts/categories/index-format.ts';
import { hashName } from '../../../../contracts/categories/name-hash.ts';
import {
  encodeShippedNames,
  readShippedNames,
  type ShippedNames,
} from '../../../../contracts/categories/shipped-names.ts';
import { fc } from '../../../support/property.ts';
import { CATEGORIES, expectedOf, LISTED, NAME } from './support.ts';

type Named = readonly (readonly [string, readonly string[]])[];

const encoded = (names: Named, categories = CATEGORIES): Uint8Array =>
  encodeShippedNames({ categories, names });

function listOf(shipped: ShippedNames): readonly string[] {
  const list: string[] = [];
  shipped.each((slotHash, fingerprint, set) =>
    list.push(`${slotHash} ${fingerprint} ${set.map((number) => shipped.categories[number]).join()}`),
  );
  return list.sort();
}

t.test('what is written is read: hashes, categories and seed, each name once', async (t) => {
  fc.assert(
    fc.property(LISTED, (listed) => {
      const names = listed.map(([name, category]) => [name, [CATEGORIES[category] ?? '']] as const);
      const read = readShippedNames(encoded(names));
      const expected = new Map<string, number[]>();
      for (const [name, category] of listed) {
        const hash = new Uint32Array(2);
        hashName(name, 0, hash);
        const key = hash.join(' ');
        expected.set(
          key,
          [...new Set([...(expected.get(key) ?? []), category])].sort((a, b) => a - b),
        );
      }
      const lines = [...expected].map(([key, set]) => `${key} ${set.map((at) => CATEGORIES[at]).join()}`);
      return (
        read.seed === 0 &&
        read.length === expected.size &&
        listOf(read).join('\n') === lines.sort().join('\n')
      );
    }),
    { numRuns: 200 },
  );
  t.same(readShippedNames(encoded([], ['a', 'b'])).categories, ['a', 'b']);
});

t.test(
  'the same names in another order are the same bytes, of about six a name, and none is readable',
  async (t) => {
    const names = Array.from(
      { length: 20_000 },
      (_, number) => [`secret-${number}.example`, [number % 3 === 0 ? 'a' : 'b']] as const,
    );
    const bytes = encoded(names, ['a', 'b']);
    t.same(Buffer.compare(bytes, encoded([...names].reverse(), ['a', 'b'])), 0);
    t.ok(bytes.length / names.length < 7, 'five bits more than 600,000 names need');
    t.notMatch(Buffer.from(bytes).toString('latin1'), /secret|example/);
  },
);

t.test(
  'a file that is cut off, longer, or damaged at any place is refused, or is another list',
  async (t) => {
    const bytes = encoded(
      Array.from({ length: 40 }, (_, number) => [`n${number}.example`, [number % 2 === 0 ? 'a' : 'b']]),
      ['a', 'b'],
    );
    for (let length = 0; length < bytes.length; length++)
      t.throws(() => readShippedNames(bytes.subarray(0, length)), CategoryIndexError, `${length} bytes`);
    t.throws(() => readShippedNames(Uint8Array.from([...bytes, 0])), CategoryIndexError);
    let refused = 0;
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const spoiled = bytes.slice();
      spoiled[bit >>> 3] = (spoiled[bit >>> 3] as number) ^ (1 << (bit & 7));
      try {
        const read = readShippedNames(spoiled);
        t.equal(read.length, 40);
        read.each((slotHash, fingerprint, set) => {
          if (!(slotHash >= 0 && slotHash < 2 ** 32 && fingerprint > 0 && set.length > 0))
            t.fail(`bit ${bit}`);
        });
      } catch (error) {
        t.ok(error instanceof CategoryIndexError, `bit ${bit}: ${error}`);
        refused += 1;
      }
    }
    t.ok(refused > 400, `${refused}`);
  },
);

t.test('what does not fit is not written', async (t) => {
  t.throws(() => encoded([['a.example', ['unknown']]]), RangeError);
  t.throws(() => encoded([['a.example', []]]), RangeError);
  t.throws(() => encoded([], ['Not An Id']), RangeError);
  t.throws(
    () =>
      encoded(
        [],
        Array.from({ length: 257 }, (_, number) => `c${number}`),
      ),
    RangeError,
  );
});

t.test('an index of names and shipped hashes gives every name the categories of both', async () => {
  fc.assert(
    fc.property(LISTED, LISTED, fc.array(NAME, { maxLength: 20 }), (listed, shippedListed, others) => {
      // The file has its categories in another order, and one that the index lacks.
      const shipped = readShippedNames(
        encoded(
          shippedListed.map(([name, category]) => [name, [CATEGORIES[category] ?? '', 'other']]),
          ['other', ...[...CATEGORIES].reverse()],
        ),
      );
      const build = (like: Uint8Array | null) =>
        buildCategoryIndex({
          categories: CATEGORIES,
          shipped,
          like: like === null ? null : readIndexParts(like),
          each(add) {
            for (const [name, category] of listed) add(name, category);
          },
        });
      const bytes = build(null);
      const index = openCategoryIndex(bytes);
      const all = [...listed, ...shippedListed];
      return (
        Buffer.compare(bytes, build(bytes)) === 0 &&
        [...all.map(([name]) => name), ...others].every(
          (name) => index.categoriesOf(name).join() === expectedOf(all, name).join(),
        )
      );
    }),
    { numRuns: 200 },
  );
});

/** Hashes by themselves, as no name could be found for them here. */
function shippedOf(hashes: readonly (readonly [number, number, number])[], seed = 0): ShippedNames {
  return {
    seed,
    categories: ['a', 'b'],
    length: hashes.length,
    each: (take) => {
      for (const [slotHash, fingerprint, category] of hashes) take(slotHash, fingerprint, [category]);
    },
  };
}

t.test(
  'names that would be mistaken for one another get another number of slots, not another seed',
  async (t) => {
    const spread = Array.from({ length: 200 }, (_, at) => [(at * 2 ** 32) / 200, 1_000 + at, 0] as const);
    const without = readIndexParts(
      buildCategoryIndex({ categories: ['a', 'b'], each: () => undefined, shipped: shippedOf(spread, 7) }),
    );
    const slot = 2 ** 32 / without.slots;
    // In one slot of this size, at its two ends.
    const pair = [
      [Math.ceil(slot * 100), 77, 0],
      [Math.ceil(slot * 101) - 1, 77, 1],
    ] as const;
    const build = () =>
      buildCategoryIndex({
        categories: ['a', 'b'],
        each: () => undefined,
        shipped: shippedOf([...spread.slice(2), ...pair], 7),
      });
    const parts = readIndexParts(build());
    t.equal(parts.seed, 7);
    t.ok(parts.slots > without.slots && parts.slots < without.slots * 1.1, `${parts.slots}`);
    t.equal(parts.names, 200);
    t.equal(Buffer.compare(build(), build()), 0);
  },
);

t.test('two that no number of slots tells apart get the categories of both', async (t) => {
  const bytes = buildCategoryIndex({
    categories: ['a', 'b'],
    each: () => undefined,
    shipped: shippedOf([
      [1_000, 77, 0],
      [1_001, 77, 1],
    ]),
  });
  const parts = readIndexParts(bytes);
  t.equal(parts.names, 1);
  const found = parts.classes[parts.fingerprints.indexOf(77)] ?? 0;
  t.equal(parts.sets[found], 3);
});

t.test(
  'names that crowd one place cannot keep an index from being made, nor put a shipped name out',
  async (t) => {
    // Made up by somebody who can put names on a list: all in one place of the table, or at its end, behind which there is no room.
    for (const home of [2 ** 31, 2 ** 32 - 1]) {
      const listed = [...crowd(home, MAX_RUN + 100)];
      const bytes = buildCategoryIndex({
        categories: ['a', 'b'],
        each(add) {
          for (const name of listed) add(name, 1);
        },
        shipped: shippedOf([[home, 77, 0]]),
      });
      const { fingerprints, sets, classes, names } = readIndexParts(bytes);
      t.equal(sets[classes[fingerprints.indexOf(77)] ?? 0], 1);
      t.ok(names < listed.length, 'some of the crowd are left out');
    }
  },
);

/** So many names whose search begins shortly before a place: in the last 1/64 of the table before it. */
function* crowd(home: number, count: number): Generator<string> {
  const hash = new Uint32Array(2);
  for (let number = 0, found = 0; found < count; number++) {
    const name = `n${number}.example`;
    hashName(name, 0, hash);
    const distance = home - (hash[0] as number);
    if (distance < 0 || distance >= 2 ** 26) continue;
    found += 1;
    yield name;
  }
}
