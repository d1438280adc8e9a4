import t from 'tap';
import { isDue, type Sending, sentOnce } from '../../../../gateway/connections/sending.ts';

/** Jitter that falls on the given share of its range. */
function lot(fraction: number) {
  return { bytes: () => new Uint8Array(), fraction: () => fraction };
}

t.test('what was never sent is due; what was sent is due when its time has come', async (t) => {
  t.equal(isDue(null, 0), true);
  t.equal(isDue(undefined, 0), true);
  const sending: Sending = { times: 1, againAt: 5_000 };
  t.equal(isDue(sending, 4_999), false);
  t.equal(isDue(sending, 5_000), true);
  t.equal(isDue(sending, 5_001), true);
});

t.test('it is sent again after 20 s, then after twice as long each time, up to ten minutes', async (t) => {
  let sending: Sending | null = null;
  const pauses: number[] = [];
  for (let times = 1; times <= 8; times++) {
    const now = times * 1_000_000;
    sending = sentOnce(sending, now, lot(0.5));
    t.equal(sending.times, times);
    pauses.push((sending.againAt - now) / 1_000);
  }
  t.strictSame(pauses, [20, 40, 80, 160, 320, 600, 600, 600]);
});

t.test('devices that were sent something at once are not all asked again at once', async (t) => {
  t.equal(Math.round(sentOnce(undefined, 0, lot(0)).againAt), 16_000);
  t.equal(Math.round(sentOnce(undefined, 0, lot(1)).againAt), 24_000);
});
