import t from 'tap';
import { createDownloadPlaces } from '../../../../api/agent/download-places.ts';
import type { DeviceId } from '../../../../contracts/ids.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const device = (name: string): DeviceId => `dev_${name}` as DeviceId;

/** A download whose client has read so much. */
function reader() {
  const download = { read: 0, ended: false, sentBytes: () => download.read, cut: () => void end() };
  const end = (): void => {
    download.ended = true;
  };
  return download;
}

t.test('a device has two places, whatever is free', async (t) => {
  const places = createDownloadPlaces(createFakeClock());
  const first = places.enter(device('a'), reader());
  t.ok(places.enter(device('a'), reader()));
  t.equal(places.enter(device('a'), reader()), null);
  t.ok(places.enter(device('b'), reader()), 'others have theirs');
  first?.leave();
  t.ok(places.enter(device('a'), reader()), 'one that was left is free');
});

t.test('where all places are taken, who hardly reads makes room for a newcomer', async (t) => {
  const clock = createFakeClock();
  const places = createDownloadPlaces(clock, 3);
  const [quick, slow, still] = [reader(), reader(), reader()];
  for (const [at, download] of [quick, slow, still].entries()) places.enter(device(`${at}`), download);
  await clock.advance(9_000);
  t.equal(places.enter(device('new'), reader()), null, 'everybody has ten seconds');
  await clock.advance(1_000);
  quick.read = 200_000;
  slow.read = 100_000;
  t.ok(places.enter(device('new'), reader()));
  t.same([quick.ended, slow.ended, still.ended], [false, false, true], 'the slowest goes');
  t.equal(places.enter(device('another'), reader()), null, 'the others are looked at again in ten seconds');
});

t.test('who read quickly at first and stopped then is slow', async (t) => {
  const clock = createFakeClock();
  const places = createDownloadPlaces(clock, 1);
  const download = reader();
  places.enter(device('a'), download);
  await clock.advance(10_000);
  download.read = 5_000_000;
  t.equal(places.enter(device('b'), reader()), null);
  await clock.advance(10_000);
  t.ok(places.enter(device('b'), reader()));
  t.ok(download.ended);
});
