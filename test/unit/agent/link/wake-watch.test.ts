import t from 'tap';
import { createWakeWatch } from '../../../../agent/link/wake-watch.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

function setUp() {
  const clock = createFakeClock();
  const seen: string[] = [];
  let tell: (what: 'resumed' | 'changed') => void = () => undefined;
  let addresses = ['10.0.0.1'];
  const watch = createWakeWatch({
    clock,
    log: silentLog,
    addresses: () => addresses,
    onAddresses: (now) => void seen.push(`addresses ${now.join()}`),
    onResume: () => void seen.push('resumed'),
    events: {
      listen(listener) {
        tell = listener;
        return () => {
          tell = () => undefined;
        };
      },
    },
    onEvent: () => void seen.push('look again'),
  });
  const move = (...to: string[]): void => {
    addresses = to;
  };
  return { clock, seen, watch, move, tell: (what: 'resumed' | 'changed') => tell(what) };
}

t.test('sees a change of addresses within two seconds, once', async (t) => {
  const { clock, seen, watch, move } = setUp();
  await watch.start();
  await clock.advance(10_000);
  t.same(seen, []);
  move('10.0.0.2');
  await clock.advance(6_000);
  t.same(seen, ['addresses 10.0.0.2']);
  await watch.stop();
});

t.test('sees that the computer slept by the wall clock running ahead', async (t) => {
  const { clock, seen, watch } = setUp();
  await watch.start();
  clock.jump(11_000);
  await clock.advance(4_000);
  t.same(seen, ['resumed']);
  clock.jump(-3_600_000);
  await clock.advance(4_000);
  t.same(seen, ['resumed'], 'a clock set back is no sleep');
  await watch.stop();
  await watch.stop();
  t.equal(clock.pending(), 0);
});

t.test('hears the system while it watches, and no longer', async (t) => {
  const { seen, watch, tell } = setUp();
  await watch.start();
  await watch.start();
  tell('changed');
  tell('resumed');
  await watch.stop();
  tell('changed');
  t.same(seen, ['look again', 'resumed', 'look again']);
});
