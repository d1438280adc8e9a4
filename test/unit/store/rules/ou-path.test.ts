import t from 'tap';
import { ouNameFlaw, ouPathExcess, ouPathNames } from '../../../../store/rules/ou-path.ts';

t.test('a path has at most 20 names of at most 100 characters, and 1,000 characters in all', async (t) => {
  t.equal(ouPathNames('/x'.repeat(20)).length, 20);
  t.throws(() => ouPathNames('/x'.repeat(21)), { code: 'validation_failed' });
  t.same(ouPathNames(`/${'x'.repeat(100)}`), ['x'.repeat(100)]);
  t.throws(() => ouPathNames(`/${'x'.repeat(101)}`), { code: 'validation_failed' });
  t.throws(() => ouPathNames(`/${'x'.repeat(99)}`.repeat(11)), { code: 'validation_failed' });
});

t.test('a path that is too long or too deep is told apart from one that is not', async (t) => {
  t.equal(ouPathExcess('/x'.repeat(20)), null);
  t.match(ouPathExcess('/x'.repeat(21)), /20 levels/);
  t.match(ouPathExcess(`/${'x'.repeat(99)}`.repeat(11)), /1000 characters/);
});

t.test('a name says what is wrong with it', async (t) => {
  t.equal(ouNameFlaw('Grade-9'), null);
  t.equal(ouNameFlaw('Élèves de 3e'), null);
  for (const [name, flaw] of [
    ['', 'is empty'],
    [' x', 'begins or ends with a space'],
    ['..', 'is “.” or “..”'],
    ['a/b', 'has a “/”'],
    ['a\nb', 'has a control character'],
  ] as const)
    t.equal(ouNameFlaw(name), flaw, JSON.stringify(name));
});
