import t from 'tap';
import { createPlaces } from '../../../../../api/http/limits/places.ts';
import { Fault } from '../../../../../kit/fault.ts';

/** Whether a promise has settled by the time all that can run has run. */
async function settled(promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  promise.then(
    () => (done = true),
    () => (done = true),
  );
  await new Promise((resolve) => setImmediate(resolve));
  return done;
}

t.test('as many as there are places enter, the others wait in their order', async (t) => {
  const places = createPlaces({ places: 2, maxWaiting: 5 });
  const [leaveFirst] = [await places.take(), await places.take()];
  const third = places.take();
  const fourth = places.take();
  t.notOk(await settled(third));
  leaveFirst();
  leaveFirst();
  const leaveThird = await third;
  t.notOk(await settled(fourth), 'leaving twice frees one place');
  leaveThird();
  (await fourth)();
  t.ok(await settled(places.take()));
});

t.test('too many who wait are refused at once, with a time to come again', async (t) => {
  const places = createPlaces({ places: 1, maxWaiting: 1 });
  const leave = await places.take();
  const second = places.take();
  const refused = await places.take().catch((error: unknown) => error);
  t.ok(refused instanceof Fault && refused.code === 'unavailable' && refused.extras.retryAfterSeconds === 5);
  leave();
  t.ok(await settled(second));
});

t.test('who gives up waiting takes no place', async (t) => {
  const places = createPlaces({ places: 1, maxWaiting: 5 });
  const leave = await places.take();
  const gone = new AbortController();
  const second = places.take(gone.signal);
  const third = places.take();
  gone.abort(new Error('gone'));
  await t.rejects(second, { message: 'gone' });
  t.notOk(await settled(third));
  leave();
  t.ok(await settled(third));
  await t.rejects(places.take(AbortSignal.abort(new Error('gone before'))), { message: 'gone before' });
});
