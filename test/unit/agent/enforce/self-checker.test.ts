import t from 'tap';
import { createSelfChecker } from '../../../../agent/enforce/self-checker.ts';
import type { Connected } from '../../../../agent/ports/self-check-probes.ts';
import { DEFAULT_FILTER_SETTINGS } from '../../../../contracts/policy/settings.ts';
import { silentLog } from '../../../../kit/log.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { bundleOf } from '../../../support/filter-state.ts';

t.test(
  'silence where a refusal was asks once for a look at the settings, and counts as no failure',
  async (t) => {
    const clock = createFakeClock();
    let dot: Connected = 'refused';
    let doubts = 0;
    const changes: string[][] = [];
    const checker = createSelfChecker({
      probes: {
        async resolve(name) {
          checker.seen(name.split('.')[0] ?? '');
          return { answer: 'nothing' };
        },
        connect: async () => dot,
        greet: async () => 'refused',
        servesPac: async () => true,
      },
      worker: {
        verdict: async () => 'allow',
        ports: () => ({ dns: 5300, proxy: 8123, relay: 8443 }),
      },
      subject: () => ({ bundle: bundleOf([]), settings: DEFAULT_FILTER_SETTINGS }),
      locked: () => false,
      now: clock.now,
      clock,
      random: systemRandom,
      log: silentLog,
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
