import t from 'tap';
import { openCategoryIndex } from '../../../../contracts/categories/category-index.ts';
import {
  CategoryIndexError,
  GUARD_SLOTS,
  HEADER_WORDS,
  INDEX_FORMAT,
  INDEX_MAGIC,
  readIndexParts,
} from '../../../../contracts/categories/index-format.ts';
import { fc } from '../../../support/property.ts';
import { built, CATEGORIES, expectedOf, LISTED, NAME, wireOf } from './support.ts';

t.test(
  'a name has the categories that it and every name above it were listed with, and no other',
  async () => {
    fc.assert(
      fc.property(LISTED, fc.array(NAME, { maxLength: 20 }), (listed, asked) => {
        const index = openCategoryIndex(built(listed));
        const below = listed.map(([name], at) => (at % 2 === 0 ? name : `www.${name}`));
        return [...asked, ...below].every(
          (name) => index.categoriesOf(name).join() === expectedOf(listed, name).join(),
        );
      }),
      { numRuns: 300 },
    );
  },
);

t.test('a name in a DNS packet, in any case, has the same number as the name as a text', async () => {
  fc.assert(
    fc.property(LISTED, NAME, (listed, asked) => {
      const index = openCategoryIndex(built(listed));
      return [asked, ...listed.map(([name]) => name)].every(
        (name) =>
          index.lookupWire(wireOf(name), 12) === index.lookup(name) &&
          index.lookupWire(wireOf(name.toUpperCase()), 12) === index.lookup(name),
      );
    }),
    { numRuns: 200 },
  );
});

/** The name at a place of a packet, read as simply as can be; null = compressed, longer than a name may be, or without its end. */
function nameAt(packet: Uint8Array, offset: number): string | null {
  const labels: string[] = [];
  for (let at = offset; ; ) {
    const length = packet[at];
    if (length === 0) return labels.join('.');
    if (length === undefined || length > 63 || labels.length === 127) return null;
    const label = Buffer.from(packet.subarray(at + 1, at + 1 + length)).toString('latin1');
    labels.push(label.replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
    at += length + 1;
  }
}

const label = (text: string): readonly number[] => [text.length, ...Buffer.from(text, 'latin1')];
const COM = label('com');

t.test(
  'whatever bytes a packet has, the answer is that of the name which a simple reader finds',
  async (t) => {
    const index = openCategoryIndex(
      built([
        ['com', 1],
        ['a.com', 2],
      ]),
    );
    const expected = (packet: Uint8Array, offset: number): number => {
      const name = nameAt(packet, offset);
      return name === null || name === '' ? 0 : index.lookup(name);
    };
    const numbers = new Set([0, index.lookup('com'), index.lookup('a.com')]);
    t.equal(numbers.size, 3, 'the two names and all others can be told apart');
    const part = fc.oneof(
      fc.constantFrom(
        ...['com', 'COM', 'a', 'A', 'b', 'x'.repeat(63)].map(label),
        [0],
        [0xc0, 0],
        [64],
        [127],
      ),
      fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 5 }),
    );
    const packets = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.array(part, { maxLength: 140 }).map((parts) => Uint8Array.from([...parts.flat(), ...COM, 0])),
    );
    fc.assert(
      fc.property(packets, fc.nat({ max: 320 }), fc.boolean(), (packet, place, atStart) => {
        const offset = atStart ? 0 : place;
        // A dot within a label is no boundary in a packet, and one in a text.
        if (nameAt(packet, offset)?.split('.').length !== labelsAt(packet, offset)) return true;
        return index.lookupWire(packet, offset) === expected(packet, offset);
      }),
      { numRuns: 3_000 },
    );
  },
);

/** How many labels the name at a place has; undefined = there is no name. */
function labelsAt(packet: Uint8Array, offset: number): number | undefined {
  if (nameAt(packet, offset) === null) return undefined;
  let count = 0;
  for (let at = offset; packet[at] !== 0; at += (packet[at] ?? 0) + 1) count += 1;
  return Math.max(1, count);
}

t.test('a name without its end, a compressed one and one that is too long are in no category', async (t) => {
  const index = openCategoryIndex(built([['com', 1]]));
  const find = (...bytes: readonly number[]) => index.lookupWire(Uint8Array.from(bytes), 0);
  const com = find(...COM, 0);
  t.same(index.setOf(com), ['category_1']);
  t.equal(com, index.lookup('com'));
  t.equal(find(...COM), 0, 'without its end');
  t.equal(find(...COM, 3, 99), 0, 'cut off');
  t.equal(find(0xc0, 0), 0, 'compressed');
  // Read as labels of so many bytes, these would be names below "com".
  for (const length of [64, 0x80, 0xc0, 0xff])
    t.equal(find(length, ...Array.from({ length }, () => 120), ...COM, 0), 0, `a label of ${length} bytes`);
  t.equal(find(63, ...Array.from({ length: 63 }, () => 120), ...COM, 0), com, 'the longest label');
  const below = (labels: number) => find(...Array.from({ length: labels }, () => [1, 120]).flat(), ...COM, 0);
  t.equal(below(126), com, 'as many labels as a name can have');
  t.equal(below(127), 0);
});

t.test('a text of more dots than a name can have is answered like any other', async (t) => {
  const index = openCategoryIndex(
    built([
      ['com', 1],
      ['a.com', 2],
    ]),
  );
  for (const labels of [0, 125, 126, 127, 128, 300]) {
    const below = 'x.'.repeat(labels);
    t.same(index.categoriesOf(`${below}a.com`), ['category_1', 'category_2'], `${labels} labels more`);
    t.same(index.categoriesOf(`${below}b.com`), ['category_1']);
    t.same(index.categoriesOf(`${below}com.example`), []);
  }
});

t.test('equal sets have one number, and one list that nobody can change', async (t) => {
  const index = openCategoryIndex(
    built([
      ['example', 3],
      ['a.example', 33],
      ['b.example', 33],
    ]),
  );
  t.equal(index.lookup('x.a.example'), index.lookup('b.example'));
  t.equal(index.setOf(index.lookup('a.example')), index.categoriesOf('b.example'));
  t.same(index.categoriesOf('a.example'), ['category_3', 'category_33']);
  t.ok(Object.isFrozen(index.categoriesOf('example')));
  t.equal(index.lookup('elsewhere.test'), 0);
  t.same(index.setOf(0), []);
  t.throws(() => index.setOf(99), RangeError);
  t.same(index.categories, [...CATEGORIES].sort());
});

t.test('an index of no names has none', async (t) => {
  const index = openCategoryIndex(built([]));
  t.equal(index.names, 0);
  t.same(index.categoriesOf('example.com'), []);
});

t.test('bytes that do not begin at a multiple of four are read all the same', async (t) => {
  const bytes = built([['example.com', 5]]);
  const moved = new Uint8Array(bytes.byteLength + 1);
  moved.set(bytes, 1);
  t.same(openCategoryIndex(moved.subarray(1)).categoriesOf('www.example.com'), ['category_5']);
});

t.test('a damaged file is refused in words or answers, but never hangs or reads outside', async (t) => {
  const good = built(
    Array.from({ length: 300 }, (_, number) => [`name-${number}.example`, number % 40] as const),
  );
  let refused = 0;
  let answered = 0;
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.oneof(
            { weight: 1, arbitrary: fc.nat({ max: 200 }) },
            { weight: 9, arbitrary: fc.nat({ max: good.byteLength - 1 }) },
          ),
          fc.nat({ max: 255 }),
        ),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      fc.option(fc.nat({ max: good.byteLength }), { freq: 4 }),
      (changes, cut) => {
        const bytes = good.slice(0, cut ?? good.byteLength);
        for (const [at, value] of changes) if (at < bytes.byteLength) bytes[at] = value;
        try {
          const index = openCategoryIndex(bytes);
          for (let number = 0; number < 50; number++) index.categoriesOf(`www.name-${number}.example`);
          answered += 1;
        } catch (error) {
          if (!(error instanceof CategoryIndexError)) throw error;
          refused += 1;
        }
        return true;
      },
    ),
    { numRuns: 3_000 },
  );
  t.ok(refused > 100, `${refused} were refused`);
  t.ok(answered > 100, `${answered} were answered`);
});

t.test('each number of the header that lies is told', async (t) => {
  const good = built([['example.com', 5]]);
  const lie = (word: number, value: number): (() => unknown) => {
    const bytes = good.slice();
    new Uint32Array(bytes.buffer, 0, 16)[word] = value;
    return () => readIndexParts(bytes);
  };
  t.throws(lie(0, 1), /does not begin as one/);
  t.throws(lie(1, 2), /format 2 is not known/);
  t.throws(lie(2, 4_000_000_000), /more names/);
  t.throws(lie(3, 1_000), /more names/);
  t.throws(lie(4, 0), /count of sets/);
  t.throws(lie(5, 3), /one byte or two/);
  t.throws(lie(7, 1), /count of categories/);
  t.throws(lie(8, 1_000), /count of categories/);
  t.throws(lie(9, 3), /length of ids/);
  t.throws(() => readIndexParts(good.subarray(0, 20)), /shorter than its header/);
  t.throws(() => readIndexParts(good.subarray(0, good.length - 4)), /length does not fit/);
});

t.test('a file without an empty slot, in which a search would not end, is refused', async (t) => {
  const bytes = built(Array.from({ length: 6_000 }, (_, number) => [`name-${number}.example`, 1] as const));
  const { headBytes, slots } = readIndexParts(bytes);
  const filled = bytes.slice();
  new Uint32Array(filled.buffer, headBytes, slots + 63).fill(7);
  t.throws(() => readIndexParts(filled), /too long/);
  new Uint32Array(filled.buffer, headBytes, slots + 64).fill(7);
  t.throws(() => readIndexParts(filled), /not empty/);
});

t.test('a class that stands for no set is told, wherever it is and whatever the count of sets', async (t) => {
  const places = 5 + GUARD_SLOTS;
  const wrong: string[] = [];
  for (let sets = 1; sets <= 256; sets++) {
    const head = (HEADER_WORDS + sets) * 4;
    const bytes = new Uint8Array(head + places * 5);
    new Uint32Array(bytes.buffer, 0, HEADER_WORDS).set([
      INDEX_MAGIC,
      INDEX_FORMAT,
      5,
      0,
      sets,
      1,
      0,
      1,
      0,
      0,
    ]);
    for (const at of [0, 1, 2, 3, 65, places - 1])
      for (const one of [0, 1, 126, 127, 128, 129, 254, 255, sets - 1, sets % 256]) {
        bytes[head + places * 4 + at] = one;
        const isTold = throwsIndexError(() => readIndexParts(bytes));
        if (isTold !== one >= sets) wrong.push(`${one} of ${sets} at ${at}`);
        bytes[head + places * 4 + at] = 0;
      }
  }
  t.same(wrong, []);
});

function throwsIndexError(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch (error) {
    if (error instanceof CategoryIndexError) return true;
    throw error;
  }
}
