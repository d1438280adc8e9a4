import t from 'tap';
import { createPortalBudget, type PortalUse } from '../../../../agent/core/network-state/portal-budget.ts';
import { createNetworkWatch, type PortalRules } from '../../../../agent/enforce/network-watch.ts';
import type { ConnectivityAnswer } from '../../../../agent/worker/worker-side.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const PORTAL: ConnectivityAnswer = {
  result: 'portal',
  location: 'http://portal.example/in',
  hosts: ['cdn.example'],
};
const OPEN: ConnectivityAnswer = { result: 'open' };

function setUp() {
  const clock = createFakeClock();
  const rules: { -readonly [Name in keyof PortalRules]: PortalRules[Name] } = {
    portalGraceMinutes: 2,
    locked: false,
    online: false,
  };
  const world = { answer: PORTAL as ConnectivityAnswer, probes: 0, use: null as PortalUse | null };
  const states: string[] = [];
  const watch = createNetworkWatch({
    probe() {
      world.probes += 1;
      return Promise.resolve(world.answer);
    },
    rules: () => rules,
    budget: createPortalBudget({
      store: {
        load: () => world.use,
        save(use) {
          world.use = use;
        },
      },
      certain: clock.now,
      monotonic: clock.monotonic,
      log: silentLog,
    }),
    clock,
    log: silentLog,
    onChange: ({ name }) => void states.push(name),
  });
  /** @returns how long the portal's hosts were open (seconds) */
  const live = async (seconds: number): Promise<number> => {
    let open = 0;
    for (let second = 0; second < seconds; second++) {
      watch.tick();
      await clock.advance(1_000);
      if (watch.state().name === 'portal') open += 1;
    }
    return open;
  };
  const join = (name: string): void => watch.look({ name, place: name });
  return { watch, rules, world, states, live, join };
}

t.test(
  'a hotspot that becomes another network again and again gets no more than the day’s time',
  async (t) => {
    const { live, join } = setUp();
    let open = 0;
    for (let mac = 0; mac < 60; mac++) {
      join(`hotspot ${mac}`);
      open += await live(20);
    }
    t.ok(open > 60 && open <= 120, `${open} s of 120`);
  },
);

t.test(
  'a session of the portal that is over is noticed within a minute, and its hosts open again',
  async (t) => {
    const { watch, world, live, join } = setUp();
    join('cafe');
    await live(3);
    t.equal(watch.state().name, 'portal');
    t.same(watch.state().hosts, ['cdn.example']);
    world.answer = OPEN;
    await live(10);
    t.equal(watch.state().name, 'enforce');
    t.same(watch.state().hosts, []);
    world.answer = PORTAL;
    await live(62);
    t.equal(watch.state().name, 'portal');
  },
);

t.test('the loss of the server makes it look at once', async (t) => {
  const { watch, rules, world, live, join } = setUp();
  world.answer = OPEN;
  join('cafe');
  await live(3);
  rules.online = true;
  watch.serverAnswers();
  const before = world.probes;
  await live(200);
  t.equal(world.probes, before, 'while the server answers, nothing is asked for minutes');
  rules.online = false;
  world.answer = PORTAL;
  watch.serverLost();
  await live(2);
  t.equal(watch.state().name, 'portal');
});

t.test('a lock takes no time of portals and opens none', async (t) => {
  const { rules, world, live, join } = setUp();
  rules.locked = true;
  join('cafe');
  t.equal(await live(100), 0);
  t.equal(world.use, null);
});
