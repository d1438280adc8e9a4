import t from 'tap';
import { compileWildcard, matchesPrefix, matchesWhole } from '../../../../contracts/policy/wildcard.ts';
import { fc } from '../../../support/property.ts';

/** The same by a regular expression: fine for a test, too slow for hostile patterns. */
function expression(pattern: string, end: string): RegExp {
  const source = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*+/g, '[^]*');
  return new RegExp(`^${source}${end}`);
}

t.test('a pattern fits what its regular expression fits', (t) => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 30 });
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*'), maxLength: 24 });
  t.doesNotThrow(() =>
    fc.assert(
      fc.property(pattern, text, (pattern, text) => {
        const wild = compileWildcard(pattern);
        return (
          matchesWhole(wild, text) === expression(pattern, '$').test(text) &&
          matchesPrefix(wild, text) === expression(pattern, '').test(text)
        );
      }),
      { numRuns: 5_000 },
    ),
  );
  t.end();
});

t.test('a pattern that is its own text fits, with stars for any part of it', (t) => {
  t.doesNotThrow(() =>
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 40 }),
        fc.nat(),
        fc.nat(),
        (text, a, b) => {
          const [from, to] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y);
          return matchesWhole(compileWildcard(`${text.slice(0, from)}*${text.slice(to)}`), text);
        },
      ),
    ),
  );
  t.end();
});

t.test('long pieces are found wherever they stand, and not where they differ by one character', (t) => {
  const unit = fc.constantFrom('a', 'b');
  const met = new Set<boolean>();
  // What repeats itself is what a search has to come back in.
  const repeating = fc
    .tuple(fc.string({ unit, minLength: 1, maxLength: 4 }), fc.string({ unit, maxLength: 12 }))
    .map(([part, rest]) => part.repeat(12) + rest + part.repeat(4));
  const property = fc.property(repeating, fc.nat(), fc.nat(30), fc.nat(), (text, start, more, other) => {
    const from = start % (text.length - 9);
    const piece = text.slice(from, from + 9 + more);
    const at = other % piece.length;
    const changed = `${piece.slice(0, at)}${piece[at] === 'a' ? 'b' : 'a'}${piece.slice(at + 1)}`;
    return [`*${piece}*`, `*${changed}*`, `*${piece}*${piece}*`, `a*${piece}b*`, `*${piece}*b`].every(
      (pattern) => {
        const expected = expression(pattern, '$').test(text);
        met.add(expected);
        return matchesWhole(compileWildcard(pattern), text) === expected;
      },
    );
  });
  t.doesNotThrow(() => fc.assert(property, { numRuns: 2_000 }));
  t.equal(met.size, 2);
  t.end();
});

t.test('a long piece is found behind a false start, and what follows it comes after its end', (t) => {
  for (const [pattern, text, fits] of [
    ['*aaaaaaaaab*', 'aaaaaaaaaaaaab', true],
    ['*abababababac*', 'abababababababac', true],
    ['*aabaabaabaac*', 'aabaabaabaabaac', true],
    ['*abcdefghij*', 'abcdefghij', true],
    ['*abcdefghij*', 'abcdefghiabcdefghi', false],
    ['*abcdefghij*', 'xabcdefghi', false],
    ['*abcdefghij*jk', 'abcdefghijk', false],
    ['*abcdefghij*k', 'xxabcdefghijk', true],
    ['*abcdefghij*abcdefghij*', 'abcdefghijabcdefghij', true],
    ['*abcdefghij*abcdefghij*', 'abcdefghijbcdefghij', false],
    ['**abcdefghij***', 'abcdefghij', true],
  ] as const)
    t.equal(matchesWhole(compileWildcard(pattern), text), fits, `${pattern} ${text}`);
  t.end();
});

t.test('the worst pattern takes no longer than in proportion to the text', (t) => {
  const wild = compileWildcard(`*${'a'.repeat(1_000)}b*${'a'.repeat(900)}c*`);
  let reads = 0;
  class CountedText extends String {
    override charCodeAt(at: number): number {
      reads += 1;
      return super.charCodeAt(at);
    }
  }
  const text = new CountedText('a'.repeat(200_000)) as unknown as string;
  t.notOk(matchesWhole(wild, text));
  // A backtracking matcher reads 10^8 times and more.
  t.equal(reads, text.length, 'each character is read once');
  t.end();
});
