import t from 'tap';
import { openApiDocument } from '../../../../api/document.ts';
import { wordsOfPattern } from '../../../../contracts/rest/pattern-words.ts';
import { READABLE_TEXT, UNIT_NAME } from '../../../../contracts/rest/plain-text.ts';

/** Every `pattern` in a value. */
function patternsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(patternsIn);
  if (typeof value !== 'object' || value === null) return [];
  const own = 'pattern' in value && typeof value.pattern === 'string' ? [value.pattern] : [];
  return [...own, ...Object.values(value).flatMap(patternsIn)];
}

t.test('there are words for every pattern that a request or an answer is checked with', async (t) => {
  const patterns = new Set(patternsIn(openApiDocument()));
  t.ok(patterns.size > 30);
  // The server checks these two, and the description has them in a form that every program can read.
  for (const pattern of [READABLE_TEXT, UNIT_NAME]) {
    t.notOk(patterns.has(pattern));
    patterns.add(pattern);
  }
  for (const pattern of patterns) {
    const words = wordsOfPattern(pattern);
    t.match(words, /^must be [^\\^$[\]]+$/, pattern);
  }
});
