import t from 'tap';
import type { LockGoal } from '../../../../../agent/core/lock/lock-actuator.ts';
import { createLockActuator } from '../../../../../agent/core/lock/lock-actuator.ts';
import { observeOnly } from '../../../../../agent/os/observe-only.ts';
import type { AgentOs } from '../../../../../agent/ports/agent-os.ts';
import { done, failed, observed } from '../../../../../agent/ports/outcome.ts';
import { silentLog } from '../../../../../kit/log.ts';
import { createFakeOs, type FakeCall } from '../../../../support/fake-os.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const GOAL: LockGoal = {
  message: { organisation: 'Lab', text: null, help: null, until: null, pin: false },
  network: { servers: ['192.0.2.1'], resolvers: [] },
};

type Part = 'engage' | 'release' | 'lock' | 'unlock' | 'show' | 'hide';

/** `reads` counts the looks at the firewall; what is in `throwing` rejects against its promise. */
function setUp({ observe = false } = {}) {
  const fake = createFakeOs();
  const firewall = { reads: 0 };
  const throwing = new Set<Part>();
  const asked: Part[] = [];
  const logged: unknown[] = [];
  const below = observe ? observeOnly(fake, silentLog) : fake;
  const through = <T>(part: Part, work: () => Promise<T>): Promise<T> => {
    asked.push(part);
    return throwing.has(part) ? Promise.reject(new Error(`${part} broke`)) : work();
  };
  const os: AgentOs = {
    ...below,
    networkLock: {
      engage: (network) => through('engage', () => below.networkLock.engage(network)),
      release: () => through('release', () => below.networkLock.release()),
      state: () => {
        firewall.reads += 1;
        return below.networkLock.state();
      },
    },
    sessionLock: {
      lock: () => through('lock', () => below.sessionLock.lock()),
      unlock: () => through('unlock', () => below.sessionLock.unlock()),
    },
    lockWindow: {
      ...below.lockWindow,
      show: (message) => through('show', () => below.lockWindow.show(message)),
      hide: () => through('hide', () => below.lockWindow.hide()),
    },
  };
  const actuator = createLockActuator({
    os,
    log: { ...silentLog, error: ({ step, error }) => void logged.push([step, error]) },
  });
  const takeAsked = (): readonly Part[] => asked.splice(0);
  const inputs = (name: FakeCall['name']) =>
    fake.calls.filter((call) => call.name === name).map(({ input }) => input);
  return { actuator, fake, firewall, throwing, logged, takeAsked, inputs };
}

t.test('before anything was touched the effect tells of nothing', async (t) => {
  const { actuator, firewall } = setUp();
  t.strictSame(actuator.effect(), {
    network: null,
    session: null,
    window: { state: 'hidden' },
    firewall: 'released',
  });
  t.equal(firewall.reads, 0);
});

t.test('a goal is reached part by part, and the firewall read before and after', async (t) => {
  const { actuator, firewall, takeAsked, inputs } = setUp();
  const effect = {
    network: done('fake engage'),
    session: done('fake lock'),
    window: { state: 'shown', program: 'fake' },
    firewall: 'engaged',
  };
  t.strictSame(await actuator.reach(GOAL), { before: 'released', effect });
  t.strictSame(takeAsked(), ['engage', 'lock', 'show']);
  t.strictSame([inputs('engage'), inputs('show')], [[GOAL.network], [GOAL.message]]);
  t.equal(firewall.reads, 2);
  t.strictSame(await actuator.reach(GOAL), { before: 'engaged', effect }, 'the same again');
  t.strictSame(takeAsked(), [], 'touches nothing');
  t.equal(firewall.reads, 3, 'so that one look is enough');
  t.strictSame(actuator.effect(), effect);
});

t.test('the end of the lock gives all of it back, once', async (t) => {
  const { actuator, takeAsked } = setUp();
  await actuator.reach(GOAL);
  takeAsked();
  const effect = {
    network: done('fake release'),
    session: done('fake unlock'),
    window: { state: 'hidden' },
    firewall: 'released',
  };
  t.strictSame(await actuator.reach(null), { before: 'engaged', effect });
  t.strictSame(takeAsked(), ['release', 'hide', 'unlock']);
  t.strictSame(await actuator.reach(null), { before: 'released', effect });
  t.strictSame(takeAsked(), []);
  await actuator.reach(GOAL);
  t.strictSame(takeAsked(), ['engage', 'lock', 'show'], 'the next lock is a whole one');
});

t.test('a firewall that somebody opens or changes is seen without a step of ours', async (t) => {
  const { actuator, fake } = setUp();
  fake.setNetworkLock('engaged');
  hasFields(t, await actuator.reach(null), { before: 'engaged', effect: { firewall: 'released' } });
  await actuator.reach(GOAL);
  fake.setNetworkLock('damaged');
  hasFields(t, await actuator.reach(GOAL), { before: 'damaged', effect: { firewall: 'engaged' } });
});

t.test('what failed is tried again, whatever the firewall holds, and the rest is left alone', async (t) => {
  const { actuator, fake, takeAsked } = setUp();
  fake.setNetworkLock('engaged');
  fake.script.outcomes = { engage: failed('no nft'), lock: failed('no logind') };
  hasFields(t, (await actuator.reach(GOAL)).effect, {
    network: failed('no nft'),
    session: failed('no logind'),
    firewall: 'engaged',
  });
  takeAsked();
  fake.script.outcomes = {};
  hasFields(t, (await actuator.reach(GOAL)).effect, { network: { done: true }, session: { done: true } });
  t.strictSame(takeAsked(), ['engage', 'lock']);
});

t.test('a failed try of another network takes away what is known of the one before', async (t) => {
  const { actuator, fake, takeAsked } = setUp();
  await actuator.reach(GOAL);
  fake.script.outcomes = { engage: failed('no nft') };
  await actuator.reach({ ...GOAL, network: { servers: ['192.0.2.2'], resolvers: [] } });
  takeAsked();
  fake.script.outcomes = {};
  await actuator.reach(GOAL);
  t.strictSame(takeAsked(), ['engage']);
});

t.test('a lock that comes after a release that failed sets the firewall anew', async (t) => {
  const { actuator, fake, takeAsked } = setUp();
  await actuator.reach(GOAL);
  fake.script.outcomes = { release: failed('busy') };
  hasFields(t, (await actuator.reach(null)).effect, { network: failed('busy'), firewall: 'engaged' });
  takeAsked();
  hasFields(t, (await actuator.reach(GOAL)).effect, { network: done('fake engage'), firewall: 'engaged' });
  t.strictSame(takeAsked(), ['engage', 'lock', 'show']);
});

t.test('a step that throws is told, and costs the others nothing', async (t) => {
  const { actuator, throwing, logged, takeAsked } = setUp();
  throwing.add('engage').add('lock').add('show');
  hasFields(t, await actuator.reach(GOAL), {
    effect: { network: failed('engage broke'), session: null, window: { state: 'hidden' } },
  });
  t.strictSame(takeAsked(), ['engage', 'lock', 'show']);
  t.strictSame(logged, [
    ['engage_network', 'engage broke'],
    ['lock_session', 'lock broke'],
    ['show_window', 'show broke'],
  ]);
  throwing.clear();
  hasFields(t, (await actuator.reach(GOAL)).effect.network, { done: true });
  t.strictSame(takeAsked(), ['engage', 'lock', 'show'], 'all is tried again');
});

t.test('a screen that throws says nothing against the network', async (t) => {
  const { actuator, throwing } = setUp();
  throwing.add('lock').add('show').add('hide').add('unlock');
  hasFields(t, (await actuator.reach(GOAL)).effect.network, { done: true });
  hasFields(t, (await actuator.reach(null)).effect.network, done('fake release'));
});

t.test('an unlock whose network throws is a failed one', async (t) => {
  const { actuator, throwing } = setUp();
  await actuator.reach(GOAL);
  throwing.add('release');
  hasFields(t, (await actuator.reach(null)).effect, {
    network: failed('release broke'),
    session: done('fake unlock'),
    firewall: 'engaged',
  });
});

t.test('an agent that only watches would do each step once a lock', async (t) => {
  const { actuator, fake, firewall, takeAsked } = setUp({ observe: true });
  const { before, effect } = await actuator.reach(GOAL);
  t.equal(before, 'released');
  hasFields(t, effect, {
    network: { observed: true },
    session: { observed: true },
    window: { state: 'hidden' },
    firewall: 'engaged',
  });
  t.strictSame(takeAsked(), ['engage', 'lock', 'show']);
  t.equal(firewall.reads, 1, 'the firewall cannot show it');
  t.equal((await actuator.reach(GOAL)).before, 'engaged');
  t.strictSame(takeAsked(), []);
  hasFields(t, await actuator.reach(null), { before: 'engaged', effect: { firewall: 'released' } });
  t.strictSame(takeAsked(), ['release', 'hide', 'unlock']);
  await actuator.reach(null);
  t.strictSame(takeAsked(), []);
  fake.setNetworkLock('engaged');
  t.equal((await actuator.reach(null)).before, 'engaged', 'unlocked it shows what is really there');
});

t.test('screens that would be locked count as locked, beside a network that is really cut off', async (t) => {
  const { actuator, fake, takeAsked } = setUp();
  fake.script.outcomes = { lock: observed('would lock') };
  await actuator.reach(GOAL);
  takeAsked();
  await actuator.reach(GOAL);
  t.strictSame(takeAsked(), []);
});

t.test('a window that is gone comes back, when the network is really cut off', async (t) => {
  const { actuator, fake, takeAsked } = setUp();
  await actuator.reach(GOAL);
  await fake.lockWindow.hide();
  takeAsked();
  await actuator.reach(GOAL);
  t.strictSame(takeAsked(), ['show']);
});
