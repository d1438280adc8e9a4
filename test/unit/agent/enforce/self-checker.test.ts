import t from 'tap';
import { createSelfChecker, type SelfCheckerDependencies } from '../../../../agent/enforce/self-checker.ts';
import type { Connected, Resolved } from '../../../../agent/ports/self-check-probes.ts';
import { DEFAULT_FILTER_SETTINGS } from '../../../../contracts/policy/settings.ts';
import { systemClock } from '../../../../kit/clock.ts';
import { silentLog } from '../../../../kit/log.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { bundleOf } from '../../../support/filter-state.ts';
import { hasFields } from '../../../support/has-fields.ts';

const QUIET_PROBES: SelfCheckerDependencies['probes'] = {
  resolve: async () => ({ answer: 'none' }),
  connect: async () => 'refused',
  greet: async () => 'refused',
  servesPac: async () => true,
};

function dependencies(): SelfCheckerDependencies {
  const clock = createFakeClock();
  return {
    probes: QUIET_PROBES,
    worker: {
      verdict: async () => 'allow',
      ports: () => ({ dns: 5300, proxy: 8123, relay: 8443 }),
    },
    subject: () => ({ bundle: bundleOf([]), settings: DEFAULT_FILTER_SETTINGS }),
    locked: () => false,
    offline: () => false,
    moment: () => '',
    now: clock.now,
    clock,
    random: systemRandom,
    log: silentLog,
    onChange: () => undefined,
    onDoubt: () => undefined,
  };
}

/** A clock whose waits are over at once. */
function hastyClock(): SelfCheckerDependencies['clock'] {
  const clock = createFakeClock();
  return {
    ...clock,
    setTimeout: (callback) => systemClock.setTimeout(callback, 0),
  };
}

t.test(
  'silence where a refusal was asks once for a look at the settings, and counts as no failure',
  async (t) => {
    const clock = createFakeClock();
    let dot: Connected = 'refused';
    let doubts = 0;
    const changes: string[][] = [];
    const checker = createSelfChecker({
      ...dependencies(),
      clock,
      probes: {
        ...QUIET_PROBES,
        async resolve(name) {
          checker.seen(name.split('.')[0] ?? '');
          return { answer: 'nothing' };
        },
        connect: async () => dot,
      },
      onChange: (failing) => changes.push([...failing]),
      onDoubt: () => {
        doubts += 1;
      },
    });
    const looks: number[] = [];
    for (dot of ['refused', 'silent', 'silent', 'refused', 'unreachable'] as const) {
      await checker.quick();
      looks.push(doubts);
    }
    t.same(looks, [0, 1, 1, 1, 2]);
    t.notOk(changes.some((failing) => failing.includes('dot_refused')));
    dot = 'open';
    await checker.quick();
    t.equal(doubts, 2, 'one failure is none yet');
    await checker.quick();
    t.ok(changes.at(-1)?.includes('dot_refused'), 'while a way through is one');
    t.equal(doubts, 3);
    await checker.quick();
    t.equal(doubts, 4, 'and another look while it lasts');
    dot = 'refused';
    await checker.quick();
    t.equal(doubts, 4);
  },
);

t.test('a look-up that arrives nowhere proves a way round only where there is a network', async (t) => {
  let answer: Resolved = { answer: 'none' };
  let isOffline = false;
  const checker = createSelfChecker({
    ...dependencies(),
    clock: hastyClock(),
    probes: { ...QUIET_PROBES, resolve: async () => answer },
    offline: () => isOffline,
  });
  const failuresAfterTwo = async (): Promise<number | undefined> => {
    checker.clear();
    await checker.quick();
    await checker.quick();
    return checker.proofs().find(({ name }) => name === 'name_resolution')?.failures;
  };
  t.equal(await failuresAfterTwo(), 2);
  t.equal(checker.summary(), 'failed');
  isOffline = true;
  t.equal(await failuresAfterTwo(), 0, 'no answer, and no network');
  t.equal(checker.summary(), 'none', 'which proves nothing either');
  answer = { answer: 'nothing' };
  t.equal(await failuresAfterTwo(), 0, 'some systems say so at once');
  answer = { answer: 'addresses', addresses: ['203.0.113.7'] };
  t.equal(await failuresAfterTwo(), 2, 'while another resolver answered');
});

t.test('a try that fails while the network or the filter changes proves nothing', async (t) => {
  let moment = 0;
  let dot: Connected = 'open';
  let changes = true;
  const checker = createSelfChecker({
    ...dependencies(),
    clock: hastyClock(),
    probes: {
      ...QUIET_PROBES,
      async connect() {
        if (changes) moment += 1;
        return dot;
      },
    },
    moment: () => String(moment),
  });
  const proof = (): unknown => checker.proofs().find(({ name }) => name === 'dot_refused');
  await checker.quick();
  hasFields(t, proof(), { ok: null, failures: 0 });
  dot = 'refused';
  await checker.quick();
  hasFields(t, proof(), { ok: true, failures: 0 }, 'what holds, holds');
  dot = 'open';
  changes = false;
  await checker.quick();
  hasFields(t, proof(), { ok: false, failures: 1 });
});
