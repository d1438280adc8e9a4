import t from 'tap';
import { createTrustedTime } from '../../../../agent/core/time/trusted-time.ts';
import { createTimeClaims } from '../../../../agent/worker/time-claims.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;

function setUp() {
  const clock = createFakeClock();
  const boot = { uptimeMs: () => clock.monotonic(), bootId: 'b' };
  const time = createTrustedTime({ clock, boot, stored: null });
  const claims = createTimeClaims({ time, boot, log: silentLog, state: { saveTime: () => undefined } });
  return { clock, time, claims };
}

t.test('a claim near what is known is believed', (t) => {
  const { clock, time, claims } = setUp();
  claims.hear(clock.now() + 5 * MINUTE);
  t.equal(time.certain(), clock.now() + 5 * MINUTE);
  t.equal(time.exact(), true);
  t.end();
});

t.test('a worker that says that a year has passed ends no lock: it counts for passwords only', (t) => {
  const { clock, time, claims } = setUp();
  claims.hear(clock.now() + YEAR);
  t.equal(time.certain(), clock.now());
  t.equal(claims.now(), clock.now() + YEAR);
  claims.proven(clock.now() + MINUTE);
  t.equal(time.certain(), clock.now() + MINUTE, 'a signature proves what it says and no more');
  t.end();
});

t.test('many small steps are one large one', (t) => {
  const { clock, time, claims } = setUp();
  for (let n = 1; n <= 100; n++) claims.hear(clock.now() + n * 5 * MINUTE);
  t.ok(time.certain() <= clock.now() + 10 * MINUTE);
  t.end();
});

t.test('a laptop whose clock is years behind learns the time as soon as the server signs something', (t) => {
  const { clock, time, claims } = setUp();
  const truth = clock.now() + 3 * YEAR;
  claims.hear(truth);
  claims.proven(truth + 2_000);
  t.equal(time.certain(), truth);
  claims.hear(truth + 500);
  t.equal(time.certain(), truth + 500, 'and measures from there');
  t.end();
});

t.test('a replayed message moves nothing back', (t) => {
  const { clock, time, claims } = setUp();
  claims.hear(clock.now());
  claims.proven(clock.now() - YEAR);
  t.equal(time.certain(), clock.now());
  t.end();
});
