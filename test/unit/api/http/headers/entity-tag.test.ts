import t from 'tap';
import { entityTag, matchesTag } from '../../../../../api/http/headers/entity-tag.ts';

t.test('a tag changes with the version and with what is shown', async (t) => {
  const tag = entityTag(3, { a: 1 });
  t.match(tag, /^"3-[^"]{16}"$/);
  t.equal(entityTag(3, { a: 1 }), tag);
  t.not(entityTag(3, { a: 2 }), tag);
  t.not(entityTag(4, { a: 1 }), tag);
  t.match(entityTag(1, undefined), /^"1-[^"]{16}"$/);
});

t.test('If-None-Match names a tag by itself, in a list, weakly, or by the star', async (t) => {
  for (const header of ['"a"', ' "a" ', '"b", "a"', 'W/"a"', '"b",W/"a"', '*', ' * '])
    t.equal(matchesTag(header, '"a"'), true, header);
  for (const header of [undefined, '', '"b"', 'a', '"ab"', '"b", "c"', 'xW/"a"'])
    t.equal(matchesTag(header, '"a"'), false, String(header));
});
