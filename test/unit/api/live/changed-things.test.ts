import t from 'tap';
import { createChangedThings } from '../../../../api/live/changed-things.ts';

t.test('what has changed since a place is told once a thing, in the order of the changes', async (t) => {
  const things = createChangedThings('now');
  const begin = things.place();
  t.same(things.since(begin), []);
  const [, second = ''] = things.append(['a', 'b', 'a', 'c']);
  t.same(things.since(begin), ['a', 'b', 'c']);
  t.same(things.since(second), ['a', 'c']);
  t.same(things.since(things.place()), []);
});

t.test('too much, too long ago, and places of another process cannot be told', async (t) => {
  const things = createChangedThings('now');
  const begin = things.place();
  things.append(Array.from({ length: 200 }, (_, index) => `d${index}`));
  t.equal(things.since(begin)?.length, 200);
  things.append(['one more']);
  t.equal(things.since(begin), null);
  const early = things.place();
  for (let round = 0; round < 11; round++) things.append(Array.from({ length: 1_000 }, () => 'same'));
  t.equal(things.since(early), null, 'it was so long ago that it is forgotten');
  const late = things.place();
  things.append(['last']);
  t.same(things.since(late), ['last'], 'places stay right when old ones are forgotten');
  for (const strange of ['', 'now', 'now-', 'then-1', 'now-99999', 'now--1'])
    t.equal(things.since(strange), null);
});
