import t from 'tap';
import { Places, type Stage, type Waiting } from '../../../../gateway/admission/places.ts';

interface Somebody extends Waiting {
  readonly name: string;
}

/** Places in which so many are in each stage, in the order given, since turn 0. */
function scene(...groups: readonly (readonly [Stage, number])[]) {
  const places = new Places<Somebody>();
  const come = (stage: Stage, name: string, since = 0): Somebody => {
    const one = { name, stage, since };
    places.add(one);
    return one;
  };
  for (const [stage, count] of groups) for (let n = 0; n < count; n++) come(stage, `${stage} ${n}`);
  return { places, come, goes: (limit: number, turn = 2) => places.superfluous(limit, turn)?.name ?? null };
}

t.test('of the silent the one goes that came first', (t) => {
  const { places, come, goes } = scene(['silent', 3]);
  t.equal(goes(3), 'silent 0');
  const again = come('silent', 'again');
  places.remove(again);
  t.equal(goes(3), 'silent 0', 'who has left is not looked at');
  t.end();
});

t.test('nobody goes whose word may have come and is only not read yet', (t) => {
  const { goes } = scene(['silent', 3]);
  t.equal(goes(3, 0), null);
  t.equal(goes(3, 1), null);
  t.equal(goes(3, 2), 'silent 0');
  t.end();
});

t.test('one that is answered makes room where most are, and only few are silent', (t) => {
  t.equal(scene(['silent', 3], ['answered', 6]).goes(9), 'silent 0');
  t.equal(scene(['silent', 2], ['answered', 7]).goes(9), 'answered 0', 'what says a ClientHello and no more');
  t.end();
});

t.test('the few of a kind that are on their way are not put out for those who wait for the server', (t) => {
  t.equal(scene(['heard', 7], ['silent', 2]).goes(9), null);
  t.equal(scene(['heard', 4], ['answered', 5]).goes(9), null, 'a school that comes back at once');
  t.equal(scene(['heard', 6], ['silent', 3]).goes(9), 'silent 0', 'a third is more than few');
  t.equal(scene(['claimed', 3], ['answered', 6]).goes(9), 'answered 0', 'two thirds are');
  t.end();
});

t.test('who waits for the server is never put out', (t) => {
  t.equal(scene(['heard', 5], ['claimed', 4]).goes(9), null);
  t.end();
});

t.test('each counts in its stage, and who is removed no longer', (t) => {
  const { places } = scene(['silent', 1], ['heard', 1], ['answered', 1], ['claimed', 1]);
  t.equal(places.size, 4);
  for (const one of [...places.all()]) places.remove(one);
  t.equal(places.size, 0);
  t.end();
});
