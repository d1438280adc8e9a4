import t from 'tap';
import {
  childPath,
  isWithinOu,
  ouNameFlaw,
  ouPathExcess,
  ouPathNames,
} from '../../../../store/rules/ou-path.ts';

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

t.test('a unit holds itself and what lies below it, and no other whose name begins alike', async (t) => {
  for (const [path, ancestor, isWithin] of [
    ['/High', '/High', true],
    ['/High/Grade-9', '/High', true],
    ['/High/Grade-9', '/', true],
    ['/', '/', true],
    ['/Higher', '/High', false],
    ['/High', '/High/Grade-9', false],
    ['/', '/High', false],
    ['/Low/High', '/High', false],
  ] as const)
    t.equal(isWithinOu(path, ancestor), isWithin, `${path} in ${ancestor}`);
});

t.test('a child stands below its parent', async (t) => {
  t.equal(childPath('/', 'High'), '/High');
  t.equal(childPath('/High', 'Grade-9'), '/High/Grade-9');
});
