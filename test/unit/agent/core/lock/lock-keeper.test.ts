import t from 'tap';
import { failed } from '../../../../../agent/ports/outcome.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { goal, HOUR, NOW, PIN, setUp } from '../lock-scene.ts';

t.test('the message says who locks, why, until when and whether a PIN opens it', async (t) => {
  const { keeper } = setUp({ helpLine: 'Office: 555 0100' });
  await keeper.start();
  t.equal(keeper.message(), null);
  await keeper.want(goal(1, { until: NOW + HOUR }), 0);
  t.strictSame(keeper.message(), {
    organisation: 'Springfield',
    text: 'See the office',
    help: 'Office: 555 0100',
    until: NOW + HOUR,
    pin: false,
  });
  await keeper.want(goal(2, { pin: PIN, message: null }), 0);
  hasFields(t, keeper.message(), { text: null, until: null, pin: true });
  const nameless = setUp({ organisation: '' });
  await nameless.keeper.start();
  await nameless.keeper.want(goal(1), 0);
  hasFields(t, nameless.keeper.message(), { organisation: null, help: null });
});

t.test('the firewall is looked at each quarter of a minute while locked', async (t) => {
  const { clock, keeper, firewall, tampered } = setUp();
  await clock.advance(1_000);
  await keeper.start();
  await keeper.want(goal(1), 0);
  for (const [ms, looks] of [
    [14_999, 0],
    [1, 1],
    [14_999, 0],
    [1, 1],
  ] as const) {
    const before = firewall.reads;
    await clock.advance(ms);
    await keeper.tick();
    t.equal(firewall.reads - before, looks);
  }
  t.same(tampered, [], 'and found as it is to be');
});

t.test('an unlocked computer is left alone', async (t) => {
  for (const observe of [false, true]) {
    const { clock, fake, keeper, firewall } = setUp({ observe });
    await keeper.start();
    if (observe) {
      fake.setNetworkLock('engaged');
      await keeper.want(goal(1), 0);
      await keeper.want(goal(2, { wanted: false }), 0);
    }
    const before = firewall.reads;
    await clock.advance(10 * 60_000);
    await keeper.tick();
    t.equal((await keeper.want(goal(2, { wanted: false }), 0)).change, 'none');
    t.equal(firewall.reads, before, observe ? 'watching only' : 'released');
  }
});

t.test('what could not be released is tried again each minute, not sooner', async (t) => {
  const { clock, fake, keeper, names, tampered } = setUp();
  fake.setNetworkLock('engaged');
  fake.script.outcomes = { release: failed('busy') };
  await keeper.start();
  await clock.advance(59_999);
  await keeper.tick();
  t.same(names(), ['release']);
  await clock.advance(1);
  await keeper.tick();
  t.same(names(), ['release', 'release']);
  t.same(tampered, [], 'nobody else has done it');
});

t.test('a firewall that could not be set is no tampering when it is set at last', async (t) => {
  const { clock, fake, keeper, tampered } = setUp();
  await keeper.start();
  fake.script.outcomes = { engage: failed('no nft') };
  await keeper.want(goal(1), 0);
  fake.script.outcomes = {};
  await clock.advance(15_000);
  await keeper.tick();
  t.equal(keeper.report().network, 'on');
  t.same(tampered, []);
});

t.test('another report is told once', async (t) => {
  const { clock, keeper, reports } = setUp();
  await keeper.start();
  reports.length = 0;
  await keeper.want(goal(1), 0);
  await clock.advance(15_000);
  await keeper.tick();
  await keeper.want(goal(1), 0);
  t.same(reports, ['on']);
  await keeper.want(goal(2, { wanted: false }), 0);
  t.same(reports, ['on', 'off']);
});

t.test('the same wish again closes what somebody has opened, at once', async (t) => {
  const { fake, keeper, names } = setUp();
  await keeper.start();
  await keeper.want(goal(1), 0);
  fake.setNetworkLock('released');
  hasFields(t, await keeper.want(goal(1), 0), {
    change: 'none',
    why: 'already',
    durable: true,
    report: { network: 'on' },
  });
  t.same(names(), ['engage', 'lock', 'show', 'engage']);
});

t.test('when it stops, only the window goes', async (t) => {
  const { keeper, names } = setUp();
  await keeper.start();
  await keeper.want(goal(1), 0);
  await keeper.stop();
  t.same(names(), ['engage', 'lock', 'show', 'hide']);
});
