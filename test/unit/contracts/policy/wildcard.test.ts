import fc from 'fast-check';
import t from 'tap';
import { compileWildcard, matchesPrefix, matchesWhole } from '../../../../contracts/policy/wildcard.ts';

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

t.test('the worst pattern takes no longer than in proportion to the text', (t) => {
  const wild = compileWildcard(`*${'a'.repeat(1_000)}b*${'a'.repeat(900)}c*`);
  const text = 'a'.repeat(200_000);
  const startedAt = performance.now();
  t.notOk(matchesWhole(wild, text));
  // A backtracking matcher needs 10^8 steps and more; this one some 10^6.
  t.ok(performance.now() - startedAt < 1_000);
  t.end();
});
