import t from 'tap';
import { groupsOf } from '../../../../../api/policies/preview/groups.ts';
import { fc } from '../../../../support/property.ts';

const placesOf = (units: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(units).flatMap(([path, ids]) => ids.map((id): [string, string] => [id, path])));

t.test('a unit with enough people has groups of its own; its last ones join the last group', (t) => {
  const places = placesOf({ '/A': ['g', 'f', 'e', 'd', 'c', 'b', 'a'], '/B': ['p', 'q', 'r', 's', 't'] });
  t.same(groupsOf(places, 3), [
    ['a', 'b', 'c'],
    ['d', 'e', 'f', 'g'],
    ['p', 'q', 'r', 's', 't'],
  ]);
  t.end();
});

t.test('a unit with too few shares a group with those beside it and above it', (t) => {
  const places = placesOf({ '/A/1': ['a'], '/A/2': ['b', 'c'], '/A': ['d'], '/B': ['e'], '/': ['f'] });
  t.same(groupsOf(places, 4), [['d', 'a', 'b', 'c', 'f', 'e']]);
  t.same(groupsOf(placesOf({ '/A': ['a'], '/B': ['b'] }), 5), [['a', 'b']], 'too few in all');
  t.same(groupsOf(new Map(), 5), []);
  t.end();
});

t.test('everybody is in one group of five or more, whatever the tree, and always in the same', (t) => {
  const unit = fc.constantFrom('/', '/S', '/S/High', '/S/High/9', '/T', '/T/1');
  const property = fc.property(fc.array(unit, { minLength: 5, maxLength: 60 }), (units) => {
    const places = units.map((path, index): [string, string] => [`usr_${index}`, path]);
    const groups = groupsOf(new Map(places));
    t.same(groups.flat().sort(), places.map(([id]) => id).sort());
    t.ok(groups.every(({ length }) => length >= 5));
    t.same(groupsOf(new Map([...places].reverse())), groups);
  });
  fc.assert(property);
  t.end();
});
