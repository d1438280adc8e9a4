import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import { createPlaces, type Place } from '../../../../../api/webhooks/delivery/places.ts';
import type { WebhookId } from '../../../../../contracts/ids.ts';

const ONE: WebhookId = 'whk_01kafw2n7qd5g8h1j3k6m9p2rs';
const OTHER: WebhookId = 'whk_01kafw2n7qd5g8h1j3k6m9p2rt';

function scene() {
  let calls = 0;
  let peak = 0;
  const places = createPlaces({
    perWebhook: 2,
    ahead: 4,
    onRoom: () => {
      calls += 1;
    },
    onTaken: (count) => {
      peak = Math.max(peak, count);
    },
  });
  return { places, calls: () => calls, peak: () => peak };
}

t.test('an endpoint has so many places; whoever comes later waits, in the order of asking', async (t) => {
  const { places, peak } = scene();
  const order: number[] = [];
  const first = await places.take(ONE);
  const second = await places.take(ONE);
  const later = [3, 4].map((number) =>
    places.take(ONE).then((place) => {
      order.push(number);
      return place;
    }),
  );
  await turn();
  t.same(order, []);
  t.same([first.waited, second.waited], [false, false]);
  t.same([places.waiting(), places.claimed().get(ONE)], [2, 4]);
  t.equal((await places.take(OTHER)).waited, false, 'another endpoint has its own');
  second.leave();
  second.leave();
  await turn();
  t.same(order, [3], 'a place that is left twice is left once');
  first.leave();
  const waited = (await Promise.all(later)).map((place) => place.waited);
  t.same(waited, [true, true]);
  t.same([order, places.waiting(), peak()], [[3, 4], 0, 2]);
});

t.test('an endpoint that answers at once may have more claimed, and no longer when it is slow', async (t) => {
  const { places } = scene();
  const quick = await places.take(ONE);
  t.equal(places.ahead().size, 0, 'not before its first answer');
  quick.leave('quick');
  t.same([...places.ahead()], [[ONE, 4]]);
  const cutOff = await places.take(ONE);
  cutOff.leave();
  t.equal(places.ahead().size, 1, 'what was cut off teaches nothing');
  const slow = await places.take(ONE);
  slow.leave('slow');
  t.equal(places.ahead().size, 0);
  t.equal(places.claimed().size, 0, 'and nothing of it is left');
});

t.test('room is told of once for all that leave in the same moment', async (t) => {
  const { places, calls } = scene();
  const taken = await Promise.all([places.take(ONE), places.take(ONE), places.take(OTHER)]);
  for (const place of taken) place.leave('slow');
  await turn();
  t.equal(calls(), 1);
});

t.test('while many wait there is no hurry to claim more', async (t) => {
  const { places, calls } = scene();
  const waiting = Array.from({ length: 6 }, () => places.take(ONE));
  const leaveNext = async (): Promise<void> => {
    const place = (await waiting.shift()) as Place;
    place.leave('quick');
    await turn();
  };
  await leaveNext();
  t.same([places.waiting(), calls()], [3, 0]);
  await leaveNext();
  t.same([places.waiting(), calls()], [2, 1], 'half of them are gone');
});
