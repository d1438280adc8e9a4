import t from 'tap';
import { createPlace } from '../../../../../agent/filter/dns/place.ts';

function stand(first: readonly string[]) {
  const state = { upstreams: first, epoch: 7 };
  const facts = () => ({ epoch: state.epoch, proven: true, portal: false });
  return { state, facts, place: createPlace({ facts, upstreams: () => state.upstreams }) };
}

t.test('the place stays the same while network and resolvers do', async (t) => {
  const { state, facts, place } = stand(['192.0.2.1', '192.0.2.2']);
  t.equal(place.generation(), 0);
  t.equal(place.generation(), 0);
  state.upstreams = ['192.0.2.1', '192.0.2.2'];
  t.equal(place.generation(), 0, 'the same list anew');
  t.strictSame(place.facts(), facts());
});

t.test('another network, or other resolvers, or another order, is another place once', async (t) => {
  const { state, place } = stand(['192.0.2.1', '192.0.2.2']);
  state.epoch = 8;
  t.strictSame([place.generation(), place.generation()], [1, 1]);
  state.upstreams = ['192.0.2.2', '192.0.2.1'];
  t.strictSame([place.generation(), place.generation()], [2, 2]);
  Object.assign(state, { epoch: 7, upstreams: [] });
  t.strictSame([place.generation(), place.generation()], [3, 3], 'both at once are one');
});
